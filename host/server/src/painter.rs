//! Boards for clients without rules: the drawing of a position, and the choices in it.

use std::collections::HashMap;

use boardloom_board_view::BoardController;
use boardloom_board_view::board::{BoardGeometry, BoardPlace, Camera, Pos, Rect};
use boardloom_board_view::controller::CursorMoves;
use boardloom_board_view::scene::{
    BoardLook, Color, LayerKind, Picture, Pieces, Style, Theme, side_badge,
};
use boardloom_contract::{
    About, Cursor, Effect, GameStatus, Message, NO_COLOR, OpenGame, Piece, Seat, Site, TargetKind,
};
use boardloom_export::svg_elements;
use boardloom_match::{GameEvent, GameSource, MatchError, MovePath, Observer};
use boardloom_online::{BoardPainter, BoardTask};
use boardloom_room::{BoardRequest, Error, ErrorCode, ServerMessage};
use serde_json::{Value, json};

/// Boards are drawn in this size at least and at most, in pixels.
const SIZES: std::ops::RangeInclusive<u16> = 120..=2400;
/// The margin around a board, in pixels.
const MARGIN: f64 = 6.0;
/// Places with a smaller radius, in pixels, cannot be pointed at.
const LEAST_RADIUS: f64 = 0.75;
/// The most places that a page can point at, the largest ones: more would stop a browser.
const MOST_PLACES: usize = 20_000;
/// The radius of a side's badge, in pixels.
const BADGE: f32 = 10.0;

/// Follows the moves of a room in an instance of the plugin of its own, so that a drawing delays
/// no move. It knows only the moves that all clients know.
pub struct RoomPainter {
    source: GameSource,
    open: Option<OpenBoard>,
}

struct OpenBoard {
    // Dropped before the game that it belongs to.
    cursor: Box<dyn Cursor>,
    _game: Box<dyn OpenGame>,
    about: About,
    path: MovePath,
    observer: Option<Observer>,
    /// The effects of the last move.
    last: Vec<Effect>,
    boards: HashMap<u16, BoardGeometry>,
}

impl RoomPainter {
    pub fn new(source: GameSource) -> Self {
        RoomPainter { source, open: None }
    }

    fn draw(&mut self, task: &BoardTask) -> Result<Value, MatchError> {
        let start = task.path.start.as_deref();
        // After an error nothing is open, and the next request opens the game again.
        let is_same =
            |it: &OpenBoard| it.path.start.as_deref() == start && it.observer == task.observer;
        let mut open = match self.open.take().filter(is_same) {
            Some(open) => open,
            None => OpenBoard::new(&self.source, start, task.observer)?,
        };
        open.go_to(&task.path)?;
        let answer = open.draw(&self.source, task)?;
        self.open = Some(open);
        Ok(answer)
    }
}

impl BoardPainter for RoomPainter {
    fn paint(&mut self, task: &BoardTask) -> String {
        // The first error may be of an instance that ran into a limit long ago.
        match self.draw(task).or_else(|_| self.draw(task)) {
            Ok(answer) => answer.to_string(),
            Err(error) => {
                let message = format!("the board cannot be drawn: {error}");
                let error = Error { code: ErrorCode::Plugin, message, id: None };
                ServerMessage::Error(error).to_line()
            }
        }
    }
}

impl OpenBoard {
    fn new(
        source: &GameSource,
        start: Option<&str>,
        observer: Option<Observer>,
    ) -> Result<Self, MatchError> {
        let path = MovePath { start: start.map(str::to_owned), events: Vec::new() };
        let (game, cursor) = match observer {
            Some(observer) => path.walk(&source.clone().observed(observer))?,
            None => path.walk(source)?,
        };
        let about = game.about()?;
        let (last, boards) = (Vec::new(), HashMap::new());
        Ok(OpenBoard { cursor, _game: game, about, path, observer, last, boards })
    }

