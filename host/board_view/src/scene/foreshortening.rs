//! Foreshortened discs.

use super::{ScreenPos, Shape};

const CORNERS: u8 = 48;

/// Scales shapes around a point along a direction. Circles become polygons.
pub(super) fn press(shapes: &mut [Shape], around: ScreenPos, along: ScreenPos, to: f32) {
    let long = along[0].hypot(along[1]);
    if long < 1e-3 {
        return;
    }
    let direction = [along[0] / long, along[1] / long];
    let pressed = |p: ScreenPos| {
        let far = (p[0] - around[0]) * direction[0] + (p[1] - around[1]) * direction[1];
        let back = far * (1.0 - to);
        [p[0] - direction[0] * back, p[1] - direction[1] * back]
    };
    for shape in shapes {
        match shape {
            Shape::Polygon { points, .. } | Shape::Line { points, .. } => {
                points.iter_mut().for_each(|p| *p = pressed(*p));
            }
            Shape::Circle { center, radius, fill, pen } => {
                let corner = |n: u8| {
                    let (y, x) =
                        (f32::from(n) / f32::from(CORNERS) * std::f32::consts::TAU).sin_cos();
                    pressed([center[0] + x * *radius, center[1] + y * *radius])
                };
                let points = (0..CORNERS).map(corner).collect();
                *shape = Shape::Polygon { points, fill: *fill, pen: *pen };
            }
            Shape::Text { at, .. } => *at = pressed(*at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disc_becomes_an_ellipse() {
        let mut shapes =
            [Shape::Circle { center: [10.0, 5.0], radius: 4.0, fill: None, pen: None }];
        press(&mut shapes, [10.0, 5.0], [0.0, -3.0], 0.5);
        let Shape::Polygon { points, .. } = &shapes[0] else { panic!("{shapes:?}") };
        let most = |axis: usize, middle: f32| {
            points.iter().map(|p| (p[axis] - middle).abs()).fold(0.0, f32::max)
        };
        assert!((most(0, 10.0) - 4.0).abs() < 1e-4 && (most(1, 5.0) - 2.0).abs() < 1e-4);
    }
}
