//! Answers the questions of a request.

use boardloom_app::texts::game::removed;
use boardloom_board_view::diagram;
use boardloom_contract::{CHANCE, GameStatus, Seat};
use boardloom_match::legal_moves;
use serde_json::{Map, Value as Json, json};

use super::game_cache::{CachedGame, GameCache};
use super::position::PlayedPosition;
use super::question::Question;
use super::request::Request;
use super::{QueryError, Result, board};
use crate::data;

impl Request {
    pub fn answer(&self, games: &mut GameCache<'_>) -> Result<Map<String, Json>> {
        let game = games.get(&self.ruleset, &self.settings)?;
        let result = self.answer_with(&game);
        if let Err(error) = &result
            && error.kind.starts_with("plugin")
        {
            games.evict(&game);
        }
        result
    }

    fn answer_with(&self, game: &CachedGame) -> Result<Map<String, Json>> {
        let mut position = PlayedPosition::new(game, self)?;
        let changes = self.questions.iter().any(|(name, _)| name == "changes");
        position.play(&self.events, changes)?;
        let status = position.status()?;
        let mut answers = Map::new();
        for (number, (name, question)) in self.questions.iter().enumerate() {
            let answer = answer(&mut position, &status, question).map_err(|mut error| {
                error.at.get_or_insert_with(|| format!("/ask/{number}"));
                error
            })?;
            answers.insert(name.clone(), answer);
        }
        Ok(answers)
    }
}

fn answer(
    position: &mut PlayedPosition<'_>,
    status: &GameStatus,
    question: &Question,
) -> Result<Json> {
    Ok(match question {
        Question::Plain(answer) => answer(position, status)?,
        Question::Form(form) => write_form(position, form)?,
        Question::Legal(seat) => json!(legal(position, seat_or_mover(status, *seat))?),
        Question::Count(seat) => match seat_or_mover(status, *seat) {
            Some(seat) => json!(position.cursor.count_moves(seat)?),
            None => json!(0),
        },
        Question::Perft(depth) => json!(position.cursor.perft(*depth, false)?),
        Question::Divide(depth) => divide(position, status, *depth)?,
    })
}

