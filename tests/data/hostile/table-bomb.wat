;; Makes a table of a million entries.
;; error: the plugin table-bomb broke down in `cursor.play`: it ran into code that it takes for unreachable: a panic without a message, most likely, in bomb

;; -- play
(table $t 1 funcref)
(func $bomb (export "boardloom:rules/rules@1.0.0#[method]cursor.play") (param i32 i32 i32 i32) (result i32)
  (if (i32.eq (table.grow $t (ref.null func) (i32.const 1000000)) (i32.const -1)) (then (unreachable)))
  (i32.const 5000))
