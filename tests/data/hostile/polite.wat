;; A plugin that does as little as the contract allows, and nothing wrong: two
;; seats, four sites, one legal move for ever. The files beside it replace parts
;; of it; a part begins with a line of two semicolons, two hyphens and its name.

;; -- imports
(import "boardloom:rules/trace@1.0.0" "say" (func $say (param i32 i32 i32)))
(import "[export]boardloom:rules/rules@1.0.0" "[resource-new]open-game" (func $new-game (param i32) (result i32)))
(import "[export]boardloom:rules/rules@1.0.0" "[resource-new]cursor" (func $new-cursor (param i32) (result i32)))

;; -- memory
(memory (export "memory") 2)

;; -- data
(data (i32.const 1024) "{}")
(data (i32.const 1040) "flat")
(data (i32.const 1048) "text")
(data (i32.const 1056) "a")
(data (i32.const 1064) "Flat")
;; about: two seats, two colours, a view at 2200, a form at 2300
(data (i32.const 2048) "\02\02")
(data (i32.const 2068) "\98\08\00\00\01\00\00\00\fc\08\00\00\01\00\00\00")
(data (i32.const 2200) "\10\04\00\00\04\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\28\04\00\00\04\00\00\00\02")
(data (i32.const 2300) "\18\04\00\00\04\00\00\00")
;; standing: seat 0 (at 1100) may act, two seats at 3304, four sites
(data (i32.const 3076) "\4c\04\00\00\01\00\00\00")
(data (i32.const 3088) "\e8\0c\00\00\02\00\00\00")
(data (i32.const 3208) "\04")
(data (i32.const 3328) "\01")
(data (i32.const 3336) "\01")
(data (i32.const 3360) "\01")
;; a page with the one move, and the same as a text that was understood
(data (i32.const 4096) "\08\10\00\00\01\00\00\00\20\04\00\00\01\00\00\00")
(data (i32.const 5204) "\20\04\00\00\01\00\00\00")

;; -- realloc
;; Arguments are forgotten after a while; nothing here looks at them.
(global $top (mut i32) (i32.const 65536))
(func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32)
  (local $at i32)
  (if (i32.gt_u (global.get $top) (i32.const 120000)) (then (global.set $top (i32.const 65536))))
  (local.set $at (global.get $top))
  (global.set $top (i32.and (i32.add (i32.add (global.get $top) (local.get 3)) (i32.const 15)) (i32.const -16)))
  (local.get $at))

;; -- schema
(func (export "boardloom:rules/rules@1.0.0#schema") (result i32)
  (i32.store (i32.const 6000) (i32.const 1024))
  (i32.store (i32.const 6004) (i32.const 2))
  (i32.const 6000))

;; -- open
(func (export "boardloom:rules/rules@1.0.0#[static]open-game.open") (param i32 i32) (result i32)
  (i32.store (i32.const 4000) (i32.const 0))
  (i32.store (i32.const 4004) (call $new-game (i32.const 7)))
  (i32.const 4000))

;; -- warnings
(func (export "boardloom:rules/rules@1.0.0#[method]open-game.warnings") (param i32) (result i32) (i32.const 5000))
;; -- about
(func (export "boardloom:rules/rules@1.0.0#[method]open-game.about") (param i32) (result i32) (i32.const 2048))
;; -- explain
(func (export "boardloom:rules/rules@1.0.0#[method]open-game.explain") (param i32) (result i32) (i32.const 5000))

;; -- start
(func (export "boardloom:rules/rules@1.0.0#[method]open-game.start") (param i32) (result i32)
  (call $new-cursor (i32.const 8)))

;; -- load
(func $load (export "boardloom:rules/rules@1.0.0#[method]open-game.load") (param i32 i32 i32) (result i32)
  (i32.store (i32.const 4000) (i32.const 0))
  (i32.store (i32.const 4004) (call $new-cursor (i32.const 8)))
  (i32.const 4000))

;; -- read
(func (export "boardloom:rules/rules@1.0.0#[method]open-game.read") (param i32 i32 i32) (result i32)
  (i32.store (i32.const 4000) (i32.const 0))
  (i32.store (i32.const 4004) (call $new-cursor (i32.const 8)))
  (i32.const 4000))

;; -- status
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.status") (param i32) (result i32) (i32.const 3072))
;; -- pieces
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.pieces") (param i32 i32 i32) (result i32) (i32.const 5000))
;; -- pieces-at
(func (export "boardloom:rules/shortcuts@1.0.0#pieces-at") (param i32 i32 i32) (result i32) (i32.const 5000))
;; -- choices
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.choices") (param i32 i32 i32 i32) (result i32) (i32.const 5000))
;; -- paths
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.paths") (param i32 i32 i32 i32) (result i32) (i32.const 5000))
;; -- count-moves
(func (export "boardloom:rules/shortcuts@1.0.0#count-moves") (param i32 i32) (result i64) (i64.const 1))
;; -- legal-moves
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.legal-moves") (param i32 i32 i32 i32 i32 i32) (result i32) (i32.const 4096))
;; -- is-legal
(func (export "boardloom:rules/shortcuts@1.0.0#is-legal") (param i32 i32 i32 i32) (result i32) (i32.const 1))
;; -- parse
(func (export "boardloom:rules/shortcuts@1.0.0#parse") (param i32 i32 i32 i32) (result i32) (i32.const 5200))

;; -- describe-move
(data (i32.const 4176) "\20\04\00\00\01\00\00\00")
(func (export "boardloom:rules/shortcuts@1.0.0#describe-move") (param i32 i32 i32 i32) (result i32) (i32.const 4160))

;; -- play
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.play") (param i32 i32 i32 i32) (result i32)
  (i32.store (i32.const 3072) (i32.add (i32.load (i32.const 3072)) (i32.const 1)))
  (i32.const 5000))

;; -- preview
(func (export "boardloom:rules/shortcuts@1.0.0#preview") (param i32 i32 i32 i32) (result i32)
  (memory.copy (i32.const 7008) (i32.const 3072) (i32.const 144))
  (i32.const 7000))

;; -- remove-player
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.remove-player") (param i32 i32) (result i32) (i32.const 5000))
;; -- chance-outcomes
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.chance-outcomes") (param i32 i32) (result i32) (i32.const 5000))
;; -- sample-outcome
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.sample-outcome") (param i32 i64) (result i32) (i32.const 5000))

;; -- undo
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.undo") (param i32) (result i32)
  (if (i32.eqz (i32.load (i32.const 3072))) (then (return (i32.const 0))))
  (i32.store (i32.const 3072) (i32.sub (i32.load (i32.const 3072)) (i32.const 1)))
  (i32.const 1))

;; -- fork
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.fork") (param i32) (result i32)
  (call $new-cursor (i32.const 8)))

;; -- save
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.save") (param i32) (result i32) (i32.const 5000))
;; -- write
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.write") (param i32 i32 i32) (result i32) (i32.const 5200))

;; -- extent
(func (export "boardloom:rules/board@1.0.0#extent") (param i32 i32) (result i32) (i32.const 5000))
;; -- drawing-beyond
(func (export "boardloom:rules/board@1.0.0#drawing-beyond") (param i32 i32 i32 i32 i32 i32 i32 i32 i32) (result i32) (i32.const 5000))
;; -- proposed-sites
(func (export "boardloom:rules/board@1.0.0#proposed-sites") (param i32 i32 i32 i32) (result i32) (i32.const 5000))
;; -- marks
(func (export "boardloom:rules/board@1.0.0#marks") (param i32) (result i32) (i32.const 5000))
