//! The board line by line, for scripts and screen readers: ASCII, sides by letters.

use std::collections::{BTreeMap, BTreeSet};

use boardloom_app::session::GameSession;
use boardloom_app::texts::{capital, text_mode as t};
use boardloom_board_view::board::BoardPlace;
use boardloom_contract::{Piece, PieceKind};

use super::canvas::Canvas;
use super::paint::{names_cells, one_letter, paint_text};
use super::projection::{CellArea, Projection, WHOLE};
use super::{corner_names, sides, signs};
use crate::ink::Ink;

/// Columns and rows for boards whose sites stand in no rows.
const SIZE: (u16, u16) = (79, 36);
/// The same with the sites' names.
const NAMES_SIZE: (u16, u16) = (160, 60);
/// Columns and rows around a board in rows, for the marks of its edges.
const MARGIN: (u16, u16) = (4, 2);

/// A board as text. The letters of sides differ beyond case.
pub struct TextBoard<'a> {
    session: &'a GameSession,
    /// By colour.
    letters: Vec<char>,
}

impl<'a> TextBoard<'a> {
    pub fn new(session: &'a GameSession) -> Self {
        let kinds = session.game.about().kinds.iter().skip(1);
        let mut used: Vec<char> = kinds
            .flat_map(|kind| kind.letters.join("").to_ascii_uppercase().into_bytes())
            .map(char::from)
            .collect();
        let mut letters = Vec::new();
        for player in &session.style.players {
            let own = player.name.chars().map(|letter| letter.to_ascii_uppercase());
            let mut all = own.filter(char::is_ascii_alphabetic).chain('A'..='Z');
            let letter = all.find(|letter| !used.contains(letter)).unwrap_or('?');
            used.push(letter);
            letters.push(letter);
        }
        TextBoard { session, letters }
    }

    pub fn draw(&self) -> String {
        let beside = self.kinds().values().any(|(_, sides)| sides.len() > 1);
        let apart = if beside || names_cells(self.session) { 4 } else { 2 };
        let Some((projection, size)) = self.projection(apart, SIZE) else { return String::new() };
        paint_text(self.session, &projection, size, &self.letters).text(false)
    }

    /// Tells whether the sites stand in rows.
    pub fn is_in_rows(&self) -> bool {
        Projection::has_rows(&self.session.board, &self.session.camera)
    }

    /// Tells whether the board is a map: its lines, not its rows, show what is adjacent.
    pub fn is_map(&self) -> bool {
        let board = &self.session.board;
        board.labels().is_empty() && !board.has_vertices && !self.is_in_rows()
    }

    /// Draws the names of the sites where they lie; those that do not fit come below.
    pub fn names(&self) -> String {
        let board = &self.session.board;
        let own = || board.places().iter().filter(|spot| !spot.copy && board.has_name(spot));
        let width = own().map(|spot| spot.label.chars().count()).max().unwrap_or_default() as u16;
        let Some((projection, (columns, rows))) = self.projection(width + 1, NAMES_SIZE) else {
            return String::new();
        };
        let mut canvas = Canvas::new(columns + width, rows);
        let mut missing = Vec::new();
        for spot in own() {
            let at = projection.cell(spot.at);
            if spot.far || !canvas.write_where_free(at, &spot.label, Default::default()) {
                missing.push(spot.label.as_str());
            }
        }
        let missing = match missing.is_empty() {
            true => String::new(),
            false => t::and_sites(&missing.join(" ")) + "\n",
        };
        canvas.text(false) + &missing
    }

    /// Explains the letters and signs that the board can show now.
    pub fn legend(&self) -> String {
        let session = self.session;
        let names = session.style.players.iter().map(|player| player.name.clone());
        let sides = self.letters.iter().zip(names);
        let named = names_cells(session);
        let side = |(letter, name): (&char, String)| match named {
            true => format!("[{letter}] {name}"),
            false => format!("{letter} {name}"),
        };
        let mut all: Vec<String> = sides.map(side).collect();
        if named {
            all.push(t::cell_names().to_owned());
        }
        let side = |color: &u8| session.style.player(*color).name;
        for (sign, (kind, sides)) in self.kinds() {
            let sides: Vec<String> = sides.iter().map(side).collect();
            all.push(format!("{sign} {kind} ({})", sides.join(", ")));
        }
        let mut roles: BTreeMap<char, BTreeSet<&str>> = BTreeMap::new();
        for spot in session.board.places().iter().filter(|spot| !spot.copy) {
            let (sign, role) = self.role(spot);
            roles.entry(sign).or_default().insert(role);
        }
        let ruleset = &session.game.source().ruleset;
        for (sign, roles) in roles.into_iter().filter(|(sign, _)| *sign != '.') {
            let roles: Vec<&str> = roles.into_iter().map(|role| ruleset.translate(role)).collect();
            all.push(format!("{sign} {}", roles.join(", ")));
        }
        if let Some((seen, _)) = self.projection(2, SIZE) {
            let marks = sides::edge_marks(session, &seen);
            let signs = sides::text_signs(session, &seen, &marks, &self.letters);
            let edges: BTreeSet<u8> = marks.values().filter_map(|mark| mark.color).collect();
            for color in edges {
                let sign = signs.get(usize::from(color)).unwrap_or(&'?');
                all.push(format!("{sign} {}", t::edge_of(&side(&color))));
            }
        }
        let mut ghosts = session.board.places().iter().filter(|spot| spot.copy && !spot.far);
        match ghosts.clone().any(|spot| one_letter(&spot.label).is_some()) {
            true => all.push(t::beyond().to_owned()),
            false if ghosts.next().is_some() => all.push(t::ghosts().to_owned()),
            false => {}
        }
        let hole = signs::of_hole(Ink::TEXT);
        if session.board.has_vertices && self.draw().contains(hole) {
            all.push(t::holes(&hole.to_string()));
        }
        if corner_names::are_left_out(session) {
            all.push(t::corners_have_labels().to_owned());
        }
        all.join(", ")
    }

