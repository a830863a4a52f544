;; Says why before it panics, as the SDK does; what a terminal would obey is gone.
;; error: the plugin last-words broke down in `cursor.play`: panicked at src/lib.rs:7: no  [31m such site, in fail < play

;; -- more data
(data (i32.const 8000) "panicked at src/lib.rs:7: no \1b[31m such site\0a")

;; -- play
(func $fail
  (call $say (i32.const 0) (i32.const 8000) (i32.const 44))
  (unreachable))
(func $play (export "boardloom:rules/rules@1.0.0#[method]cursor.play") (param i32 i32 i32 i32) (result i32)
  (call $fail)
  (unreachable))
