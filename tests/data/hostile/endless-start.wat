;; Does not even begin.
;; error: the plugin endless-start took more than 400 ms for `instantiate`

;; -- memory
(memory (export "memory") 2)
(func $begin (loop $again (br $again)))
(start $begin)