    /// Returns the pieces of each side and the names of their sites, a line each, and the sites of
    /// each special kind: walls, corners, a throne.
    pub fn list(&self) -> Vec<String> {
        let session = self.session;
        let mut all: BTreeMap<(u8, u16), Vec<&str>> = BTreeMap::new();
        for (spot, piece) in self.pieces() {
            all.entry((piece.color, piece.kind)).or_default().push(&spot.label);
        }
        let kinds = &session.game.about().kinds;
        let line = |((color, kind), mut sites): ((u8, u16), Vec<&str>)| {
            sites.sort_by_key(|name| (name.len(), *name));
            let kind = kinds.get(usize::from(kind)).map_or("", |kind| &kind.name.text);
            let name = session.style.player(color).name;
            format!("{name} {kind}: {}", sites.join(", "))
        };
        let mut all: Vec<String> = all.into_iter().map(line).collect();
        let mut roles: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for spot in session.board.places().iter().filter(|spot| session.board.has_name(spot)) {
            let (sign, role) = self.role(spot);
            if sign != '.' && !spot.copy {
                roles.entry(role).or_default().push(&spot.label);
            }
        }
        let ruleset = &session.game.source().ruleset;
        all.extend(roles.into_iter().map(|(role, mut sites)| {
            sites.sort_by_key(|name| (name.len(), *name));
            format!("{}: {}", capital(ruleset.translate(role)), sites.join(", "))
        }));
        all
    }

    fn pieces(&self) -> impl Iterator<Item = (&'a BoardPlace, Piece)> {
        let session = self.session;
        let own = session.board.places().iter().filter(|spot| !spot.copy);
        own.filter_map(|spot| Some((spot, session.pieces.top(spot.site)?)))
    }

    /// Returns the letters on the board that mark kinds of pieces, each with the name of the
    /// kind and its sides.
    fn kinds(&self) -> BTreeMap<char, (&'a str, BTreeSet<u8>)> {
        let about = self.session.game.about();
        let mut all: BTreeMap<char, (&str, BTreeSet<u8>)> = BTreeMap::new();
        for (_, piece) in self.pieces() {
            let kind: Option<&PieceKind> = about.kinds.get(usize::from(piece.kind));
            let shape = self.session.style.shapes.get(usize::from(piece.kind));
            let shape = shape.map_or("", String::as_str);
            if let Some(sign) = signs::of_piece(piece, shape, kind, Ink::TEXT) {
                let name = kind.map_or("", |kind| &kind.name.text);
                all.entry(sign).or_insert((name, BTreeSet::new())).1.insert(piece.color);
            }
        }
        all
    }

    /// Returns the sign of an empty place, and the name of its role.
    fn role(&self, spot: &BoardPlace) -> (char, &'a str) {
        let role = self.session.game.about().roles.get(usize::from(spot.role));
        let role = role.map_or("", String::as_str);
        let ornament = self.session.style.role(spot.role).ornament;
        (signs::of_ground(role, ornament, false, Ink::TEXT), role)
    }

    /// Chooses at least so many columns between sites in a row, or fits the board into a size.
    /// `None` for a board without sites.
    fn projection(
        &self,
        apart: u16,
        (width, height): (u16, u16),
    ) -> Option<(Projection, (u16, u16))> {
        let GameSession { board, camera, .. } = self.session;
        if let Some((projection, (width, height))) = Projection::in_rows(board, camera, apart) {
            let size = (width + 2 * MARGIN.0, height + 2 * MARGIN.1);
            return Some((projection.shifted(MARGIN), size));
        }
        let room = CellArea { width, height, zoom: WHOLE, focus: None };
        Some((Projection::new(board, camera, room)?, (width, height)))
    }
}
