;; Gives a page of more moves than were asked for.
;; error: the plugin long-page broke the contract in `cursor.legal-moves`: expected at most 4096 moves, found 5000

;; -- legal-moves
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.legal-moves") (param i32 i32 i32 i32 i32 i32) (result i32)
  (i32.store (i32.const 6000) (i32.const 16384))
  (i32.store (i32.const 6004) (i32.const 5000))
  (i32.const 6000))
