//! Draws the 3D board from meshes kept on the graphics card, with a small shader and a depth
//! buffer.

use std::collections::HashMap;

use boardloom_board_view::scene3d::{Camera3d, Light, Mesh3d};
use boardloom_gui::screen::{MeshInstance3d, RenderPass};
use egui::{Rect, Vec2};
use macroquad::miniquad::{
    BufferLayout, Comparison, PassAction, Pipeline, PipelineParams, RenderingBackend, ShaderId,
    ShaderMeta, ShaderSource, UniformBlockLayout, UniformDesc, UniformType, UniformsSource,
    VertexAttribute, VertexFormat,
};

use super::paint::{Buffers, backend, blended, load, scissor, unload};

/// Heads of the shaders, the best first. Pixels at the edge of a triangle may have their middle
/// outside of it; `centroid` shades them by a point inside, without which thin triangles come out
/// dotted. The language of small devices lacks it.
const HEADS: [&str; 2] = [
    "#version 120\n#define BETWEEN centroid varying\n",
    "#version 100\nprecision highp float;\n#define BETWEEN varying\n",
];

const VERTEX: &str = "
attribute vec3 at;
attribute vec4 normal;
attribute vec4 color;
uniform mat4 place;
uniform vec4 turn;
BETWEEN vec3 v_normal;
BETWEEN vec4 v_color;
BETWEEN float v_gloss;
void main() {
    gl_Position = place * vec4(at, 1.0);
    vec3 n = (normal.xyz - 127.0) / 127.0;
    v_normal = vec3(turn.xy * n.x + turn.zw * n.y, n.z);
    v_gloss = normal.w / 255.0;
    v_color = color / 255.0;
}";

/// The same as `boardloom_board_view::scene3d::Light::on`.
const FRAGMENT: &str = "
BETWEEN vec3 v_normal;
BETWEEN vec4 v_color;
BETWEEN float v_gloss;
uniform vec4 ground;
uniform vec4 sky;
uniform vec4 key;
uniform vec4 key_light;
uniform vec4 fill;
uniform vec4 fill_light;
uniform vec4 half_way;
uniform vec4 gloss;
void main() {
    vec3 n = normalize(v_normal);
    vec3 own = mix(ground.rgb, sky.rgb, (n.z + 1.0) / 2.0)
        + key_light.rgb * max(dot(n, key.xyz), 0.0)
        + fill_light.rgb * max(dot(n, fill.xyz), 0.0);
    float white = 0.0;
    if (v_gloss > 0.0) {
        float strength = v_gloss * gloss.w;
        float part = (strength - gloss.y) / (gloss.w - gloss.y);
        float exponent = max(mix(gloss.x, gloss.z, part), 1.0);
        float shine = pow(max(dot(n, half_way.xyz), 0.0), exponent) - pow(half_way.z, exponent);
        white = strength * max(shine, 0.0);
    }
    vec3 lit = min(v_color.rgb * own + vec3(white), vec3(1.0));
    gl_FragColor = vec4(lit * v_color.a, v_color.a);
}";

#[repr(C)]
struct Uniforms {
    place: [[f32; 4]; 4],
    turn: [f32; 4],
    ground: [f32; 4],
    sky: [f32; 4],
    key: [f32; 4],
    key_light: [f32; 4],
    fill: [f32; 4],
    fill_light: [f32; 4],
    half_way: [f32; 4],
    gloss: [f32; 4],
}

pub(crate) struct Scene3dFrame<'a> {
    pub(crate) eye: Camera3d,
    pub(crate) instances: &'a [MeshInstance3d],
    pub(crate) clip: Rect,
}

pub(crate) struct Scene3dPainter {
    body: Pipeline,
    /// Writes depth only.
    depth_only: Pipeline,
    over: Pipeline,
    bodies: HashMap<u64, Buffers>,
}