    /// Undoes moves back to the common beginning, and plays the rest.
    fn go_to(&mut self, path: &MovePath) -> Result<(), MatchError> {
        if self.path == *path {
            return Ok(());
        }
        let known = self.path.events.iter().zip(&path.events);
        let mut common = known.take_while(|(own, other)| own == other).count();
        if common == path.events.len() {
            // The last move is played again, for its effects.
            common = common.saturating_sub(1);
        }
        if common < self.path.events.len() {
            self.boards.values_mut().for_each(BoardGeometry::forget);
        }
        while self.path.events.len() > common {
            self.cursor.undo()?;
            self.path.events.pop();
        }
        self.last.clear();
        for event in &path.events[common..] {
            self.last = play(&mut *self.cursor, event)?;
            self.path.events.push(event.clone());
        }
        Ok(())
    }

    fn draw(&mut self, source: &GameSource, task: &BoardTask) -> Result<Value, MatchError> {
        let BoardTask { request, seat, .. } = task;
        let view =
            if usize::from(request.view) < self.about.views.len() { request.view } else { 0 };
        let look = BoardLook::from(theme(&request.theme));
        let style = Style::of(&source.ruleset, &self.about, look);
        let cursor = &mut *self.cursor;
        let status = cursor.status()?;
        let board = self.boards.entry(view).or_insert_with(|| BoardGeometry::new(view));
        board.update(cursor)?;
        let mut pieces = Pieces::read(cursor, status.sites)?;
        let camera = camera(&style, board, request);
        let acting = seat.map(|seat| seat - 1);
        let controller = select(cursor, board, &camera, acting, request)?;
        if controller.choices().proposed {
            board.propose(cursor, controller.path())?;
        }
        let next_step = show_steps(cursor, acting, controller.path(), &mut pieces)?;
        let prompt = next_step.or(status.prompt.clone().filter(|_| seat.is_some()));
        let marks = cursor.marks()?;
        let size = [camera.viewport.max.x + MARGIN, camera.viewport.max.y + MARGIN];
        let size = size.map(|side| side.round() as f32);
        let mut picture = Picture::new(board, &camera, &style, &pieces, size);
        picture.marks = &marks;
        picture.last = &self.last;
        picture.controller = Some(&controller);
        picture.show.coordinates = source.ruleset.look.coordinates.unwrap_or(true);
        let revision = format!("{:016x}", picture.board_surface_revision());
        let layer = |kind| svg_elements(&picture.layer(kind).shapes);
        let mut answer = json!({
            "type": "board",
            "id": request.id,
            "game": request.game,
            "ply": request.ply,
            "at": request.at,
            "title": source.ruleset.name,
            "path": controller.path(),
            "seat": seat,
            "width": size[0],
            "height": size[1],
            "surface": { "revision": revision },
            "layers": {
                "under": layer(LayerKind::Under),
                "pieces": layer(LayerKind::Pieces),
                "over": layer(LayerKind::Over),
                "hand": layer(LayerKind::Hand),
            },
            "proposed": places(&board.proposed, board, &camera),
            "choices": choices(&controller, &self.about, &style),
            "contents": contents(&pieces, &self.about, &style),
            "sides": sides(&status, &style),
            "views": self.about.views.iter().map(|view| &view.name.text).collect::<Vec<_>>(),
            "prompt": prompt.map(|prompt| prompt.text),
            "note": status.note.as_ref().map(|note| &note.text),
            "facts": status.facts.iter().map(|fact| &fact.text).collect::<Vec<_>>(),
        });
        if revision != request.surface {
            let svg = layer(LayerKind::BoardSurface) + &layer(LayerKind::Labels);
            answer["surface"]["svg"] = Value::from(svg);
            answer["surface"]["places"] = places(board.places(), board, &camera);
        }
        Ok(answer)
    }
}

fn play(cursor: &mut dyn Cursor, event: &GameEvent) -> Result<Vec<Effect>, MatchError> {
    let seat = event.seat().ok_or(MatchError::Over)?;
    let played = event.play_on(cursor, seat)?;
    played.map_err(|why| MatchError::Unreachable { why: why.to_string() })
}

