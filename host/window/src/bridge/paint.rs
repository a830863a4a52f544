//! Draws egui's triangles, and meshes kept on the graphics card.

use std::collections::HashMap;

use egui::epaint::{ImageDelta, Mesh16, Primitive, Vertex};
use egui::{ClippedPrimitive, Mesh, Pos2, Rect, TextureId, TexturesDelta, Vec2};
use macroquad::miniquad::{
    self, Bindings, BlendFactor, BlendState, BlendValue, BufferId, BufferLayout, BufferSource,
    BufferType, BufferUsage, Equation, FilterMode, PassAction, Pipeline, PipelineParams,
    RenderingBackend, ShaderMeta, ShaderSource, TextureAccess, TextureFormat, TextureParams,
    TextureSource, TextureWrap, UniformBlockLayout, UniformDesc, UniformType, UniformsSource,
    VertexAttribute, VertexFormat,
};
use macroquad::window::get_internal_gl;

use super::scene3d::{Scene3dFrame, Scene3dPainter};

const VERTEX: &str = "#version 100
attribute vec2 pos;
attribute vec2 uv;
attribute vec4 color;
uniform vec2 scale;
uniform vec2 shift;
varying lowp vec4 v_color;
varying highp vec2 v_uv;
void main() {
    gl_Position = vec4(pos * scale + shift, 0.0, 1.0);
    v_color = color / 255.0;
    v_uv = uv;
}";

const FRAGMENT: &str = "#version 100
precision mediump float;
varying lowp vec4 v_color;
varying highp vec2 v_uv;
uniform sampler2D tex;
void main() {
    gl_FragColor = v_color * texture2D(tex, v_uv);
}";

#[repr(C)]
struct Uniforms {
    scale: [f32; 2],
    shift: [f32; 2],
}

/// Triangles that stay on the graphics card, drawn below the panels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct MeshDraw {
    pub(crate) id: u64,
    /// In points.
    pub(crate) clip: Rect,
    /// The scale since it was made.
    pub(crate) zoom: f32,
    /// In points.
    pub(crate) origin: Pos2,
}

/// Triangles on the graphics card, and the number of their indices.
pub(super) type Buffers = (Bindings, i32);

pub(super) fn load<V, I>(
    vertices: &[V],
    indices: &[I],
    images: Vec<miniquad::TextureId>,
) -> Buffers {
    let gl = backend();
    let (kind, usage) = (BufferType::VertexBuffer, BufferUsage::Immutable);
    let vertices = gl.new_buffer(kind, usage, BufferSource::slice(vertices));
    let (kind, source) = (BufferType::IndexBuffer, BufferSource::slice(indices));
    let index_buffer = gl.new_buffer(kind, usage, source);
    let bindings = Bindings { vertex_buffers: vec![vertices], index_buffer, images };
    (bindings, indices.len() as i32)
}

pub(super) fn unload((bindings, _): Buffers) {
    let gl = backend();
    bindings.vertex_buffers.into_iter().for_each(|buffer| gl.delete_buffer(buffer));
    gl.delete_buffer(bindings.index_buffer);
}

/// Blends premultiplied colours; the window stays opaque.
pub(super) fn blended() -> PipelineParams {
    let over = BlendFactor::OneMinusValue(BlendValue::SourceAlpha);
    let behind = BlendFactor::OneMinusValue(BlendValue::DestinationAlpha);
    PipelineParams {
        color_blend: Some(BlendState::new(Equation::Add, BlendFactor::One, over)),
        alpha_blend: Some(BlendState::new(Equation::Add, behind, BlendFactor::One)),
        ..PipelineParams::default()
    }
}

pub(crate) struct Painter {
    pipeline: Pipeline,
    textures: HashMap<TextureId, miniquad::TextureId>,
    to_free: Vec<TextureId>,
    stream: Option<Stream>,
    slabs: HashMap<u64, Vec<Buffers>>,
    pub(crate) scene3d: Scene3dPainter,
}

struct Stream {
    vertices: BufferId,
    vertex_bytes: usize,
    indices: BufferId,
    index_bytes: usize,
}

