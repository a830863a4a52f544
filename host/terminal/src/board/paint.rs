//! Draws a game's board in characters, from the sites, lines, pieces and marks that the
//! window draws.

mod highlights;

use std::collections::{HashMap, HashSet};

use boardloom_board_view::Pos;
use boardloom_board_view::board::{BoardPlace, Stroke};
use boardloom_board_view::scene::{Color as Rgb, Ornament};
use boardloom_contract::{Piece, Site, TargetKind};

use boardloom_app::Preferences;
use boardloom_app::session::GameSession;
use ratatui::style::{Modifier, Style};

use super::canvas::{Canvas, Tile};
use super::projection::{self, Cell, Projection};
use super::sides::EdgeMark;
use super::signs;
use super::{corner_names, long_names};
use crate::ink::Ink;
use highlights::{SiteHighlight, last_effects};

/// Columns between neighbours from which signs fit beside a piece.
const BESIDE: u16 = 2;

/// Rows between neighbours from which diagonal edges hide nothing.
const ROOMY: u16 = 4;

/// Columns in half the distance between the sites of a graph from which lines to ghosts are drawn.
const OPEN: f64 = 4.0;

/// On larger boards, holes are not filled: they are smaller than a character.
const MOST_PLACES_WITH_HOLES: usize = 4000;

/// An outline with more corners is a circle.
const ROUND: usize = 12;

pub struct Painter<'a> {
    session: &'a GameSession,
    preferences: &'a Preferences,
    ink: Ink,
    projection: Projection,
    canvas: Canvas,
    highlights: HashMap<Site, SiteHighlight>,
    /// The sides that completed cells belong to.
    owners: HashMap<Site, u8>,
    taken: HashSet<Cell>,
    /// Where names of several signs stand, or will.
    names: HashSet<Cell>,
    /// The letters of the sides instead of their signs, by colour.
    letters: &'a [char],
}

/// Draws the board with the last move, marks, targets and cursor.
pub fn paint(
    session: &GameSession,
    preferences: &Preferences,
    ink: Ink,
    projection: &Projection,
    size: (u16, u16),
) -> Canvas {
    let mut painter = Painter::new(session, preferences, ink, projection, size);
    painter.find_highlights();
    painter.draw_board(&vacated_sites(session));
    painter.draw_highlights();
    painter.canvas
}

/// Draws the board and the pieces alone, sides by letters.
pub fn paint_text(
    session: &GameSession,
    projection: &Projection,
    size: (u16, u16),
    letters: &[char],
) -> Canvas {
    let preferences = Preferences::default();
    let mut painter = Painter::new(session, &preferences, Ink::TEXT, projection, size);
    painter.letters = letters;
    painter.draw_board(&HashSet::new());
    painter.canvas
}

impl<'a> Painter<'a> {
    fn new(
        session: &'a GameSession,
        preferences: &'a Preferences,
        ink: Ink,
        projection: &Projection,
        (width, height): (u16, u16),
    ) -> Self {
        Painter {
            session,
            preferences,
            ink,
            projection: *projection,
            canvas: Canvas::new(width, height),
            highlights: HashMap::new(),
            owners: HashMap::new(),
            taken: HashSet::new(),
            names: HashSet::new(),
            letters: &[],
        }
    }

    fn draw_board(&mut self, left: &HashSet<Site>) {
        self.draw_cells();
        if !self.letters.is_empty() {
            corner_names::draw(&mut self.canvas, self.session, &self.projection);
        }
        self.draw_holes();
        self.draw_places(left);
        self.draw_captions();
        self.draw_sides();
        if self.preferences.coordinates && self.session.style.coordinates {
            let style = self.ink.faint();
            long_names::draw(&mut self.canvas, self.session, &self.projection, style);
        }
    }

    /// Returns the sign of a side, a small one for ghosts and edges.
    fn side_sign(&self, color: u8, small: bool) -> char {
        match self.letters.get(usize::from(color)) {
            Some(letter) if small => letter.to_ascii_lowercase(),
            Some(letter) => *letter,
            None => signs::of_side(&self.session.style.player(color).mark, self.ink, small),
        }
    }

    fn exact(&self, at: Pos) -> (f64, f64) {
        self.projection.exact(at)
    }

