//! The flat board as cached triangles: blocks are rebuilt only when they change.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use boardloom_board_view::Rect as BoardRect;
use boardloom_board_view::board::{BLOCK, Block};
use boardloom_board_view::scene::{LayerKind, Part, Picture, Shape};
use boardloom_board_view::{Camera, Pos};
use egui::{Mesh, Pos2, Rect, pos2};

use super::scene3d::hash_of;
use crate::mesh::triangles;

/// Triangles scaled by more are rebuilt when there is time.
const STALE: f64 = 1.25;
/// Triangles scaled by more are rebuilt at once.
const TOO_STALE: f64 = 4.0;
/// Time a frame may spend on rebuilding scaled triangles.
const BUDGET: Duration = Duration::from_millis(4);
/// Wider blocks, in points, are clipped to the visible part: graphics cards use single precision.
const WIDEST: f64 = 20_000.0;

#[derive(Debug, Clone)]
pub struct MeshInstance {
    /// Never reused.
    pub id: u64,
    /// The scale since the triangles were made.
    pub zoom: f32,
    /// In points.
    pub origin: Pos2,
}

#[derive(Debug, Default)]
pub struct BoardSurface {
    pub clip: Option<Rect>,
    /// The window draws them, below the panels.
    pub drawn_below: bool,
    instances: Vec<MeshInstance>,
    meshes: HashMap<u64, Arc<Mesh>>,
    cached: HashMap<(Part, usize), CachedBlock>,
    under: Option<(Vec<Shape>, u64)>,
    fresh: Vec<u64>,
    last: u64,
    unfinished: bool,
}

#[derive(Debug)]
struct CachedBlock {
    id: u64,
    key: BlockKey,
    /// Points for a unit of the board.
    scale: f64,
    /// The point of the board that the triangles are relative to.
    origin: Pos,
    /// The part of the board that they cover; `None` is all.
    window: Option<BoardRect>,
    empty: bool,
    texts: Vec<Shape>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct BlockKey {
    version: u64,
    pieces: u64,
    numbers: u64,
    look: u64,
    pixels: u32,
    dragged: Option<u32>,
    /// A hash of its animated pieces; 0 without any.
    moving: u64,
}

impl BoardSurface {
    pub fn instances(&self) -> &[MeshInstance] {
        &self.instances
    }

    /// Takes the triangles made since the last call.
    pub fn take_fresh(&mut self) -> Vec<(u64, Arc<Mesh>)> {
        let fresh = std::mem::take(&mut self.fresh);
        fresh.into_iter().filter_map(|id| Some((id, self.meshes.remove(&id)?))).collect()
    }

    pub fn kept(&self) -> HashSet<u64> {
        let cached = self.cached.values().filter(|cached| !cached.empty).map(|cached| cached.id);
        cached.chain(self.under.iter().map(|(_, id)| *id)).collect()
    }

    /// Some triangles are scaled and will be rebuilt.
    pub fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    pub(super) fn hide(&mut self) {
        self.instances.clear();
        self.unfinished = false;
    }

    pub(super) fn update(&mut self, picture: &Picture<'_>, pixels_per_point: f32) {
        self.instances.clear();
        self.unfinished = false;
        let began = Instant::now();
        let look = picture.look_revision();
        let dragged = picture.controller.and_then(|i| i.drag()).map(|drag| drag.from);
        let seen = picture.camera.seen();
        self.drop_removed(picture);
        for part in Part::GROUND.into_iter().chain([Part::Pieces]) {
            if part == Part::Pieces {
                self.place_under(picture, pixels_per_point);
            }
            for (number, block) in picture.blocks(part).iter().enumerate() {
                let near = block.bounds.grown(2.0 * picture.board.unit()).meets(&seen);
                if !near || picture.is_too_fine(part, number) {
                    continue;
                }
                let is_pieces = part == Part::Pieces;
                let pieces = if is_pieces { picture.pieces.version(&block.sites) } else { 0 };
                if is_pieces && pieces == 0 {
                    continue;
                }
                let key = BlockKey {
                    version: block.version,
                    pieces,
                    numbers: if is_pieces { picture.piece_revision() } else { 0 },
                    look,
                    pixels: pixels_per_point.to_bits(),
                    dragged: dragged.filter(|_| is_pieces),
                    moving: if is_pieces { moving(picture, block) } else { 0 },
                };
                let known = self.cached.get(&(part, number));
                let refresh =
                    known.map_or(Refresh::Now, |cached| cached.refresh(key, picture.camera, &seen));
                match refresh {
                    Refresh::Now => self.make(picture, part, number, key),
                    Refresh::Later if began.elapsed() < BUDGET => {
                        self.make(picture, part, number, key);
                    }
                    Refresh::Later => self.unfinished = true,
                    Refresh::Keep => {}
                }
                self.place_block(picture.camera, part, number);
            }
        }
    }

    fn drop_removed(&mut self, picture: &Picture<'_>) {
        let meshes = &mut self.meshes;
        self.cached.retain(|(part, number), cached| {
            let stays = *number < picture.blocks(*part).len();
            if !stays {
                meshes.remove(&cached.id);
            }
            stays
        });
        if !self.drawn_below {
            self.fresh.clear();
        }
    }

