;; Plays a move that happens beyond the board: the instance is over, since
;; its state is unknown.
;; error: the plugin no-such-effect broke the contract in `cursor.play`: expected sites below 4, found 1000000

;; -- play
(data (i32.const 8000) "\00\00\00\00\00\00\00\00\00\00\00\00\01\00\00\00\40\42\0f\00")
(data (i32.const 8100) "\00\00\00\00\40\1f\00\00\01\00\00\00")
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.play") (param i32 i32 i32 i32) (result i32)
  (i32.const 8100))
