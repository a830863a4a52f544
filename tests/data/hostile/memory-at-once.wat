;; Wants a gigabyte before it begins.
;; error: the plugin memory-at-once wanted more than 64 MiB of memory in `instantiate`

;; -- memory
(memory (export "memory") 16384)
