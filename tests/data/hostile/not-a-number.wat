;; A score that is not a number.
;; error: the plugin not-a-number broke the contract in `cursor.status`: expected a score that is a finite number, found NaN

;; -- status
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.status") (param i32) (result i32)
  (f64.store (i32.const 3312) (f64.const nan))
  (i32.const 3072))