impl Painter {
    /// # Errors
    /// The driver's message.
    pub(super) fn new() -> Result<Self, String> {
        let gl = backend();
        let meta = ShaderMeta {
            images: vec!["tex".to_owned()],
            uniforms: UniformBlockLayout {
                uniforms: vec![
                    UniformDesc::new("scale", UniformType::Float2),
                    UniformDesc::new("shift", UniformType::Float2),
                ],
            },
        };
        let source = ShaderSource::Glsl { vertex: VERTEX, fragment: FRAGMENT };
        let shader = gl.new_shader(source, meta).map_err(|error| error.to_string())?;
        let pipeline = gl.new_pipeline(
            &[BufferLayout::default()],
            &[
                VertexAttribute::new("pos", VertexFormat::Float2),
                VertexAttribute::new("uv", VertexFormat::Float2),
                VertexAttribute::new("color", VertexFormat::Byte4),
            ],
            shader,
            blended(),
        );
        Ok(Painter {
            pipeline,
            textures: HashMap::new(),
            to_free: Vec::new(),
            stream: None,
            slabs: HashMap::new(),
            scene3d: Scene3dPainter::new()?,
        })
    }

    /// Freed textures are deleted after the next draw.
    pub(super) fn take_textures(&mut self, delta: &mut TexturesDelta) {
        for id in std::mem::take(&mut self.to_free) {
            if let Some(texture) = self.textures.remove(&id) {
                backend().delete_texture(texture);
            }
        }
        let mut changes: Vec<_> = delta.set.drain().collect();
        // Hash tables have no stable order.
        changes.sort_by_key(|(id, _)| match id {
            TextureId::Managed(n) => (0, *n),
            TextureId::User(n) => (1, *n),
        });
        for (id, images) in changes {
            for image in images {
                self.set_texture(id, &image);
            }
        }
        self.to_free.extend(delta.free.drain());
    }

    fn set_texture(&mut self, id: TextureId, delta: &ImageDelta) {
        let egui::ImageData::Color(image) = &delta.image;
        let [width, height] = image.size;
        let bytes: Vec<u8> = image.pixels.iter().flat_map(egui::Color32::to_array).collect();
        let gl = backend();
        if let (Some([x, y]), Some(texture)) = (delta.pos, self.textures.get(&id)) {
            gl.texture_update_part(
                *texture,
                x as i32,
                y as i32,
                width as i32,
                height as i32,
                &bytes,
            );
            return;
        }
        let filter = |wanted| match wanted {
            egui::TextureFilter::Nearest => FilterMode::Nearest,
            egui::TextureFilter::Linear => FilterMode::Linear,
        };
        let texture = gl.new_texture(
            TextureAccess::Static,
            TextureSource::Bytes(&bytes),
            TextureParams {
                format: TextureFormat::RGBA8,
                wrap: TextureWrap::Clamp,
                min_filter: filter(delta.options.minification),
                mag_filter: filter(delta.options.magnification),
                width: width as u32,
                height: height as u32,
                ..TextureParams::default()
            },
        );
        if let Some(old) = self.textures.insert(id, texture) {
            gl.delete_texture(old);
        }
    }

    /// Replaces the triangles of `id`. Only the white corner of egui's texture may be used: glyphs
    /// move in it.
    pub(crate) fn set_slab(&mut self, id: u64, mesh: Mesh) {
        self.drop_slab(id);
        let Some(texture) = self.textures.get(&TextureId::default()).copied() else { return };
        let parts = mesh.split_to_u16().into_iter().filter(|mesh| !mesh.indices.is_empty());
        let parts = parts.map(|mesh| load(&mesh.vertices, &mesh.indices, vec![texture]));
        self.slabs.insert(id, parts.collect());
    }

    pub(crate) fn drop_slab(&mut self, id: u64) {
        self.slabs.remove(&id).into_iter().flatten().for_each(unload);
    }

    pub(super) fn draw(
        &mut self,
        scene: Option<&Scene3dFrame<'_>>,
        below: &[MeshDraw],
        frame: &[ClippedPrimitive],
        scale: f32,
    ) {
        // Flush macroquad's own drawing first.
        unsafe { get_internal_gl() }.flush();
        let screen = Vec2::from(miniquad::window::screen_size());
        if let Some(shown) = scene {
            self.scene3d.draw(shown, scale, screen);
        }
        let gl = backend();
        gl.begin_default_pass(PassAction::Nothing);
        gl.apply_pipeline(&self.pipeline);
        for slab in below {
            self.draw_slab(gl, slab, scale, screen);
        }
        gl.apply_uniforms(UniformsSource::table(&uniforms(screen, scale, 1.0, Pos2::ZERO)));
        for ClippedPrimitive { clip_rect, primitive } in frame {
            let Primitive::Mesh(mesh) = primitive else { continue };
            if mesh.indices.is_empty() || !scissor(gl, *clip_rect, scale, screen) {
                continue;
            }
            for part in mesh.clone().split_to_u16() {
                self.draw_mesh(gl, &part);
            }
        }
        gl.apply_scissor_rect(0, 0, screen.x as i32, screen.y as i32);
        gl.end_render_pass();
    }

