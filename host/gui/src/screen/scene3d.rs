//! The board in three dimensions as triangles that are kept: made anew only where
//! something changed, block by block; turning and tilting it moves none.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use boardloom_board_view::Pos;
use boardloom_board_view::Rect as BoardRect;
use boardloom_board_view::scene::Picture;
use boardloom_board_view::scene3d::{
    Billboard, Camera3d, Decal, HeightMap, Light, Mesh3d, Model, ModelBuilder,
};
use egui::epaint::Vertex;
use egui::{Color32, Mesh, Rect, pos2};

use super::board_surface::moving;
use crate::mesh::triangles;

/// How much nearer or farther off the board is seen before its lines are made anew.
const STALE: f64 = 1.6;

/// How triangles are drawn; in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pass {
    /// Bodies: the nearest is seen.
    Body,
    /// Drawings on bodies: what a body hides of them is not seen.
    Ink,
    /// Bodies that what is behind is seen through, though not their own other side.
    Veil,
    /// Drawings on those.
    VeilInk,
    /// Drawings that are seen through everything.
    Over,
}

/// Triangles and how they are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prop {
    /// Names the triangles; never used for others.
    pub id: u64,
    /// The point of the board that they are measured from.
    pub origin: Pos,
    /// How.
    pub pass: Pass,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum What {
    Slab,
    Cells,
    Lines,
    Figures,
    Under,
    Moving,
    Veiled,
    Over,
}

/// What was made, and what for.
#[derive(Debug)]
struct Made {
    key: u64,
    body: Option<u64>,
    ink: Option<u64>,
    origin: Pos,
    texts: Vec<Billboard>,
}

/// The board and its pieces in three dimensions, as triangles.
#[derive(Debug, Default)]
pub struct Stage {
    /// Where they may be seen.
    pub clip: Option<Rect>,
    /// Whether somebody else draws them, below the panels.
    pub drawn_below: bool,
    eye: Option<Camera3d>,
    /// The scale that lines were made for.
    scale: f64,
    props: Vec<Prop>,
    facets: HashMap<u64, Arc<Mesh3d>>,
    made: HashMap<(What, usize), Made>,
    /// What is made in every frame, to be compared.
    shown: HashMap<What, Model>,
    labels: Vec<Billboard>,
    fresh: Vec<u64>,
    last: u64,
}

impl Stage {
    /// Returns from where it is seen; none while the board lies flat.
    pub fn eye(&self) -> Option<Camera3d> {
        self.eye
    }

    /// Returns what is to be drawn, in order.
    pub fn props(&self) -> &[Prop] {
        &self.props
    }

    /// Returns the triangles that nobody has taken yet; whoever draws them below keeps
    /// them.
    pub fn take_fresh(&mut self) -> Vec<(u64, Arc<Mesh3d>)> {
        let fresh = std::mem::take(&mut self.fresh);
        fresh.into_iter().filter_map(|id| Some((id, self.facets.remove(&id)?))).collect()
    }

    /// Returns the names of all triangles that may be drawn again.
    pub fn kept(&self) -> HashSet<u64> {
        self.made.values().flat_map(|made| [made.body, made.ink]).flatten().collect()
    }

    /// Forgets everything: the board lies flat.
    pub(super) fn clear(&mut self) {
        if self.eye.is_some() {
            *self = Stage { drawn_below: self.drawn_below, last: self.last, ..Stage::default() };
        }
    }

