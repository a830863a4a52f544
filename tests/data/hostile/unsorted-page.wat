;; Gives the moves b and a, in this order.
;; error: the plugin unsorted-page broke the contract in `cursor.legal-moves`: expected moves in order of their bytes, found "a" after "b"

;; -- legal-moves
(data (i32.const 8000) "ba")
(data (i32.const 8008) "\40\1f\00\00\01\00\00\00\41\1f\00\00\01\00\00\00")
(data (i32.const 8024) "\48\1f\00\00\02\00\00\00")
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.legal-moves") (param i32 i32 i32 i32 i32 i32) (result i32)
  (i32.const 8024))
