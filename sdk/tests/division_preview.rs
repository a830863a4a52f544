//! What divisions would create, against a look at every cell.

#[path = "common/fractals.rs"]
mod fractals;

use boardloom_sdk::random::Random;
use boardloom_sdk::topology::subdivision::DivisionPreview;

use fractals::{boards, leaves, table};

/// Divides and unites at random, and compares the outlook kept on the way with what
/// each cell says when it is asked, and the cells told of with those that changed.
#[test]
fn an_outlook_knows_what_dividing_any_cell_would_create() {
    for (name, text) in boards() {
        let mut tree = table(&text, 1).tree().expect(name);
        let (mut outlook, mut random) = (DivisionPreview::new(&tree, 4), Random::new(11));
        let mut depth = 0;
        for _ in 0..120 {
            let before: Vec<u32> = (0..tree.cells()).map(|c| outlook.fresh(&tree, c)).collect();
            let mut told = Vec::new();
            let open: Vec<u32> =
                leaves(&tree).into_iter().filter(|cell| tree.level(*cell) < 4).collect();
            let back = depth > 0 && (open.is_empty() || random.below(3) == 0);
            let cell = if back {
                depth -= 1;
                let cell = tree.unite().expect("divided before");
                outlook.united(&tree, cell, |cell| told.push(cell));
                cell
            } else {
                depth += 1;
                let cell = open[random.below(open.len() as u64) as usize];
                tree.divide(cell).expect("room");
                outlook.divided(&tree, |cell| told.push(cell));
                cell
            };
            for other in 0..tree.cells() {
                let expected = match tree.level(other) < 4 {
                    true => tree.prospect(other).unwrap_or_default(),
                    false => Vec::new(),
                };
                assert_eq!(outlook.created(&tree, other), expected, "{name}, cell {other}");
                let now = outlook.fresh(&tree, other);
                assert_eq!(now as usize, expected.len(), "{name}, cell {other}");
                let known = before.get(other as usize).is_none_or(|before| *before == now);
                assert!(known || other == cell || told.contains(&other), "{name}, {other}");
            }
        }
    }
}
