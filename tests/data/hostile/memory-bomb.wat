;; Takes memory until there is no more, and then gives up as an allocator does.
;; error: the plugin memory-bomb wanted more than 64 MiB of memory in `cursor.play`

;; -- play
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.play") (param i32 i32 i32 i32) (result i32)
  (loop $more (br_if $more (i32.ne (memory.grow (i32.const 16)) (i32.const -1))))
  (unreachable))
