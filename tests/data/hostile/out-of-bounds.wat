;; Reads beyond its memory.
;; error: the plugin out-of-bounds broke down in `cursor.status`: out of bounds memory access, in standing

;; -- status
(func $standing (export "boardloom:rules/rules@1.0.0#[method]cursor.status") (param i32) (result i32)
  (i32.load (i32.const -4)))