    /// Tells whether there is room between the sites for their edges.
    fn has_edges(&self) -> bool {
        self.projection.steps.0 >= 3 && self.projection.steps.1 >= 2
    }

    /// Tells whether sites stand in no rows and columns.
    fn is_loose(&self) -> bool {
        self.projection.steps.0 == 0 || self.projection.steps.1 == 0
    }

    fn draw_cells(&mut self) {
        let session = self.session;
        let board = &session.board;
        let faint = self.ink.faint();
        // Only their edges show the cells of a divided board. Elsewhere a diagonal edge
        // would hide what is in the cells.
        let (across, down) = self.projection.size_of(board.unit());
        let anyhow = board.has_vertices || (self.is_loose() && across >= 4.0 && down >= 2.0);
        let roomy = self.projection.steps.1 >= ROOMY;
        if self.has_edges() || anyhow {
            for spot in board.places().iter().filter(|spot| !spot.far && !spot.copy) {
                let corners = &spot.outline;
                // The sign inside shows a round site.
                if corners.len() > ROUND {
                    continue;
                }
                for (n, corner) in corners.iter().enumerate() {
                    let next = corners[(n + 1) % corners.len()];
                    let (from, to) = (self.exact(*corner), self.exact(next));
                    if anyhow || roomy || self.is_straight(from, to) {
                        self.canvas.line(from, to, faint);
                    }
                }
            }
        }
        let is_screen = self.letters.is_empty();
        let crowded = is_screen && self.is_loose() && !board.has_vertices && across < OPEN;
        for stroke in board.strokes.iter().filter(|stroke| !stroke.far && !stroke.filled) {
            // In little room, lines to ghosts cross the names of other sites.
            if !(crowded && self.leads_to_ghost(stroke)) {
                self.draw_stroke(stroke);
            }
        }
    }

    fn leads_to_ghost(&self, stroke: &Stroke) -> bool {
        let places = || self.session.board.places().iter().filter(|spot| !spot.far);
        let ends = [stroke.points.first(), stroke.points.last()];
        ends.into_iter().flatten().any(|end| {
            let away = |spot: &&BoardPlace| spot.at.distance(*end);
            let nearest = places().min_by(|a, b| away(a).total_cmp(&away(b)));
            nearest.is_some_and(|spot| spot.copy)
        })
    }

    /// Fills the parts of divided cells that no smaller cell covers.
    fn draw_holes(&mut self) {
        let session = self.session;
        let board = &session.board;
        if !board.has_vertices || board.places().len() > MOST_PLACES_WITH_HOLES {
            return;
        }
        let hole = signs::of_hole(self.ink);
        for row in 0..self.canvas.height() {
            for column in 0..self.canvas.width() {
                let cell = (i32::from(column), i32::from(row));
                let smallest = board.cells_at(self.projection.point(cell)).pop();
                let is_hole = smallest.is_some_and(BoardPlace::is_divided);
                if is_hole && self.canvas.at(cell).is_some_and(Tile::is_empty) {
                    self.canvas.put(cell, hole, self.ink.faint());
                }
            }
        }
    }

    /// Tells whether a line follows a row or a column of characters.
    fn is_straight(&self, from: (f64, f64), to: (f64, f64)) -> bool {
        (from.0 - to.0).abs() < 0.25 || (from.1 - to.1).abs() < 0.25
    }

    fn draw_stroke(&mut self, stroke: &Stroke) {
        // Between touching cells, a line would hide what is in them.
        let drawn = self.session.board.has_vertices || self.has_edges() || self.is_loose();
        if !drawn {
            return;
        }
        let style = self.session.style.role(stroke.role);
        let color = match (stroke.group, style.line) {
            (_, Some(line)) => Some(line),
            (0, None) => None,
            (group, None) => Some(self.seam_color(group)),
        };
        let style = color.map_or_else(Style::new, |color| self.ink.letters(color));
        let style = if stroke.group == 0 { self.ink.faint() } else { style };
        let mut points: Vec<_> = stroke.points.iter().map(|at| self.exact(*at)).collect();
        if stroke.closed {
            points.extend(points.first().copied());
        }
        points.windows(2).for_each(|pair| self.canvas.line(pair[0], pair[1], style));
    }

