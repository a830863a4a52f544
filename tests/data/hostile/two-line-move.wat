;; Describes a move by a text that would break a list of moves.
;; error: the plugin two-line-move broke the contract in `describe-move`: expected a move's text without control characters, found '\n'

;; -- describe-move
(data (i32.const 8000) "a\0ab")
(data (i32.const 8024) "\40\1f\00\00\03\00\00\00")
(func (export "boardloom:rules/shortcuts@1.0.0#describe-move") (param i32 i32 i32 i32) (result i32)
  (i32.const 8008))
