;; Describes a move by a text that would take over a terminal.
;; fault: the plugin terminal-move broke the contract in `cursor.describe-move`: expected a move's text without control characters, found '\u{1b}'

;; -- describe
(data (i32.const 8000) "\1b]0;x")
(data (i32.const 8024) "\40\1f\00\00\05\00\00\00")
(func (export "boardloom:rules/rules@0.1.0#[method]cursor.describe-move") (param i32 i32 i32 i32) (result i32)
  (i32.const 8008))
