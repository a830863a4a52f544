;; Draws a site where no screen reaches.
;; error: the plugin far-away broke the contract in `drawing-beyond`: expected coordinates within 1e9, found inf

;; -- drawing-beyond
(func (export "boardloom:rules/board@1.0.0#drawing-beyond") (param i32 i32 i32 i32 i32 i32 i32 i32 i32) (result i32)
  ;; one caption at 8016, in the fifth list of a patch at 8100
  (i32.store (i32.const 8132) (i32.const 8016))
  (i32.store (i32.const 8136) (i32.const 1))
  (f64.store (i32.const 8024) (f64.const inf))
  (i32.const 8100))