impl Scene3dPainter {
    /// # Errors
    /// The driver's message.
    pub(super) fn new() -> Result<Self, String> {
        let gl = backend();
        let vectors = [
            "turn",
            "ground",
            "sky",
            "key",
            "key_light",
            "fill",
            "fill_light",
            "half_way",
            "gloss",
        ];
        let mut uniforms = vec![UniformDesc::new("place", UniformType::Mat4)];
        uniforms.extend(vectors.map(|name| UniformDesc::new(name, UniformType::Float4)));
        let meta = ShaderMeta { images: Vec::new(), uniforms: UniformBlockLayout { uniforms } };
        let mut shader_with = |head: &str| {
            let (vertex, fragment) = (head.to_owned() + VERTEX, head.to_owned() + FRAGMENT);
            gl.new_shader(ShaderSource::Glsl { vertex: &vertex, fragment: &fragment }, meta.clone())
        };
        let [best, portable] = HEADS;
        let shader = shader_with(best)
            .or_else(|_| shader_with(portable))
            .map_err(|error| error.to_string())?;
        let blended = PipelineParams {
            depth_test: Comparison::LessOrEqual,
            // Without it miniquad tests no depth: see `writes_depth`.
            depth_write: true,
            ..blended()
        };
        let nothing = (false, false, false, false);
        let depth_only = PipelineParams { color_write: nothing, ..blended };
        let above = PipelineParams { depth_test: Comparison::Always, ..blended };
        Ok(Scene3dPainter {
            body: pipeline(gl, shader, blended),
            depth_only: pipeline(gl, shader, depth_only),
            over: pipeline(gl, shader, above),
            bodies: HashMap::new(),
        })
    }

    pub(crate) fn set(&mut self, id: u64, facets: &Mesh3d) {
        self.drop(id);
        self.bodies.insert(id, load(&facets.corners, &facets.indices, Vec::new()));
    }

    pub(crate) fn drop(&mut self, id: u64) {
        self.bodies.remove(&id).into_iter().for_each(unload);
    }

    /// `scale` is pixels per point; `screen` is in pixels.
    pub(super) fn draw(&self, shown: &Scene3dFrame<'_>, scale: f32, screen: Vec2) {
        let gl = backend();
        gl.begin_default_pass(PassAction::Clear { color: None, depth: Some(1.0), stencil: None });
        if scissor(gl, shown.clip, scale, screen) {
            let size = [screen.x, screen.y].map(|side| f64::from(side / scale));
            let light = Light::of(&shown.eye);
            let drawn = [
                (RenderPass::Solid, &self.body, true),
                (RenderPass::Decal, &self.body, false),
                (RenderPass::Translucent, &self.depth_only, true),
                (RenderPass::Translucent, &self.body, false),
                (RenderPass::TranslucentDecal, &self.body, false),
                (RenderPass::Overlay, &self.over, false),
            ];
            for (pass, pipeline, depth) in drawn {
                let mut instances =
                    shown.instances.iter().filter(|instance| instance.pass == pass).peekable();
                if instances.peek().is_some() {
                    gl.apply_pipeline(pipeline);
                    writes_depth(depth);
                }
                for instance in instances {
                    let Some((bindings, count)) = self.bodies.get(&instance.id) else { continue };
                    gl.apply_bindings(bindings);
                    let uniforms = uniforms(&shown.eye, &light, instance, size);
                    gl.apply_uniforms(UniformsSource::table(&uniforms));
                    gl.draw(0, *count, 1);
                }
            }
        }
        writes_depth(true);
        gl.apply_scissor_rect(0, 0, screen.x as i32, screen.y as i32);
        gl.end_render_pass();
    }
}

/// miniquad's pipelines couple depth writes with depth tests.
fn writes_depth(wanted: bool) {
    // SAFETY: the graphics context is this thread's own, and current.
    unsafe { macroquad::miniquad::gl::glDepthMask(u8::from(wanted)) }
}

fn pipeline(gl: &mut dyn RenderingBackend, shader: ShaderId, how: PipelineParams) -> Pipeline {
    let corner = [
        VertexAttribute::new("at", VertexFormat::Float3),
        VertexAttribute::new("normal", VertexFormat::Byte4),
        VertexAttribute::new("color", VertexFormat::Byte4),
    ];
    gl.new_pipeline(&[BufferLayout::default()], &corner, shader, how)
}

fn uniforms(eye: &Camera3d, light: &Light, instance: &MeshInstance3d, size: [f64; 2]) -> Uniforms {
    let [[a, b], [c, d]] = light.turn;
    let vector = |[x, y, z]: [f32; 3]| [x, y, z, 0.0];
    let [dull, bright] = Light::GLOSS;
    Uniforms {
        place: eye.matrix(instance.origin, size),
        turn: [a, b, c, d],
        ground: vector(light.ground),
        sky: vector(light.sky),
        key: vector(light.key),
        key_light: vector(light.key_light),
        fill: vector(light.fill),
        fill_light: vector(light.fill_light),
        half_way: vector(light.half),
        gloss: [dull.exponent, dull.strength, bright.exponent, bright.strength],
    }
}
