//! The 3D board as cached triangles: blocks are rebuilt only when they change.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use boardloom_board_view::Pos;
use boardloom_board_view::Rect as BoardRect;
use boardloom_board_view::scene::{Color, Picture};
use boardloom_board_view::scene3d::{
    Billboard, Camera3d, Decal, HeightMap, Light, Mesh3d, Model, ModelBuilder,
};
use egui::epaint::Vertex;
use egui::{Mesh, Rect, pos2};

use super::board_surface::moving;
use crate::mesh::triangles;

/// Lines are rebuilt when the scale has changed by this factor.
const STALE: f64 = 1.6;

/// In drawing order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RenderPass {
    Solid,
    /// Drawings on bodies; bodies hide them.
    Decal,
    /// Translucent bodies; they hide their own far side.
    Translucent,
    TranslucentDecal,
    /// Drawings that nothing hides.
    Overlay,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeshInstance3d {
    /// Never reused.
    pub id: u64,
    /// The point of the board that the triangles are relative to.
    pub origin: Pos,
    pub pass: RenderPass,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum ScenePart {
    Slab,
    Cells,
    Lines,
    Pieces,
    Under,
    Moving,
    Translucent,
    Over,
}

#[derive(Debug)]
struct CachedPart {
    key: u64,
    body: Option<u64>,
    ink: Option<u64>,
    origin: Pos,
    texts: Vec<Billboard>,
}

#[derive(Debug, Default)]
pub struct Scene3d {
    pub clip: Option<Rect>,
    /// The window draws them, below the panels.
    pub drawn_below: bool,
    eye: Option<Camera3d>,
    /// The scale that lines were made for.
    scale: f64,
    instances: Vec<MeshInstance3d>,
    facets: HashMap<u64, Arc<Mesh3d>>,
    cached: HashMap<(ScenePart, usize), CachedPart>,
    /// Parts rebuilt in every frame, to detect changes.
    shown: HashMap<ScenePart, Model>,
    labels: Vec<Billboard>,
    fresh: Vec<u64>,
    last: u64,
}

impl Scene3d {
    /// `None` while the board is flat.
    pub fn eye(&self) -> Option<Camera3d> {
        self.eye
    }

    pub fn instances(&self) -> &[MeshInstance3d] {
        &self.instances
    }

    /// Takes the triangles made since the last call.
    pub fn take_fresh(&mut self) -> Vec<(u64, Arc<Mesh3d>)> {
        let fresh = std::mem::take(&mut self.fresh);
        fresh.into_iter().filter_map(|id| Some((id, self.facets.remove(&id)?))).collect()
    }

    pub fn kept(&self) -> HashSet<u64> {
        self.cached.values().flat_map(|cached| [cached.body, cached.ink]).flatten().collect()
    }

    pub(super) fn clear(&mut self) {
        if self.eye.is_some() {
            *self =
                Scene3d { drawn_below: self.drawn_below, last: self.last, ..Scene3d::default() };
        }
    }

    pub(super) fn update(
        &mut self,
        picture: &Picture<'_>,
        eye: Camera3d,
        height_map: &HeightMap,
        pixels: f32,
    ) {
        let ratio = (self.scale / eye.scale).max(eye.scale / self.scale);
        if ratio > STALE {
            self.scale = eye.scale;
        }
        self.eye = Some(eye);
        self.instances.clear();
        if !self.drawn_below {
            self.fresh.clear();
        }
        let scenery = ModelBuilder::new(picture, &eye, height_map, self.scale);
        self.update_blocks(picture, &scenery, &eye, pixels);
        self.labels = scenery.labels();
        let (moving, translucent) = scenery.moving();
        let passing = [
            (ScenePart::Under, scenery.under()),
            (ScenePart::Moving, moving),
            (ScenePart::Translucent, translucent),
            (ScenePart::Over, scenery.over()),
        ];
        for (part, solid) in passing {
            if self.shown.get(&part) != Some(&solid) {
                self.drop_cached((part, 0));
                let cached = self.make(&solid, 0, pixels);
                self.cached.insert((part, 0), cached);
                self.shown.insert(part, solid);
            }
        }
        self.list_instances(picture, &eye);
    }

    fn update_blocks(
        &mut self,
        picture: &Picture<'_>,
        scenery: &ModelBuilder<'_>,
        eye: &Camera3d,
        pixels: f32,
    ) {
        let board = picture.board;
        let left = |at: &&(ScenePart, usize)| at.1 >= count(picture, at.0);
        let gone: Vec<_> = self.cached.keys().filter(left).copied().collect();
        gone.into_iter().for_each(|key| self.drop_cached(key));
        let base = hash_of((picture.style.revision(), self.scale.to_bits(), pixels.to_bits()));
        let upright = eye.upright().map(|axis| axis.map(f64::to_bits));
        let shadows = scenery.shadow_direction().map(f64::to_bits);
        let dragged = picture.controller.and_then(|i| i.drag()).map(|drag| drag.from);
        for part in [ScenePart::Slab, ScenePart::Cells, ScenePart::Lines, ScenePart::Pieces] {
            for n in 0..count(picture, part) {
                let block = match part {
                    ScenePart::Lines => &board.stroke_blocks()[n],
                    ScenePart::Slab => {
                        let captions = picture.show.coordinates;
                        let key = hash_of((base, board.revision(), shadows, captions));
                        self.cache((part, n), key, pixels, || scenery.slab());
                        continue;
                    }
                    _ => &board.place_blocks()[n],
                };
                let around = block.bounds.grown(2.0 * board.unit());
                if !eye.may_see(around, picture.camera.viewport) {
                    continue;
                }
                // A divided neighbour changes the height of a terrace.
                let version =
                    if board.place_blocks().len() > 8 { block.version } else { board.revision() };
                let key = hash_of((base, version, block.version));
                match part {
                    ScenePart::Cells => self.cache((part, n), key, pixels, || scenery.cells(n)),
                    ScenePart::Lines => self.cache((part, n), key, pixels, || scenery.lines(n)),
                    _ => {
                        let pieces = picture.pieces.version(&block.sites);
                        let key = (key, pieces, upright, dragged, moving(picture, block));
                        let key = (key, picture.piece_revision(), shadows);
                        let near = eye.scale.log2().round() as i64;
                        self.cache((part, n), hash_of((key, near)), pixels, || scenery.pieces(n));
                    }
                }
            }
        }
    }

    fn cache(
        &mut self,
        at: (ScenePart, usize),
        key: u64,
        pixels: f32,
        solid: impl FnOnce() -> Model,
    ) {
        if self.cached.get(&at).is_none_or(|cached| cached.key != key) {
            self.drop_cached(at);
            let cached = self.make(&solid(), key, pixels);
            self.cached.insert(at, cached);
        }
    }

    fn drop_cached(&mut self, at: (ScenePart, usize)) {
        let Some(CachedPart { body, ink, .. }) = self.cached.remove(&at) else { return };
        for id in [body, ink].into_iter().flatten() {
            self.facets.remove(&id);
        }
    }

    fn make(&mut self, solid: &Model, key: u64, pixels: f32) -> CachedPart {
        let mut body = solid.body.clone();
        solid.faces.iter().for_each(|sheet| add_decal(sheet, pixels, &mut body));
        let mut ink = solid.shade.clone();
        solid.ink.iter().for_each(|sheet| add_decal(sheet, pixels, &mut ink));
        let (origin, texts) = (body.origin, solid.texts.clone());
        CachedPart { key, body: self.store(body), ink: self.store(ink), origin, texts }
    }

    fn store(&mut self, facets: Mesh3d) -> Option<u64> {
        if facets.is_empty() {
            return None;
        }
        self.last += 1;
        self.facets.insert(self.last, Arc::new(facets));
        self.fresh.push(self.last);
        Some(self.last)
    }

    fn list_instances(&mut self, picture: &Picture<'_>, eye: &Camera3d) {
        let order = [
            ScenePart::Slab,
            ScenePart::Cells,
            ScenePart::Lines,
            ScenePart::Under,
            ScenePart::Pieces,
            ScenePart::Moving,
            ScenePart::Translucent,
            ScenePart::Over,
        ];
        for part in order {
            for n in 0..count(picture, part) {
                let Some(cached) = self.cached.get(&(part, n)) else { continue };
                let seen = match part {
                    ScenePart::Cells | ScenePart::Pieces => {
                        Some(picture.board.place_blocks()[n].bounds)
                    }
                    ScenePart::Lines => Some(picture.board.stroke_blocks()[n].bounds),
                    _ => None,
                };
                let around = |part: BoardRect| part.grown(2.0 * picture.board.unit());
                if seen.is_some_and(|it| !eye.may_see(around(it), picture.camera.viewport)) {
                    continue;
                }
                let (body, ink) = match part {
                    ScenePart::Translucent => {
                        (RenderPass::Translucent, RenderPass::TranslucentDecal)
                    }
                    ScenePart::Over => (RenderPass::Overlay, RenderPass::Overlay),
                    _ => (RenderPass::Solid, RenderPass::Decal),
                };
                for (id, pass) in [(cached.body, body), (cached.ink, ink)] {
                    let instance = |id| MeshInstance3d { id, origin: cached.origin, pass };
                    self.instances.extend(id.map(instance));
                }
            }
        }
        self.instances.sort_by_key(|instance| instance.pass);
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = &Billboard> {
        self.labels.iter().chain(self.cached.values().flat_map(|cached| &cached.texts))
    }

    /// Projects the triangles, back to front, if the window does not draw them.
    pub(super) fn painted(&self) -> Mesh {
        let mut mesh = Mesh::default();
        let Some(eye) = self.eye else { return mesh };
        let light = Light::of(&eye);
        for pass in self.instances.chunk_by(|a, b| a.pass == b.pass) {
            let mut order: Vec<(f64, [u32; 3])> = Vec::new();
            for instance in pass {
                let Some(facets) = self.facets.get(&instance.id) else { continue };
                project(facets, &eye, &light, &mut mesh, &mut order);
            }
            if pass[0].pass != RenderPass::Decal {
                order.sort_by(|a, b| a.0.total_cmp(&b.0));
            }
            mesh.indices.extend(order.into_iter().flat_map(|(_, corners)| corners));
        }
        mesh
    }
}

pub(super) fn hash_of(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

fn count(picture: &Picture<'_>, part: ScenePart) -> usize {
    match part {
        ScenePart::Cells | ScenePart::Pieces => picture.board.place_blocks().len(),
        ScenePart::Lines => picture.board.stroke_blocks().len(),
        _ => 1,
    }
}

fn add_decal(sheet: &Decal, pixels: f32, facets: &mut Mesh3d) {
    let mesh = triangles(&sheet.shapes, 2.0 * pixels);
    let corners = mesh.vertices.iter().map(|it| {
        let [r, g, b, a] = it.color.to_srgba_unmultiplied();
        ([it.pos.x, it.pos.y], [r, g, b, a])
    });
    facets.add_shapes(&sheet.plane, corners, mesh.indices.iter().copied());
}

/// Adds projected triangles with their depths.
fn project(
    facets: &Mesh3d,
    eye: &Camera3d,
    light: &Light,
    mesh: &mut Mesh,
    order: &mut Vec<(f64, [u32; 3])>,
) {
    let first = mesh.vertices.len() as u32;
    let mut near: Vec<Option<f64>> = Vec::with_capacity(facets.corners.len());
    for corner in &facets.corners {
        let [x, y, z] = corner.at.map(f64::from);
        let at = [x + facets.origin.x, y + facets.origin.y, z];
        let place = eye.project(at);
        near.push(place.map(|_| eye.nearness(at)));
        let (own, white) = light.on(corner.normal(), corner.gloss());
        let [r, g, b, a] = corner.color;
        let lit = |part: u8, own: f32| (f32::from(part) * own + 255.0 * white).min(255.0) as u8;
        let shade = Color { r: lit(r, own[0]), g: lit(g, own[1]), b: lit(b, own[2]), a };
        let color = crate::theme::color(shade);
        let place = place.unwrap_or_default();
        mesh.vertices.push(Vertex::untextured(pos2(place.x as f32, place.y as f32), color));
    }
    for triangle in facets.indices.chunks_exact(3) {
        let corners = [triangle[0], triangle[1], triangle[2]];
        let nearness = corners.map(|corner| near[corner as usize]);
        if let [Some(a), Some(b), Some(c)] = nearness {
            order.push((a + b + c, corners.map(|corner| corner + first)));
        }
    }
}
