;; Offers a site that is not on the board.
;; error: the plugin no-such-site broke the contract in `cursor.choices`: expected sites below 4, found 1000000

;; -- choices
(data (i32.const 8000) "\40\42\0f\00\01")
(data (i32.const 8008) "\40\1f\00\00\01\00\00\00")
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.choices") (param i32 i32 i32 i32) (result i32)
  (i32.const 8008))
