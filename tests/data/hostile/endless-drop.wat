;; Does not let go of a position. What comes after it is told so.
;; error: the plugin endless-drop took more than 200 ms for `cursor.drop`

;; -- fork
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.fork") (param i32) (result i32)
  (call $new-cursor (i32.const 8)))
(func (export "boardloom:rules/rules@1.0.0#[dtor]cursor") (param i32)
  (loop $again (br $again)))