    /// Brings the triangles up to date with a picture.
    pub(super) fn update(
        &mut self,
        picture: &Picture<'_>,
        eye: Camera3d,
        relief: &HeightMap,
        pixels: f32,
    ) {
        let ratio = (self.scale / eye.scale()).max(eye.scale() / self.scale);
        if ratio > STALE {
            self.scale = eye.scale();
        }
        self.eye = Some(eye);
        self.props.clear();
        if !self.drawn_below {
            self.fresh.clear();
        }
        let scenery = ModelBuilder::new(picture, &eye, relief, self.scale);
        self.keep_blocks(picture, &scenery, &eye, pixels);
        self.labels = scenery.labels();
        let (moving, veiled) = scenery.moving();
        let passing = [
            (What::Under, scenery.under()),
            (What::Moving, moving),
            (What::Veiled, veiled),
            (What::Over, scenery.over()),
        ];
        for (what, solid) in passing {
            if self.shown.get(&what) != Some(&solid) {
                self.drop_made((what, 0));
                let made = self.make(&solid, 0, pixels);
                self.made.insert((what, 0), made);
                self.shown.insert(what, solid);
            }
        }
        self.lay(picture, &eye);
    }

    /// Makes the blocks that changed.
    fn keep_blocks(
        &mut self,
        picture: &Picture<'_>,
        scenery: &ModelBuilder<'_>,
        eye: &Camera3d,
        pixels: f32,
    ) {
        let board = picture.board;
        let left = |at: &&(What, usize)| at.1 >= count(picture, at.0);
        let gone: Vec<_> = self.made.keys().filter(left).copied().collect();
        gone.into_iter().for_each(|key| self.drop_made(key));
        let base = hashed((picture.style.revision(), self.scale.to_bits(), pixels.to_bits()));
        let upright = eye.upright().map(|way| way.map(f64::to_bits));
        let dragged = picture.controller.and_then(|i| i.drag()).map(|drag| drag.from);
        for what in [What::Slab, What::Cells, What::Lines, What::Figures] {
            for n in 0..count(picture, what) {
                let block = match what {
                    What::Lines => &board.stroke_blocks()[n],
                    What::Slab => {
                        let key = hashed((base, board.revision()));
                        self.keep((what, n), key, pixels, || scenery.slab());
                        continue;
                    }
                    _ => &board.place_blocks()[n],
                };
                let around = block.bounds.grown(2.0 * board.unit());
                if !eye.may_see(around, picture.camera.viewport) {
                    continue;
                }
                // A terrace may be another where a cell beside it was divided.
                let version =
                    if board.place_blocks().len() > 8 { block.version } else { board.revision() };
                let key = hashed((base, version, block.version));
                match what {
                    What::Cells => self.keep((what, n), key, pixels, || scenery.cells(n)),
                    What::Lines => self.keep((what, n), key, pixels, || scenery.lines(n)),
                    _ => {
                        let pieces = picture.pieces.version(&block.sites);
                        let key = (key, pieces, upright, dragged, moving(picture, block));
                        let near = eye.scale().log2().round() as i64;
                        self.keep((what, n), hashed((key, near)), pixels, || scenery.pieces(n));
                    }
                }
            }
        }
    }

    /// Makes something anew where its key is another.
    fn keep(&mut self, at: (What, usize), key: u64, pixels: f32, solid: impl FnOnce() -> Model) {
        if self.made.get(&at).is_none_or(|made| made.key != key) {
            self.drop_made(at);
            let made = self.make(&solid(), key, pixels);
            self.made.insert(at, made);
        }
    }

    fn drop_made(&mut self, at: (What, usize)) {
        for id in self.made.remove(&at).into_iter().flat_map(|made| [made.body, made.ink]).flatten()
        {
            self.facets.remove(&id);
        }
    }

    fn make(&mut self, solid: &Model, key: u64, pixels: f32) -> Made {
        let mut body = solid.body.clone();
        solid.faces.iter().for_each(|sheet| lay(sheet, pixels, &mut body));
        let mut ink = solid.shade.clone();
        solid.ink.iter().for_each(|sheet| lay(sheet, pixels, &mut ink));
        let (origin, texts) = (body.origin, solid.texts.clone());
        Made { key, body: self.name(body), ink: self.name(ink), origin, texts }
    }