    /// Returns the colour of joined edges. With sixteen colours, it must not be that of a player.
    fn seam_color(&self, group: u16) -> Rgb {
        let style = &self.session.style;
        let is_free = |color: &Rgb| {
            let shown = self.ink.color(*color);
            !style.players.iter().any(|player| self.ink.color(player.color) == shown)
        };
        let free: Vec<Rgb> = style.colors.seams.into_iter().filter(is_free).collect();
        match &free[..] {
            [] => style.colors.seam(group),
            free => free[usize::from(group.saturating_sub(1)) % free.len()],
        }
    }

    fn draw_places(&mut self, left: &HashSet<Site>) {
        let session = self.session;
        let targets = self.targets();
        // Pieces are drawn last, so that they show if sites share a character.
        let mut places: Vec<&BoardPlace> =
            session.board.places().iter().chain(&session.board.proposed).collect();
        places.retain(|spot| !spot.far && self.canvas.holds(self.projection.cell(spot.at)));
        let named = places.iter().filter(|spot| !spot.copy && self.names_site(&spot.label));
        let cells = |spot: &&BoardPlace| {
            cells_of_name(self.projection.cell(spot.at), &spot.label).collect::<Vec<_>>()
        };
        self.names = named.flat_map(cells).collect();
        let empty = |spot: &BoardPlace| session.pieces.on(spot.site).is_empty();
        places.sort_by_key(|spot| (!empty(spot), !spot.copy));
        for spot in places {
            let cell = self.projection.cell(spot.at);
            match session.pieces.top(spot.site) {
                Some(piece) => self.draw_piece(spot, cell, piece),
                None => self.draw_empty(spot, cell, targets.get(&spot.site), left),
            }
        }
    }

    fn targets(&self) -> HashMap<Site, TargetKind> {
        let controller = &self.session.controller;
        if !self.preferences.dots || controller.path().is_empty() {
            return HashMap::new();
        }
        controller.choices().targets.iter().map(|target| (target.site, target.kind)).collect()
    }

