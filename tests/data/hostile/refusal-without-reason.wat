;; Refuses a ruleset and does not say why.
;; error: the plugin refusal-without-reason broke the contract in `open-game.open`: it refused a ruleset without naming an error

;; -- open
(func (export "boardloom:rules/rules@1.0.0#[static]open-game.open") (param i32 i32) (result i32)
  (i32.store (i32.const 4000) (i32.const 1))
  (i32.store (i32.const 4004) (i32.const 0))
  (i32.store (i32.const 4008) (i32.const 0))
  (i32.const 4000))
