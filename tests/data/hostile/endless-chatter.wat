;; Never stops talking.
;; error: the plugin endless-chatter took more than 200 ms for `count-moves`

;; -- count-moves
(func (export "boardloom:rules/shortcuts@1.0.0#count-moves") (param i32 i32) (result i64)
  (loop $again
    (call $say (i32.const 2) (i32.const 1040) (i32.const 4))
    (br $again))
  (unreachable))
