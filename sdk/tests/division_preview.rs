//! The preview of divisions, compared with a check of every cell.

#[path = "common/fractals.rs"]
mod fractals;

use boardloom_sdk::random::Random;
use boardloom_sdk::topology::subdivision::DivisionPreview;

use fractals::{boards, leaves, table};

/// Divides cells and undoes divisions at random. Compares the preview with each cell's own
/// answer, and the reported cells with those that changed.
#[test]
fn a_preview_knows_what_dividing_any_cell_would_create() {
    for (name, text) in boards() {
        let mut tree = table(&text, 1).tree().expect(name);
        let (mut preview, mut random) = (DivisionPreview::new(&tree, 4), Random::new(11));
        let mut depth = 0;
        for _ in 0..120 {
            let before: Vec<u32> =
                (0..tree.cells()).map(|c| preview.count_new_vertices(&tree, c)).collect();
            let mut told = Vec::new();
            let open: Vec<u32> =
                leaves(&tree).into_iter().filter(|cell| tree.level(*cell) < 4).collect();
            let back = depth > 0 && (open.is_empty() || random.below(3) == 0);
            let cell = if back {
                depth -= 1;
                let cell = tree.unite().expect("divided before");
                preview.undo_division(&tree, cell, |cell| told.push(cell));
                cell
            } else {
                depth += 1;
                let cell = open[random.below(open.len() as u64) as usize];
                tree.divide(cell).expect("room");
                preview.record_division(&tree, |cell| told.push(cell));
                cell
            };
            for other in 0..tree.cells() {
                let expected = match tree.level(other) < 4 {
                    true => tree.preview_division(other).unwrap_or_default(),
                    false => Vec::new(),
                };
                assert_eq!(preview.new_vertices(&tree, other), expected, "{name}, cell {other}");
                let now = preview.count_new_vertices(&tree, other);
                assert_eq!(now as usize, expected.len(), "{name}, cell {other}");
                let known = before.get(other as usize).is_none_or(|before| *before == now);
                assert!(known || other == cell || told.contains(&other), "{name}, {other}");
            }
        }
    }
}
