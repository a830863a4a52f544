;; A text form that would take over a terminal.
;; error: the plugin terminal-text broke the contract in `cursor.write`: expected a text form without control characters, found '\u{1b}'

;; -- write
(data (i32.const 8000) "\1b]0;x")
(data (i32.const 8008) "\00\00\00\00\40\1f\00\00\05\00\00\00")
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.write") (param i32 i32 i32) (result i32)
  (i32.const 8008))
