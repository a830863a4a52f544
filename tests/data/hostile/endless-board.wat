;; Says that there is ever more to draw, and never gives it.
;; error: the plugin endless-board broke the contract in `drawing-beyond`: expected the rest of the drawing, found nothing

;; -- extent
(func (export "boardloom:rules/board@1.0.0#extent") (param i32 i32) (result i32)
  (i32.store (i32.const 8012) (i32.const 1000000))
  (i32.const 8000))
