use super::*;

const SETS: [BoardLook; 7] = {
    const fn look(theme: Theme, board: BoardTheme) -> BoardLook {
        BoardLook { theme, board: Some(board), pieces: PieceSet::Turned }
    }
    [
        look(Theme::Light, BoardTheme::Wood),
        look(Theme::Light, BoardTheme::Slate),
        look(Theme::Light, BoardTheme::Paper),
        look(Theme::Dark, BoardTheme::Wood),
        look(Theme::Dark, BoardTheme::Slate),
        look(Theme::Dark, BoardTheme::Paper),
        look(Theme::HighContrast, BoardTheme::Paper),
    ]
};

fn held(what: &str, a: Color, b: Color, least: f32) {
    let found = a.contrast(b);
    assert!(found >= least, "{what} has {found:.2}, {least} is needed");
}

#[test]
fn every_pair_in_panels_has_enough_contrast() {
    for theme in Theme::ALL {
        let p = PanelColors::of(theme);
        let held = |name: &str, a, b, least| held(&format!("{theme:?}: {name}"), a, b, least);
        let inks = [
            ("text", p.text),
            ("weak", p.weak),
            ("accent", p.accent),
            ("good", p.good),
            ("warning", p.warning),
            ("error", p.error),
        ];
        for (name, ink) in inks {
            for background in [p.background, p.panel, p.raised] {
                held(name, ink, background, 4.5);
            }
        }
        held("text on hover", p.text, p.hover, 4.5);
        held("weak text on hover", p.weak, p.hover, 4.5);
        held("text on the accent", p.on_accent, p.accent, 4.5);
        held("the edge of a chosen value", p.edge, p.raised, 3.0);
        held("a knob that is on", p.panel, p.good, 3.0);
        for background in [p.background, p.panel, p.raised] {
            held("edge", p.edge, background, 3.0);
            held("focus", p.accent, background, 3.0);
        }
    }
}

#[test]
fn every_pair_on_boards_has_enough_contrast() {
    for look in SETS {
        let b = look.colors();
        let held = |name: &str, a, b, least| {
            held(&format!("{:?} on {:?}: {name}", look.board, look.theme), a, b, least);
        };
        let m = b.marks;
        for (name, mark) in [
            ("selection", m.select),
            ("last move", m.last),
            ("threat", m.threat),
            ("hint", m.hint),
            ("drawn", m.drawn),
            ("chain", m.chain),
            ("waiting", m.waiting),
        ] {
            held(name, mark, b.cell, 3.0);
        }
        for seam in b.seams {
            held("a joined edge", seam, b.cell, 3.0);
        }
        held("coordinates", b.coordinates, b.frame.unwrap_or(look.theme.background()), 4.5);
        if let Some(frame) = b.frame {
            let line = frame.mixed(b.coordinates, tint::LINE_FRAME);
            held("lines of a graph on the frame", line, frame, 3.0);
        }
        held("texts on cells", b.ink, b.cell, 4.5);
        held("rim", b.rim, b.cell, 3.0);
        match b.hole_hatch {
            Some(hatch) => held("lines over a hole", hatch, b.cell, 3.0),
            None => held("hole", b.hole, b.cell, 1.3),
        }
        held("wall", b.wall, b.cell, 1.3);
        // The board's own cell is never a part of itself.
        b.levels[1..].iter().for_each(|level| held("gap", b.gap(), *level, 1.15));
        if let Some(frame) = b.frame {
            held("gap beside the frame", b.gap(), frame, 1.5);
        }
        held("knot", b.knot, b.cell, 3.0);
    }
}

#[test]
fn the_light_theme_has_a_wooden_board_and_the_dark_one_slate() {
    let of = |theme: Theme| BoardLook::from(theme).colors();
    assert_eq!(of(Theme::Light), SETS[0].colors());
    assert_eq!(of(Theme::Dark), SETS[4].colors());
    assert_eq!(of(Theme::HighContrast), SETS[6].colors());
    let high = BoardLook { theme: Theme::HighContrast, ..BoardLook::default() };
    assert_eq!(high.piece_set(), PieceSet::HighContrast);
}

#[test]
fn easings_begin_and_end_where_motion_does() {
    for ease in [motion::ease_out, motion::ease_in_out] {
        assert_eq!((ease(0.0), ease(1.0)), (0.0, 1.0));
        assert!((0..20).all(|n| ease(n as f32 / 20.0) < ease((n + 1) as f32 / 20.0)));
    }
}
