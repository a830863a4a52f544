;; A result that is neither of its two cases.
;; error: the plugin invalid-case broke the contract in `open-game.load`: invalid expected discriminant

;; -- load
(func (export "boardloom:rules/rules@1.0.0#[method]open-game.load") (param i32 i32 i32) (result i32)
  (i32.store (i32.const 4000) (i32.const 9))
  (i32.const 4000))
