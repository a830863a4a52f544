//! Draws egui's meshes into pixels, slowly and without a GPU.

use std::collections::HashMap;

use egui::epaint::{ImageData, Primitive, Vertex};
use egui::{Color32, Pos2, Rect, TextureId};

struct Texture {
    size: [usize; 2],
    pixels: Vec<Color32>,
}

/// The textures that egui has sent so far, and the pixels drawn with them.
#[derive(Default)]
pub struct Raster {
    textures: HashMap<TextureId, Texture>,
}

impl Raster {
    pub fn update(&mut self, delta: &egui::TexturesDelta) {
        for (id, deltas) in &delta.set {
            for delta in deltas {
                let ImageData::Color(image) = &delta.image;
                let texture = self
                    .textures
                    .entry(*id)
                    .or_insert_with(|| Texture { size: [0, 0], pixels: Vec::new() });
                match delta.pos {
                    None => {
                        *texture = Texture { size: image.size, pixels: image.pixels.clone() };
                    }
                    Some([left, top]) => {
                        for (row, line) in image.pixels.chunks(image.size[0]).enumerate() {
                            let first = (top + row) * texture.size[0] + left;
                            texture.pixels[first..first + line.len()].copy_from_slice(line);
                        }
                    }
                }
            }
        }
    }

    /// Returns RGBA from the top, one pixel a point.
    pub fn draw(&self, ctx: &egui::Context, output: &egui::FullOutput, size: [u32; 2]) -> Vec<u8> {
        let mut pixels = vec![[0.0_f32; 3]; (size[0] * size[1]) as usize];
        for clipped in ctx.tessellate(output.shapes.clone(), 1.0) {
            let Primitive::Mesh(mesh) = &clipped.primitive else { continue };
            let Some(texture) = self.textures.get(&mesh.texture_id) else { continue };
            for corners in mesh.indices.chunks(3) {
                let corners = [0, 1, 2].map(|n| mesh.vertices[corners[n] as usize]);
                fill(&mut pixels, size, clipped.clip_rect, texture, corners);
            }
        }
        let bytes = pixels.iter().flat_map(|rgb| {
            let [r, g, b] = rgb.map(|part| part.round().clamp(0.0, 255.0) as u8);
            [r, g, b, 255]
        });
        bytes.collect()
    }
}

fn cross(a: Pos2, b: Pos2, c: Pos2) -> f32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

fn fill(
    pixels: &mut [[f32; 3]],
    size: [u32; 2],
    clip: Rect,
    texture: &Texture,
    [a, b, c]: [Vertex; 3],
) {
    let area = cross(a.pos, b.pos, c.pos);
    if area == 0.0 {
        return;
    }
    let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(size[0] as f32, size[1] as f32));
    let bounds = Rect::from_points(&[a.pos, b.pos, c.pos]).intersect(clip).intersect(whole);
    if !bounds.is_positive() {
        return;
    }
    for y in bounds.min.y.floor() as u32..bounds.max.y.ceil() as u32 {
        for x in bounds.min.x.floor() as u32..bounds.max.x.ceil() as u32 {
            let at = Pos2::new(x as f32 + 0.5, y as f32 + 0.5);
            let weights = [
                cross(b.pos, c.pos, at) / area,
                cross(c.pos, a.pos, at) / area,
                cross(a.pos, b.pos, at) / area,
            ];
            if weights.iter().any(|weight| *weight < 0.0) || !bounds.contains(at) {
                continue;
            }
            let mix = |of: fn(&Vertex) -> f32| {
                of(&a) * weights[0] + of(&b) * weights[1] + of(&c) * weights[2]
            };
            let (u, v) = (mix(|v| v.uv.x), mix(|v| v.uv.y));
            let [wide, high] = texture.size;
            let column = ((u * wide as f32) as usize).min(wide - 1);
            let row = ((v * high as f32) as usize).min(high - 1);
            let dot = texture.pixels[row * wide + column];
            let ink = [
                mix(|v| f32::from(v.color.r())) * f32::from(dot.r()) / 255.0,
                mix(|v| f32::from(v.color.g())) * f32::from(dot.g()) / 255.0,
                mix(|v| f32::from(v.color.b())) * f32::from(dot.b()) / 255.0,
            ];
            let alpha = mix(|v| f32::from(v.color.a())) * f32::from(dot.a()) / (255.0 * 255.0);
            let pixel = &mut pixels[(y * size[0] + x) as usize];
            for (below, ink) in pixel.iter_mut().zip(ink) {
                *below = ink + *below * (1.0 - alpha);
            }
        }
    }
}
