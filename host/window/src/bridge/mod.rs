//! Runs egui inside a macroquad window.

mod input;
mod keys;
mod paint;
mod scene3d;

use std::collections::HashMap;
use std::time::Duration;

use serde::Serialize;

use egui::accesskit::{Node, Role};
use egui::{ClippedPrimitive, Context, CursorIcon, OutputCommand};
use macroquad::miniquad;

pub(crate) use input::Input;
pub(crate) use paint::{MeshDraw, Painter};
pub(crate) use scene3d::Scene3dFrame;

use crate::clipboard::Clipboard;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Widget {
    pub(crate) label: String,
    /// `Button`, `TextInput`, ...
    pub(crate) role: String,
    pub(crate) value: String,
    pub(crate) focused: bool,
    /// The centre, in physical pixels.
    pub(crate) x: f64,
    pub(crate) y: f64,
}

pub(crate) struct Bridge {
    ctx: Context,
    pub(crate) input: Input,
    pub(crate) painter: Painter,
    clipboard: Clipboard,
    frame: Vec<ClippedPrimitive>,
    pub(crate) pixels_per_point: f32,
    cursor: CursorIcon,
    pub(crate) widgets: Vec<Widget>,
    /// The texts of the frame that are not the name of a widget.
    pub(crate) texts: Vec<String>,
}

impl Bridge {
    /// Requires an open macroquad window.
    ///
    /// # Errors
    /// The driver's message if it refuses the shader.
    pub(crate) fn new(ctx: Context) -> Result<Self, String> {
        Ok(Bridge {
            ctx,
            input: Input::new(),
            painter: Painter::new()?,
            clipboard: Clipboard::default(),
            frame: Vec::new(),
            pixels_per_point: 1.0,
            cursor: CursorIcon::Default,
            widgets: Vec::new(),
            texts: Vec::new(),
        })
    }

    /// Runs a frame; [`Bridge::draw`] shows it. Returns when to run the next one.
    pub(crate) fn run(&mut self, time: f64, ui: impl FnMut(&mut egui::Ui)) -> Duration {
        let zoom = self.ctx.zoom_factor();
        let mut raw = self.input.take(zoom, time, &mut self.clipboard);
        // Every driver since OpenGL 3 has this much, and no text needs more.
        raw.max_texture_side = Some(4096);
        let mut output = self.ctx.run_ui(raw, ui);
        self.painter.take_textures(&mut output.textures_delta);
        for command in std::mem::take(&mut output.platform_output.commands) {
            match command {
                OutputCommand::CopyText(text) => self.clipboard.write(text),
                OutputCommand::OpenUrl(open) => tracing::info!(url = open.url, "link not opened"),
                _ => {}
            }
        }
        if let Some(update) = output.platform_output.accesskit_update.take() {
            self.widgets = read_widgets(&update, output.pixels_per_point);
            let labels = update.nodes.iter().filter(|(_, node)| node.role() == Role::Label);
            let text = |node: &Node| node.value().or(node.label()).map(str::to_owned);
            self.texts = labels.filter_map(|(_, node)| text(node)).collect();
        }
        self.show_cursor(output.platform_output.cursor_icon);
        self.pixels_per_point = output.pixels_per_point;
        self.frame = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        let root = output.viewport_output.get(&egui::ViewportId::ROOT);
        root.map_or(Duration::MAX, |root| root.repaint_delay)
    }

    /// May be called several times for one run.
    pub(crate) fn draw(&mut self, scene: Option<&Scene3dFrame<'_>>, below: &[MeshDraw]) {
        self.painter.draw(scene, below, &self.frame, self.pixels_per_point);
    }

    fn show_cursor(&mut self, wanted: CursorIcon) {
        if wanted == self.cursor {
            return;
        }
        self.cursor = wanted;
        miniquad::window::show_mouse(wanted != CursorIcon::None);
        miniquad::window::set_mouse_cursor(keys::cursor(wanted));
    }
}

fn read_widgets(update: &egui::accesskit::TreeUpdate, scale: f32) -> Vec<Widget> {
    let scale = f64::from(scale) / 2.0;
    let used = |role: Role| {
        matches!(
            role,
            Role::Button
                | Role::CheckBox
                | Role::RadioButton
                | Role::ComboBox
                | Role::Slider
                | Role::TextInput
                | Role::Tab
        )
    };
    let nodes: HashMap<_, _> = update.nodes.iter().map(|(id, node)| (*id, node)).collect();
    let name = |node: &Node| {
        // Fields take the name of their label.
        let mut beside = node.labelled_by().iter().filter_map(|id| nodes.get(id)?.value());
        node.label().or_else(|| beside.next()).or(node.value()).unwrap_or_default().to_owned()
    };
    let mut widgets: Vec<Widget> = update
        .nodes
        .iter()
        .filter(|(_, node)| used(node.role()))
        .filter_map(|(id, node)| {
            let label = name(node);
            let value = node.value().unwrap_or_default().to_owned();
            let focused = update.focus == *id;
            let bounds = node.bounds()?;
            let (x, y) = ((bounds.x0 + bounds.x1) * scale, (bounds.y0 + bounds.y1) * scale);
            Some(Widget { label, role: format!("{:?}", node.role()), value, focused, x, y })
        })
        .collect();
    widgets.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    widgets
}