pub type PlainAnswer = fn(&mut PlayedPosition<'_>, &GameStatus) -> Result<Json>;

pub const PLAIN: [(&str, PlainAnswer); 20] = [
    ("acting", |_, status| Ok(status.acting.iter().copied().map(data::seat).collect())),
    ("board_key", |at, status| Ok(json!(format!("{:016x}", board_key(at, status)?)))),
    ("cautions", |at, _| {
        let report = at.game.source.ruleset.locate(&at.game.game.warnings()?);
        Ok(report.to_json()["findings"].take())
    }),
    ("changes", |at, _| board::changes(at)),
    ("diagram", |at, _| Ok(json!(diagram::draw(&mut *at.cursor, &at.game.about)?))),
    ("evaluate", |at, _| Ok(json!(at.cursor.evaluate()?))),
    ("facts", |_, status| Ok(status.facts.iter().map(|fact| json!(fact.text)).collect())),
    ("key", |_, status| Ok(json!(format!("{:016x}", status.key)))),
    ("marks", |at, _| board::marks(at)),
    ("note", |_, status| Ok(json!(status.note.as_ref().map(|note| &note.text)))),
    ("outcome", |at, status| Ok(outcome(at, status))),
    ("pieces", |at, _| board::pieces(at)),
    ("played", |at, _| at.played_moves()),
    ("ply", |_, status| Ok(json!(status.ply))),
    ("position", |at, _| match at.game.about.forms.first() {
        Some(form) => write_form(at, form),
        None => Ok(Json::Null),
    }),
    ("rules", |at, _| Ok(at.game.game.explain()?.iter().map(|it| json!(it.text)).collect())),
    ("ruleset", |at, _| Ok(ruleset(at.game))),
    ("scores", |_, status| Ok(scores(status))),
    ("sites", |at, _| board::sites(at)),
    ("turn", |_, status| Ok(turn(status))),
];

fn turn(status: &GameStatus) -> Json {
    json!(status.mover().filter(|_| !status.is_over()).map(data::seat))
}

fn scores(status: &GameStatus) -> Json {
    status.seats.iter().map(|seat| data::number(seat.score)).collect()
}

fn outcome(position: &PlayedPosition<'_>, status: &GameStatus) -> Json {
    let Some(outcome) = &status.outcome else { return Json::Null };
    let (reason, id) = match position.removed {
        // As in all other programs: who gave up, not how many are left.
        Some((seat, cause)) => {
            let who = position.game.source.ruleset.player(seat.into()).name;
            (removed(cause, &who).trim_end_matches('.').to_owned(), "over.resigned")
        }
        None => (outcome.reason.text.clone(), &*outcome.reason.id),
    };
    json!({
        "winner": outcome.winner().map(data::seat),
        "scores": scores(status),
        "places": outcome.ranks.iter().map(|rank| u16::from(*rank) + 1).collect::<Vec<_>>(),
        "reason": reason,
        "reason_id": id,
    })
}

fn seat_or_mover(status: &GameStatus, seat: Option<Seat>) -> Option<Seat> {
    seat.or_else(|| status.mover().filter(|_| !status.is_over()))
}

fn legal(position: &mut PlayedPosition<'_>, seat: Option<Seat>) -> Result<Vec<String>> {
    let Some(seat) = seat else { return Ok(Vec::new()) };
    if usize::from(seat) >= usize::from(position.game.about.seats) && seat != CHANCE {
        let seats = position.game.about.seats;
        let what = format!("expected a seat from 1 to {seats}");
        return Err(QueryError::without_place("request", what));
    }
    Ok(legal_moves(&mut *position.cursor, seat, usize::MAX)?)
}

fn divide(position: &mut PlayedPosition<'_>, status: &GameStatus, depth: u32) -> Result<Json> {
    let mut counts = Map::new();
    let Some(seat) = seat_or_mover(status, None) else { return Ok(Json::Object(counts)) };
    for mv in legal(position, Some(seat))? {
        if let Ok(_effects) = position.cursor.play(seat, &mv)? {
            let count = position.cursor.perft(depth - 1, false)?;
            position.cursor.undo()?;
            counts.insert(mv, json!(count));
        }
    }
    Ok(Json::Object(counts))
}

fn write_form(position: &mut PlayedPosition<'_>, form: &str) -> Result<Json> {
    let written = position.cursor.write(form)?;
    written.map(Json::from).map_err(|why| {
        let forms = position.game.about.forms.join(", ");
        let what = format!("{why}; the text forms of this game are {forms}");
        QueryError::without_place("request", what)
    })
}

/// Returns the key of the position as its text alone gives it.
fn board_key(position: &mut PlayedPosition<'_>, status: &GameStatus) -> Result<u64> {
    let Some(form) = position.game.about.forms.first() else { return Ok(status.key) };
    let Ok(text) = position.cursor.write(form)? else { return Ok(status.key) };
    match position.game.game.read(&text)? {
        Ok(mut read) => Ok(read.status()?.key),
        Err(_) => Ok(status.key),
    }
}

fn ruleset(game: &CachedGame) -> Json {
    let ruleset = &game.source.ruleset;
    let options = ruleset
        .options
        .iter()
        .map(|option| json!({ "key": option.key, "label": option.label, "value": option.value }));
    let players = (0..usize::from(game.about.seats)).map(|seat| ruleset.player(seat).name);
    json!({
        "id": ruleset.id,
        "name": ruleset.name,
        "plugin": ruleset.plugin,
        "hash": ruleset.hash(),
        "seats": game.about.seats,
        "players": players.collect::<Vec<_>>(),
        "forms": game.about.forms,
        "bound": game.about.bound,
        "options": options.collect::<Vec<_>>(),
    })
}
