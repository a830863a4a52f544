;; Describes a move by a text that fills a list of moves.
;; error: the plugin long-move broke the contract in `describe-move`: expected a move's text of at most 1024 bytes, found 2000

;; -- describe-move
(func (export "boardloom:rules/shortcuts@1.0.0#describe-move") (param i32 i32 i32 i32) (result i32)
  (memory.fill (i32.const 16384) (i32.const 97) (i32.const 2000))
  (i32.store (i32.const 8024) (i32.const 16384))
  (i32.store (i32.const 8028) (i32.const 2000))
  (i32.const 8008))
