;; Answers with 4,000 moves that are all the same 15,000 bytes.
;; error: the plugin huge-answer broke the contract in `cursor.legal-moves`: it answered more than 16777216 bytes

;; -- legal-moves
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.legal-moves") (param i32 i32 i32 i32 i32 i32) (result i32)
  (local $i i32)
  (loop $next
    (i32.store (i32.add (i32.const 16384) (i32.mul (local.get $i) (i32.const 8))) (i32.const 50000))
    (i32.store (i32.add (i32.const 16388) (i32.mul (local.get $i) (i32.const 8))) (i32.const 15000))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $i) (i32.const 4000))))
  (i32.store (i32.const 6000) (i32.const 16384))
  (i32.store (i32.const 6004) (i32.const 4000))
  (i32.const 6000))