fn theme(name: &str) -> Theme {
    match name {
        "dark" => Theme::Dark,
        "high-contrast" => Theme::HighContrast,
        _ => Theme::Light,
    }
}

/// Goes along the path of a request, for the seat that may choose.
fn select(
    cursor: &mut dyn Cursor,
    board: &BoardGeometry,
    camera: &Camera,
    seat: Option<Seat>,
    request: &BoardRequest,
) -> Result<BoardController, MatchError> {
    let mut moves = CursorMoves { cursor, seat, board, camera, error: None };
    let mut controller = BoardController::new(&mut moves);
    controller.select(&request.path, &mut moves);
    if let Some(error) = moves.error {
        return Err(error.into());
    }
    let place = controller.selected().and_then(|site| board.place_of(site));
    if let Some(place) = place.filter(|_| request.drag) {
        controller.lift(camera.to_screen(place.at));
    }
    Ok(controller)
}

/// Shows the pieces as the steps of a path leave them. Returns the prompt for the next step.
fn show_steps(
    cursor: &mut dyn Cursor,
    seat: Option<Seat>,
    path: &[Site],
    pieces: &mut Pieces,
) -> Result<Option<Message>, MatchError> {
    let Some(seat) = seat.filter(|_| !path.is_empty()) else { return Ok(None) };
    let Some(partial) = cursor.partway(seat, path)? else { return Ok(None) };
    for site in &partial.sites {
        let own = partial.pieces.iter().filter(|(on, _)| on == site);
        pieces.replace(*site, own.map(|(_, piece)| *piece).collect());
    }
    Ok(partial.prompt)
}

/// Returns the pieces on each site in words, for players who do not see them.
fn contents(pieces: &Pieces, about: &About, style: &Style) -> Vec<(Site, String)> {
    let names = |site: Site| {
        let stack = pieces.on(site).iter().map(|piece| piece_name(*piece, about, style));
        (site, stack.collect::<Vec<_>>().join(", "))
    };
    pieces.sites().into_iter().map(names).collect()
}

/// Returns a camera whose viewport is the board, as large as fits into the client's room.
fn camera(style: &Style, board: &BoardGeometry, request: &BoardRequest) -> Camera {
    let side = |given: u16| f64::from(given.clamp(*SIZES.start(), *SIZES.end())) - 2.0 * MARGIN;
    let room = Rect {
        min: Pos::new(MARGIN, MARGIN),
        max: Pos::new(MARGIN + side(request.width), MARGIN + side(request.height)),
    };
    let part = style.framed_bounds(board).unwrap_or(room);
    let mut camera = Camera::fitting(part, room);
    camera.rotate(90.0 * f64::from(request.turn % 4));
    camera.fit(part);
    let corners = part.corners().map(|corner| camera.to_screen(corner));
    if let Some(seen) = Rect::around(corners) {
        camera.viewport.max = Pos::new(MARGIN + seen.width(), MARGIN + seen.height());
    }
    camera
}

/// Returns the places that a pointer can hit, in drawing order: what comes later lies in front.
fn places(all: &[BoardPlace], board: &BoardGeometry, camera: &Camera) -> Value {
    let seen = |place: &&BoardPlace| !place.far && place.radius * camera.scale >= LEAST_RADIUS;
    let mut places: Vec<&BoardPlace> = all.iter().filter(seen).collect();
    if places.len() > MOST_PLACES {
        places.sort_by(|a, b| b.radius.total_cmp(&a.radius));
        places.truncate(MOST_PLACES);
    }
    places.sort_by(|a, b| {
        let vertex = |place: &BoardPlace| place.outline.is_empty();
        let order = vertex(a).cmp(&vertex(b)).then(a.depth.total_cmp(&b.depth));
        order.then(b.copy.cmp(&a.copy)).then(b.radius.total_cmp(&a.radius))
    });
    let tenth = |value: f64| (value * 10.0).round() / 10.0;
    let place = |place: &&BoardPlace| {
        let at = camera.to_screen(place.at);
        let mut json = json!({
            "site": place.site,
            "x": tenth(at.x),
            "y": tenth(at.y),
            "r": tenth(place.radius * camera.scale),
        });
        if board.has_name(place) {
            json["name"] = Value::from(place.label.as_str());
        }
        if place.copy {
            json["copy"] = Value::from(true);
        }
        if !place.outline.is_empty() {
            let corners = place.outline.iter().map(|corner| camera.to_screen(*corner));
            let corners: Vec<[f64; 2]> =
                corners.map(|corner| [tenth(corner.x), tenth(corner.y)]).collect();
            json["outline"] = json!(corners);
        }
        json
    };
    places.iter().map(place).collect()
}