    fn make(&mut self, picture: &Picture<'_>, part: Part, number: usize, key: BlockKey) {
        let block = &picture.blocks(part)[number];
        let camera = picture.camera;
        let width = block.bounds.width().max(block.bounds.height()) * camera.scale;
        let window = (width > WIDEST).then(|| {
            let seen = camera.seen();
            seen.grown(seen.width().max(seen.height()))
        });
        let origin = if window.is_some() { camera.center } else { block.bounds.middle() };
        let zero = Pos::new(0.0, 0.0);
        let viewport = BoardRect { min: zero, max: zero };
        let near = Camera { center: origin, viewport, ..*camera };
        let shapes = Picture { camera: &near, ..*picture }.part(part, number, window);
        let mesh = triangles(&shapes, f32::from_bits(key.pixels));
        let texts = shapes.into_iter().filter(|s| matches!(s, Shape::Text { .. })).collect();
        let empty = mesh.is_empty();
        let id = self.store(mesh);
        let cached = CachedBlock { id, key, scale: camera.scale, origin, window, empty, texts };
        if let Some(old) = self.cached.insert((part, number), cached) {
            self.meshes.remove(&old.id);
        }
    }

    fn store(&mut self, mesh: Mesh) -> u64 {
        self.last += 1;
        if !mesh.is_empty() {
            self.meshes.insert(self.last, Arc::new(mesh));
            self.fresh.push(self.last);
        }
        self.last
    }

    fn place_block(&mut self, camera: &Camera, part: Part, number: usize) {
        let Some(cached) = self.cached.get(&(part, number)).filter(|cached| !cached.empty) else {
            return;
        };
        let at = camera.to_screen(cached.origin);
        let (origin, zoom) = (pos2(at.x as f32, at.y as f32), (camera.scale / cached.scale) as f32);
        self.instances.push(MeshInstance { id: cached.id, zoom, origin });
    }

    fn place_under(&mut self, picture: &Picture<'_>, pixels_per_point: f32) {
        let shapes = picture.layer(LayerKind::Under).shapes;
        if self.under.as_ref().is_none_or(|(known, _)| *known != shapes) {
            let id = self.store(triangles(&shapes, pixels_per_point));
            if let Some((_, old)) = self.under.replace((shapes, id)) {
                self.meshes.remove(&old);
            }
        }
        if let Some((_, id)) = self.under.as_ref().filter(|(shapes, _)| !shapes.is_empty()) {
            self.instances.push(MeshInstance { id: *id, zoom: 1.0, origin: Pos2::ZERO });
        }
    }

    pub(super) fn texts(&self, picture: &Picture<'_>) -> Vec<Shape> {
        let mut texts = Vec::new();
        let camera = picture.camera;
        for ((_, number), cached) in
            self.cached.iter().filter(|((part, _), _)| *part == Part::Pieces)
        {
            let block = picture.blocks(Part::Pieces).get(*number);
            let seen = block.is_some_and(|block| block.bounds.meets(&camera.seen()));
            if cached.texts.is_empty() || !seen {
                continue;
            }
            let (origin, zoom) = (camera.to_screen(cached.origin), camera.scale / cached.scale);
            texts.extend(cached.texts.iter().filter_map(|text| placed(text, origin, zoom, camera)));
        }
        texts
    }

    pub(super) fn placed(&self) -> impl Iterator<Item = Mesh> + '_ {
        self.instances.iter().filter_map(|instance| {
            let mut mesh = Mesh::clone(self.meshes.get(&instance.id)?);
            for vertex in &mut mesh.vertices {
                vertex.pos = instance.origin + vertex.pos.to_vec2() * instance.zoom;
            }
            Some(mesh)
        })
    }
}

/// A hash of a block's animated pieces; 0 without any.
pub(super) fn moving(picture: &Picture<'_>, block: &Block) -> u64 {
    let Some(motion) = picture.motion else { return 0 };
    let mut sites: Vec<u32> =
        motion.hidden().filter(|site| block.sites.contains(&(site / BLOCK as u32))).collect();
    sites.sort_unstable();
    if sites.is_empty() { 0 } else { hash_of(sites) }
}

enum Refresh {
    Now,
    Later,
    Keep,
}

impl CachedBlock {
    fn refresh(&self, key: BlockKey, camera: &Camera, seen: &BoardRect) -> Refresh {
        let ratio = (camera.scale / self.scale).max(self.scale / camera.scale);
        let outside = self.window.is_some_and(|window| !window.holds(seen));
        if self.key != key || outside || ratio > TOO_STALE {
            Refresh::Now
        } else if ratio > STALE {
            Refresh::Later
        } else {
            Refresh::Keep
        }
    }
}

fn placed(text: &Shape, origin: Pos, zoom: f64, camera: &Camera) -> Option<Shape> {
    let Shape::Text { at: [x, y], text, size, color } = text else { return None };
    let at = Pos::new(origin.x + f64::from(*x) * zoom, origin.y + f64::from(*y) * zoom);
    let size = (f64::from(*size) * zoom) as f32;
    let legible = size >= 4.0 && camera.viewport.contains(at);
    legible.then(|| Shape::Text {
        at: [at.x as f32, at.y as f32],
        text: text.clone(),
        size,
        color: *color,
    })
}
