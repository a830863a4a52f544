;; A notation that is not UTF-8.
;; error: the plugin invalid-text broke the contract in `parse`: a text is not UTF-8: invalid utf-8 sequence of 1 bytes from index 0

;; -- parse
(data (i32.const 8000) "\ff\fe")
(data (i32.const 8008) "\00\00\00\00\40\1f\00\00\02\00\00\00")
(func (export "boardloom:rules/shortcuts@1.0.0#parse") (param i32 i32 i32 i32) (result i32)
  (i32.const 8008))
