;; Says that a list is longer than its memory.
;; error: the plugin huge-list broke the contract in `cursor.legal-moves`: list pointer/length out of bounds of memory

;; -- legal-moves
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.legal-moves") (param i32 i32 i32 i32 i32 i32) (result i32)
  (i32.store (i32.const 6000) (i32.const 4096))
  (i32.store (i32.const 6004) (i32.const 0x7ffffff))
  (i32.const 6000))