    /// Keeps triangles under a name of their own.
    fn name(&mut self, facets: Mesh3d) -> Option<u64> {
        if facets.is_empty() {
            return None;
        }
        self.last += 1;
        self.facets.insert(self.last, Arc::new(facets));
        self.fresh.push(self.last);
        Some(self.last)
    }

    /// Puts what is seen in order.
    fn lay(&mut self, picture: &Picture<'_>, eye: &Camera3d) {
        let order = [
            What::Slab,
            What::Cells,
            What::Lines,
            What::Under,
            What::Figures,
            What::Moving,
            What::Veiled,
            What::Over,
        ];
        for what in order {
            for n in 0..count(picture, what) {
                let Some(made) = self.made.get(&(what, n)) else { continue };
                let seen = match what {
                    What::Cells | What::Figures => Some(picture.board.place_blocks()[n].bounds),
                    What::Lines => Some(picture.board.stroke_blocks()[n].bounds),
                    _ => None,
                };
                let around = |part: BoardRect| part.grown(2.0 * picture.board.unit());
                if seen.is_some_and(|it| !eye.may_see(around(it), picture.camera.viewport)) {
                    continue;
                }
                let (body, ink) = match what {
                    What::Veiled => (Pass::Veil, Pass::VeilInk),
                    What::Over => (Pass::Over, Pass::Over),
                    _ => (Pass::Body, Pass::Ink),
                };
                for (id, pass) in [(made.body, body), (made.ink, ink)] {
                    let prop = |id| Prop { id, origin: made.origin, pass };
                    self.props.extend(id.map(prop));
                }
            }
        }
        self.props.sort_by_key(|prop| prop.pass);
    }

    /// Returns the texts that can be seen.
    pub(super) fn texts(&self) -> impl Iterator<Item = &Billboard> {
        self.labels.iter().chain(self.made.values().flat_map(|made| &made.texts))
    }

    /// Returns the triangles where they are seen, from the back to the front: for
    /// drawing them without anybody below.
    pub(super) fn painted(&self) -> Mesh {
        let mut mesh = Mesh::default();
        let Some(eye) = self.eye else { return mesh };
        let light = Light::of(&eye);
        for pass in [Pass::Body, Pass::Ink, Pass::Veil, Pass::VeilInk, Pass::Over] {
            let mut order: Vec<(f64, [u32; 3])> = Vec::new();
            for prop in self.props.iter().filter(|prop| prop.pass == pass) {
                let Some(facets) = self.facets.get(&prop.id) else { continue };
                project(facets, &eye, &light, &mut mesh, &mut order);
            }
            if pass != Pass::Ink {
                order.sort_by(|a, b| a.0.total_cmp(&b.0));
            }
            mesh.indices.extend(order.into_iter().flat_map(|(_, corners)| corners));
        }
        mesh
    }
}

fn hashed(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// Returns how many parts something is made in.
fn count(picture: &Picture<'_>, what: What) -> usize {
    match what {
        What::Cells | What::Figures => picture.board.place_blocks().len(),
        What::Lines => picture.board.stroke_blocks().len(),
        _ => 1,
    }
}

/// Lays a sheet's shapes into space.
fn lay(sheet: &Decal, pixels: f32, facets: &mut Mesh3d) {
    let mesh = triangles(&sheet.shapes, 2.0 * pixels);
    let corners = mesh.vertices.iter().map(|it| {
        let [r, g, b, a] = it.color.to_srgba_unmultiplied();
        ([it.pos.x, it.pos.y], [r, g, b, a])
    });
    facets.lay(&sheet.plane, corners, mesh.indices.iter().copied());
}

/// Adds triangles as they are seen, with how near each is.
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
        let (own, white) = light.on(corner.way(), corner.gloss());
        let lit = |part: u8| (f32::from(part) * own + 255.0 * white).min(255.0) as u8;
        let [r, g, b, a] = corner.color;
        let color = Color32::from_rgba_unmultiplied(lit(r), lit(g), lit(b), a);
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