    fn draw_piece(&mut self, spot: &BoardPlace, cell: Cell, piece: Piece) {
        let session = self.session;
        let side = session.style.player(piece.color);
        let own = session.style.fills.get(usize::from(piece.kind)).copied().flatten();
        let mut style = self.ink.badge(own.unwrap_or(side.color));
        if spot.copy {
            style = style.add_modifier(Modifier::DIM).remove_modifier(Modifier::BOLD);
        }
        if self.is_changed(spot.site) {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        let shape = session.style.shapes.get(usize::from(piece.kind)).map_or("", String::as_str);
        let kind = session.game.about().kinds.get(usize::from(piece.kind));
        let small = spot.copy && !self.has_letters_as_names(spot);
        let mark = self.side_sign(piece.color, small);
        let wide = self.projection.apart > BESIDE && !spot.copy;
        // The first kind has a sign only where that of its side fits beside it.
        let shows_kind = wide || piece.kind > 0 || piece.count > 0 || !self.letters.is_empty();
        let sign = signs::of_piece(piece, shape, kind, self.ink).filter(|_| shows_kind);
        self.taken.insert(cell);
        self.canvas.put(cell, sign.unwrap_or(mark), style);
        if wide {
            // The letter of a kind does not show the side.
            let after = if sign.is_some() { mark } else { ' ' };
            // Without colours behind them, signs of sides could be names of cells.
            let (before, after) = match names_cells(session) && !self.ink.unicode {
                true if self.letters.is_empty() => ('(', ')'),
                true => ('[', ']'),
                false => (' ', after),
            };
            self.canvas.put((cell.0 + 1, cell.1), after, style);
            self.canvas.put((cell.0 - 1, cell.1), before, style);
            let number = session.numbers.on(spot.site);
            // A highlight takes the place of signs beside the piece. The sign itself stays,
            // since not all terminals have colours.
            let framed = self.highlights.contains_key(&spot.site);
            if self.preferences.numbers && number > 0 && !framed {
                let text = format!("{}{:<2}", sign.unwrap_or(mark), number % 100);
                self.write_name((cell.0 - 1, cell.1), &text, style);
            }
        }
    }

    /// Tells whether the small signs of sides could be names of cells, where ghosts show names.
    fn has_letters_as_names(&self, ghost: &BoardPlace) -> bool {
        let mut colors = 0..self.session.style.players.len() as u8;
        one_letter(&ghost.label).is_some()
            && colors.any(|color| self.side_sign(color, true).is_alphabetic())
    }

    fn draw_empty(
        &mut self,
        spot: &BoardPlace,
        cell: Cell,
        target: Option<&TargetKind>,
        left: &HashSet<Site>,
    ) {
        let session = self.session;
        let role = session.style.role(spot.role);
        let role_name = session.game.about().roles.get(usize::from(spot.role));
        let role_name = role_name.map_or("", String::as_str);
        let mut style = self.ink.faint();
        if let (Some(fill), false) = (role.fill, matches!(role_name, "cell" | "vertex" | "site")) {
            style = self.ink.ground(fill);
        }
        let chosen =
            self.ink.letters(session.style.colors.marks.select).add_modifier(Modifier::BOLD);
        if let Some(touch) = target {
            let clones = session.controller.is_clone(spot.site);
            self.canvas.put(cell, signs::of_target(*touch, clones, self.ink), chosen);
            return;
        }
        if self.is_changed(spot.site) {
            self.canvas.put(cell, '*', chosen);
            return;
        }
        if left.contains(&spot.site) && !spot.copy {
            self.canvas.put(cell, '_', style.remove_modifier(Modifier::DIM));
            return;
        }
        let divided = session.board.has_vertices;
        let proposed = session.board.proposed.iter().any(|p| std::ptr::eq(p, spot));
        if proposed {
            self.canvas.put(cell, '+', chosen);
        } else if divided && !spot.outline.is_empty() {
            // Its edges show where it is.
            let owner = self.owners.get(&spot.site).filter(|_| self.letters.is_empty());
            if let Some(owner) = owner.filter(|_| !spot.is_divided()) {
                self.canvas.put(cell, self.side_sign(*owner, true), style);
            }
        } else if divided && self.canvas.at(cell).is_some_and(Tile::is_joint) {
            // Lines that meet show where it is.
        } else if divided {
            self.canvas.put(cell, self.ink.either('·', '.'), style);
        } else {
            let ground = |role, ornament| signs::of_ground(role, ornament, spot.copy, self.ink);
            let sign = ground(role_name, role.ornament);
            let is_plain = sign == ground("", Ornament::None);
            let name = spot.label.as_str();
            // A ghost shows the name of its site.
            if spot.copy && single_character(name).is_some() {
                return self.write_name(cell, name, style);
            }
            if is_plain && self.names_site(name) {
                // The names of ghosts must not run into others.
                if spot.copy {
                    let (column, row) = cell;
                    let length = name.chars().count() as i32;
                    let mut around = (column - 1..=column + length).map(|column| (column, row));
                    if around.any(|cell| self.names.contains(&cell)) {
                        return;
                    }
                    self.names.extend(cells_of_name(cell, name));
                }
                let bracketed = self.projection.apart > BESIDE && names_cells(session);
                let capital = self.ink.unicode || !self.letters.is_empty() || bracketed;
                // Small letters differ from signs such as `X`, unless those stand in brackets.
                let name = if capital { name.to_owned() } else { name.to_ascii_lowercase() };
                return self.write_name(cell, &name, style);
            }
            self.canvas.put(cell, sign, style);
        }
    }

    /// Tells whether an empty site shows its name, as on boards without captions.
    fn names_site(&self, name: &str) -> bool {
        let session = self.session;
        let wanted = self.preferences.coordinates && session.style.coordinates;
        let fits = match name.chars().count() {
            // In text mode, letters are pieces, unless those stand in brackets.
            1 => self.letters.is_empty() || self.is_loose() || names_cells(session),
            count => count as i32 <= long_names::LONGEST_WITHIN && self.is_loose(),
        };
        wanted && fits && session.board.labels().is_empty()
    }

    fn write_name(&mut self, (column, row): Cell, name: &str, style: Style) {
        // Keep the whole name on the canvas.
        let column = column.min(i32::from(self.canvas.width()) - name.chars().count() as i32);
        for (letter, column) in name.chars().zip(column..) {
            self.canvas.put((column, row), letter, style);
        }
    }

    /// Tells whether the move under the cursor would change a site.
    fn is_changed(&self, site: Site) -> bool {
        let preview = self.session.preview.iter().filter(|_| self.preferences.preview);
        let mut effects = preview.flat_map(|preview| &preview.effects);
        effects.any(|effect| effect.site == Some(site) || effect.onto == Some(site))
    }

    /// Writes the captions beside the board.
    fn draw_captions(&mut self) {
        if !self.preferences.coordinates || !self.session.style.coordinates {
            return;
        }
        let style = self.ink.faint();
        for label in projection::captions(&self.session.board) {
            let (column, row) = self.projection.cell(label.at);
            let width = label.text.chars().count() as i32;
            let column = column - (width - 1) / 2;
            // Of rows that share a line, the first has its caption.
            let mut around = column - 1..=column + width;
            if self.projection.folds_rows && around.any(|column| self.has_caption((column, row))) {
                continue;
            }
            let touches = self.canvas.at((column + width, row)).is_some_and(|it| !it.is_empty());
            let apart =
                touches && self.canvas.write_where_free((column - 1, row), &label.text, style);
            if !apart {
                self.canvas.write_where_free((column, row), &label.text, style);
            }
        }
    }

    fn has_caption(&self, cell: Cell) -> bool {
        self.canvas.at(cell).and_then(|it| it.sign).is_some_and(char::is_alphanumeric)
    }

    /// Marks the edges that players have to connect, beyond the captions where there are
    /// some.
    fn draw_sides(&mut self) {
        let marks = super::sides::edge_marks(self.session, &self.projection);
        let is_name = |cell: Cell| {
            self.canvas.at(cell).and_then(|it| it.sign).is_some_and(char::is_alphanumeric)
        };
        // A letter beside a number would read as the name of a site.
        let touches = |(cell, mark): (&Cell, &EdgeMark)| {
            let step = (mark.beyond.0 - cell.0).signum();
            step != 0 && is_name(*cell) && is_name((mark.beyond.0 - step, mark.beyond.1))
        };
        let plain = !self.ink.unicode;
        let apart = i32::from(plain && marks.iter().any(touches));
        let signs = super::sides::text_signs(self.session, &self.projection, &marks, self.letters);
        for (cell, EdgeMark { color, beyond }) in marks {
            let beyond = (beyond.0 + (beyond.0 - cell.0).signum() * apart, beyond.1);
            let Some(color) = color else { continue };
            let style = self.ink.side(self.session.style.player(color).color);
            let caption = self.canvas.at(cell).and_then(|it| it.sign);
            let caption = caption.is_some_and(char::is_alphanumeric);
            // Between sites there is room for a caption, which may end just before the mark.
            let step = (beyond.0 - cell.0).signum();
            let roomy = step != 0 && self.projection.apart >= BESIDE;
            let touches = roomy && self.has_caption((cell.0 - step, cell.1));
            let mark = if caption || touches { beyond } else { cell };
            if self.canvas.at(mark).is_some_and(Tile::is_empty) {
                let sign = signs.get(usize::from(color)).copied();
                self.canvas.put(mark, sign.unwrap_or_else(|| self.side_sign(color, true)), style);
            }
            if let Some(tile) = self.canvas.at_mut(cell).filter(|_| caption) {
                tile.style = style;
            }
        }
    }
}

fn cells_of_name((column, row): Cell, name: &str) -> impl Iterator<Item = Cell> {
    name.chars().zip(column..).map(move |(_, column)| (column, row))
}

/// Tells whether each cell has a distinct sign, on a board without captions.
pub fn names_cells(session: &GameSession) -> bool {
    let board = &session.board;
    let own = || board.places().iter().filter(|spot| !spot.copy);
    let named = own().next().is_some() && board.labels().is_empty() && !board.has_vertices;
    named && own().all(|spot| single_character(&spot.label).is_some())
}

/// Returns a name of one letter.
pub fn one_letter(name: &str) -> Option<char> {
    single_character(name).filter(|letter| letter.is_alphabetic())
}

fn single_character(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.as_str().is_empty())
}

/// Returns the sites that the last move left.
fn vacated_sites(session: &GameSession) -> HashSet<Site> {
    let marked = session.marks.iter().filter(|mark| mark.role == "last-from");
    let mut left: HashSet<Site> = marked.flat_map(|mark| mark.sites.iter().copied()).collect();
    if !session.marks.iter().any(|mark| mark.role.starts_with("last")) {
        let moved = last_effects(session).iter().filter(|effect| effect.verb == "move");
        left.extend(moved.filter_map(|effect| effect.site));
    }
    left
}