fn choices(controller: &BoardController, about: &About, style: &Style) -> Value {
    let choices = controller.choices();
    let kind = |kind: TargetKind| match kind {
        TargetKind::Pick => "pick",
        TargetKind::Quiet => "quiet",
        TargetKind::Capture => "capture",
        TargetKind::Split => "split",
    };
    let targets: Vec<Value> =
        choices.targets.iter().map(|target| json!([target.site, kind(target.kind)])).collect();
    let options = choices.options.iter().map(|option| {
        json!({ "move": option.move_, "label": option.label.text, "answer": option.answer })
    });
    json!({
        "targets": targets,
        "options": options.collect::<Vec<_>>(),
        "proposed": choices.proposed,
        "places": choices.placed_piece.map(|piece| piece_name(piece, about, style)),
    })
}

fn piece_name(piece: Piece, about: &About, style: &Style) -> String {
    let kind = about.kinds.get(usize::from(piece.kind)).map_or("", |kind| &kind.name.text);
    let mut name = match piece.color {
        NO_COLOR => kind.to_owned(),
        color => format!("{} {kind}", style.player(color).name),
    };
    if piece.count > 0 {
        name += &format!(" {}", piece.count);
    }
    name
}

fn sides(status: &GameStatus, style: &Style) -> Value {
    let side = |seat: Seat| {
        let state = status.seats[usize::from(seat)];
        let player = style.player(state.color);
        let badge = side_badge(&player, [BADGE, BADGE], BADGE - 1.0, rim(style));
        json!({
            "name": match state.color {
                NO_COLOR => format!("Player {}", seat + 1),
                _ => player.name.clone(),
            },
            "color": player.color.to_string(),
            "badge": svg_elements(&badge),
            "score": state.score,
            "active": state.active,
        })
    };
    (0..status.seats.len() as Seat).map(side).collect()
}