    fn draw_slab(&self, gl: &mut dyn RenderingBackend, slab: &MeshDraw, scale: f32, screen: Vec2) {
        let Some(chunks) = self.slabs.get(&slab.id) else { return };
        if !scissor(gl, slab.clip, scale, screen) {
            return;
        }
        // The font texture is replaced when it grows.
        let Some(texture) = self.textures.get(&TextureId::default()).copied() else { return };
        let values = uniforms(screen, scale, slab.zoom, slab.origin);
        for (bindings, count) in chunks {
            let (vertices, indices) = (&bindings.vertex_buffers, bindings.index_buffer);
            gl.apply_bindings_from_slice(vertices, indices, &[texture]);
            gl.apply_uniforms(UniformsSource::table(&values));
            gl.draw(0, *count, 1);
        }
    }

    fn draw_mesh(&mut self, gl: &mut dyn RenderingBackend, mesh: &Mesh16) {
        let Some(texture) = self.textures.get(&mesh.texture_id).copied() else { return };
        let vertex_bytes = size_of_val(mesh.vertices.as_slice());
        let index_bytes = size_of_val(mesh.indices.as_slice());
        let fits = self
            .stream
            .as_ref()
            .is_some_and(|s| s.vertex_bytes >= vertex_bytes && s.index_bytes >= index_bytes);
        if !fits {
            self.grow_stream(gl, vertex_bytes, index_bytes);
        }
        let Some(stream) = &self.stream else { return };
        gl.buffer_update(stream.vertices, BufferSource::slice(&mesh.vertices));
        gl.buffer_update(stream.indices, BufferSource::slice(&mesh.indices));
        gl.apply_bindings_from_slice(&[stream.vertices], stream.indices, &[texture]);
        gl.draw(0, mesh.indices.len() as i32, 1);
    }

    fn grow_stream(&mut self, gl: &mut dyn RenderingBackend, vertices: usize, indices: usize) {
        if let Some(old) = self.stream.take() {
            gl.delete_buffer(old.vertices);
            gl.delete_buffer(old.indices);
        }
        let vertex_count = (vertices / size_of::<Vertex>()).max(4096).next_power_of_two();
        let index_count = (indices / size_of::<u16>()).max(8192).next_power_of_two();
        self.stream = Some(Stream {
            vertices: gl.new_buffer(
                BufferType::VertexBuffer,
                BufferUsage::Stream,
                BufferSource::empty::<Vertex>(vertex_count),
            ),
            vertex_bytes: vertex_count * size_of::<Vertex>(),
            indices: gl.new_buffer(
                BufferType::IndexBuffer,
                BufferUsage::Stream,
                BufferSource::empty::<u16>(index_count),
            ),
            index_bytes: index_count * size_of::<u16>(),
        });
    }
}

/// Only for the window's thread, and not across macroquad's own drawing.
pub(super) fn backend() -> &'static mut dyn RenderingBackend {
    unsafe { get_internal_gl() }.quad_context
}

/// Points, enlarged and moved, to the corners of the screen.
fn uniforms(screen: Vec2, scale: f32, zoom: f32, origin: Pos2) -> Uniforms {
    let (x, y) = (2.0 * scale / screen.x, -2.0 * scale / screen.y);
    Uniforms { scale: [zoom * x, zoom * y], shift: [origin.x * x - 1.0, origin.y * y + 1.0] }
}

/// Returns false if nothing is visible.
pub(super) fn scissor(gl: &mut dyn RenderingBackend, clip: Rect, scale: f32, screen: Vec2) -> bool {
    let left = (clip.min.x * scale).round().clamp(0.0, screen.x);
    let top = (clip.min.y * scale).round().clamp(0.0, screen.y);
    let right = (clip.max.x * scale).round().clamp(left, screen.x);
    let bottom = (clip.max.y * scale).round().clamp(top, screen.y);
    if right - left < 1.0 || bottom - top < 1.0 {
        return false;
    }
    gl.apply_scissor_rect(
        left as i32,
        (screen.y - bottom) as i32,
        (right - left) as i32,
        (bottom - top) as i32,
    );
    true
}
