//! Clips triangles to a circle.

use egui::epaint::Vertex;
use egui::{Mesh, Pos2, Vec2};

/// The circle's edges: enough to look round.
const EDGES: usize = 72;

pub(crate) fn clip_to_circle(mesh: &Mesh, center: Pos2, radius: f32) -> Mesh {
    let step = std::f32::consts::TAU / EDGES as f32;
    let inner = radius * (step / 2.0).cos();
    let normals: Vec<Vec2> = (0..EDGES).map(|n| Vec2::angled(step * n as f32)).collect();
    let mut rest = Mesh::default();
    let (mut corners, mut kept) = (Vec::new(), Vec::new());
    for triangle in mesh.indices.chunks_exact(3) {
        corners.clear();
        corners.extend(triangle.iter().map(|index| mesh.vertices[*index as usize]));
        for normal in &normals {
            if is_within(&corners, center, inner) {
                break;
            }
            clip_by_edge(&corners, center, *normal, inner, &mut kept);
            std::mem::swap(&mut corners, &mut kept);
        }
        let first = rest.vertices.len() as u32;
        rest.vertices.extend(&corners);
        for n in 2..corners.len() as u32 {
            rest.indices.extend([first, first + n - 1, first + n]);
        }
    }
    rest
}

fn is_within(corners: &[Vertex], center: Pos2, radius: f32) -> bool {
    corners.iter().all(|corner| corner.pos.distance(center) <= radius)
}

fn clip_by_edge(corners: &[Vertex], center: Pos2, normal: Vec2, far: f32, kept: &mut Vec<Vertex>) {
    kept.clear();
    let beyond = |corner: &Vertex| (corner.pos - center).dot(normal) - far;
    for (n, corner) in corners.iter().enumerate() {
        let next = &corners[(n + 1) % corners.len()];
        let (here, there) = (beyond(corner), beyond(next));
        if here <= 0.0 {
            kept.push(*corner);
        }
        if (here <= 0.0) != (there <= 0.0) {
            let part = here / (here - there);
            let pos = corner.pos + (next.pos - corner.pos) * part;
            let color = corner.color.lerp_to_gamma(next.color, part);
            kept.push(Vertex { pos, color, ..*corner });
        }
    }
}

#[cfg(test)]
mod tests {
    use egui::{Color32, pos2};

    use super::*;

    fn area(mesh: &Mesh) -> f32 {
        let at = |index: u32| mesh.vertices[index as usize].pos;
        let area = |t: &[u32]| {
            let (u, v) = (at(t[1]) - at(t[0]), at(t[2]) - at(t[0]));
            (u.x * v.y - u.y * v.x).abs() / 2.0
        };
        mesh.indices.chunks_exact(3).map(area).sum()
    }

    fn square(from: f32, to: f32) -> Mesh {
        let mut mesh = Mesh::default();
        mesh.add_colored_rect(
            egui::Rect::from_min_max(pos2(from, from), pos2(to, to)),
            Color32::RED,
        );
        mesh
    }

    #[test]
    fn what_is_within_stays_and_what_is_around_becomes_the_circle() {
        let (center, radius) = (pos2(50.0, 50.0), 20.0);
        assert_eq!(area(&clip_to_circle(&square(45.0, 55.0), center, radius)), 100.0);
        assert_eq!(area(&clip_to_circle(&square(80.0, 99.0), center, radius)), 0.0);
        let round = std::f32::consts::PI * radius * radius;
        let around = clip_to_circle(&square(0.0, 100.0), center, radius);
        assert!((area(&around) / round - 1.0).abs() < 0.01);
        assert!(around.vertices.iter().all(|v| v.pos.distance(center) <= radius + 1e-3));
    }
}
