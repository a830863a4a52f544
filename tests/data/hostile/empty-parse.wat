;; Understands any text as a move without a notation.
;; error: the plugin empty-parse broke the contract in `parse`: expected a notation, found an empty text

;; -- parse
(data (i32.const 8008) "\00\00\00\00\40\1f\00\00\00\00\00\00")
(func (export "boardloom:rules/shortcuts@1.0.0#parse") (param i32 i32 i32 i32) (result i32)
  (i32.const 8008))