fn rim(style: &Style) -> Color {
    style.theme.text()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(row: &str) -> GameSource {
        let (rules, ruleset) = boardloom_testing::row(row);
        GameSource::new(rules, ruleset)
    }

    fn task(moves: &[&str], seat: Option<u8>, path: &[u32]) -> BoardTask {
        let event = |(at, mv): (usize, &&str)| GameEvent::Move {
            seat: Some((at % 2) as u8),
            mv: (*mv).to_owned(),
        };
        let events = moves.iter().enumerate().map(event).collect();
        let request = BoardRequest {
            id: 7,
            game: 1,
            ply: moves.len() as u32,
            path: path.to_vec(),
            width: 500,
            height: 500,
            ..BoardRequest::default()
        };
        BoardTask { request, seat, path: MovePath { start: None, events }, observer: None }
    }

    fn paint(painter: &mut RoomPainter, task: &BoardTask) -> Value {
        serde_json::from_str(&painter.paint(task)).expect("JSON")
    }

    /// What a board shows, without the number of its surface.
    fn shown(answer: &Value) -> Value {
        let mut shown = answer.clone();
        shown["surface"]["revision"].take();
        shown
    }

    #[test]
    fn a_painter_that_follows_draws_as_one_that_begins_here() {
        for row in ["length = 9", "length = 9\ngrows = true"] {
            let mut following = RoomPainter::new(source(row));
            // On, back, and aside.
            for moves in [&["a"][..], &["a", "b", "c"], &["a", "b"], &["a", "d"], &[], &["e", "a"]]
            {
                let task = task(moves, Some(1), &[]);
                let followed = paint(&mut following, &task);
                let begun = paint(&mut RoomPainter::new(source(row)), &task);
                assert_eq!(followed["type"], "board", "{followed}");
                assert_eq!(shown(&followed), shown(&begun), "{row}: {moves:?}");
            }
        }
    }

    #[test]
    fn the_player_to_move_gets_choices_and_names() {
        let mut painter = RoomPainter::new(source("length = 5"));
        let own = paint(&mut painter, &task(&["a"], Some(2), &[]));
        let targets = own["choices"]["targets"].as_array().expect("a list");
        assert_eq!(targets.len(), 4, "{own}");
        assert_eq!(own["surface"]["places"][0]["name"], "a");
        assert!(own["contents"][0][1].as_str().expect("words").starts_with("Ann"), "{own}");
        assert_eq!(own["sides"][1]["name"], "Bob");
        // A path completes a move.
        let site = targets[0][0].as_u64().expect("a site") as u32;
        let chosen = paint(&mut painter, &task(&["a"], Some(2), &[site]));
        assert_eq!(chosen["choices"]["options"][0]["move"], "b");
        // Others choose nothing.
        let other = paint(&mut painter, &task(&["a"], None, &[site]));
        assert_eq!((&other["path"], &other["choices"]["targets"]), (&json!([]), &json!([])));
    }

    #[test]
    fn a_piece_can_be_lifted() {
        let mut painter = RoomPainter::new(source("walk = true"));
        let mut lifted = task(&["--"], Some(2), &[]);
        let first = paint(&mut painter, &lifted);
        let pick = first["choices"]["targets"].as_array().expect("a list").iter();
        let pick = pick.clone().find(|target| target[1] == "pick").expect("a piece");
        lifted.request.path = vec![pick[0].as_u64().expect("a site") as u32];
        let still = paint(&mut painter, &lifted);
        lifted.request.drag = true;
        let drawn = paint(&mut painter, &lifted);
        assert_eq!((&still["layers"]["hand"], &still["path"]), (&json!(""), &drawn["path"]));
        assert_ne!(drawn["layers"]["hand"], "");
        assert_ne!(drawn["layers"]["pieces"], still["layers"]["pieces"], "it is not there twice");
    }

    #[test]
    fn a_plugin_error_is_told_and_forgotten() {
        let mut painter = RoomPainter::new(source("fails = \"b\""));
        let failed = paint(&mut painter, &task(&["a", "b"], None, &[]));
        assert_eq!((&failed["type"], &failed["code"]), (&json!("error"), &json!("plugin")));
        let drawn = paint(&mut painter, &task(&["a"], Some(2), &[]));
        assert_eq!(drawn["type"], "board", "{drawn}");
    }

    #[test]
    fn a_board_fits_into_its_room() {
        for (width, height) in [(390, 700), (1400, 300), (0, 0), (u16::MAX, u16::MAX)] {
            for turn in [0, 1, 2, 255] {
                let mut task = task(&[], None, &[]);
                let request = &mut task.request;
                (request.width, request.height, request.turn) = (width, height, turn);
                let board = paint(&mut RoomPainter::new(source("length = 9")), &task);
                let most = |side: u16| f64::from(side.clamp(*SIZES.start(), *SIZES.end())) + 1.0;
                let side = |key: &str| board[key].as_f64().expect("pixels");
                assert!(side("width") <= most(width) && side("height") <= most(height), "{board}");
                for place in board["surface"]["places"].as_array().expect("places") {
                    let at = |key: &str| place[key].as_f64().expect("pixels");
                    assert!(at("x") > 0.0 && at("x") < side("width"), "{place}");
                    assert!(at("y") > 0.0 && at("y") < side("height"), "{place}");
                }
            }
        }
    }
}
