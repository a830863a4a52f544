;; Lets a seat act that is not at the table.
;; error: the plugin third-seat broke the contract in `cursor.status`: expected a seat below 2, found 2

;; -- status
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.status") (param i32) (result i32)
  (i32.store8 (i32.const 1100) (i32.const 2))
  (i32.const 3072))
