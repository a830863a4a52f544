//! Answers to what is asked.

use boardloom_contract::{CHANCE, GameStatus, PAGE, Seat};
use serde_json::{Map, Value as Json, json};

use super::ask::Ask;
use super::games::{Games, Open};
use super::play::Line;
use super::request::Request;
use super::{QueryError, board};
use crate::data;

impl Request {
    /// Answers the request.
    pub fn answer(&self, games: &mut Games<'_>) -> Result<Map<String, Json>, QueryError> {
        let open = games.get(&self.named, &self.settings)?;
        let answered = self.answer_with(&open);
        if let Err(error) = &answered
            && error.kind.starts_with("plugin")
        {
            games.drop(&open);
        }
        answered
    }

    fn answer_with(&self, open: &Open) -> Result<Map<String, Json>, QueryError> {
        let mut line = Line::begin(open, self)?;
        let changes = self.asks.iter().any(|(_, ask)| *ask == Ask::Changes);
        line.play(&self.steps, changes)?;
        let status = line.cursor.status()?;
        let mut answers = Map::new();
        for (number, (name, ask)) in self.asks.iter().enumerate() {
            let answer = answer(&mut line, &status, ask).map_err(|mut error| {
                error.at.get_or_insert_with(|| format!("/ask/{number}"));
                error
            })?;
            answers.insert(name.clone(), answer);
        }
        Ok(answers)
    }
}

fn answer(line: &mut Line<'_>, status: &GameStatus, ask: &Ask) -> Result<Json, QueryError> {
    let about = &line.open.about;
    Ok(match ask {
        Ask::Turn => turn(status),
        Ask::Acting => status.acting.iter().map(|seat| u16::from(*seat) + 1).collect(),
        Ask::Ply => json!(status.ply),
        Ask::Key => json!(format!("{:016x}", status.key)),
        Ask::Scores => scores(status),
        Ask::Outcome => outcome(status),
        Ask::Note => json!(status.note.as_ref().map(|note| &note.text)),
        Ask::Facts => status.facts.iter().map(|fact| json!(fact.text)).collect(),
        Ask::Played => line.played(),
        Ask::Position => match about.forms.first().cloned() {
            Some(form) => written(line, &form)?,
            None => Json::Null,
        },
        Ask::Form(form) => written(line, form)?,
        Ask::Diagram => json!(diagram(line)?),
        Ask::Legal(seat) => json!(legal(line, seat_of(status, *seat))?),
        Ask::Count(seat) => match seat_of(status, *seat) {
            Some(seat) => json!(line.cursor.count_moves(seat)?),
            None => json!(0),
        },
        Ask::Perft(depth) => json!(line.cursor.perft(*depth, false)?),
        Ask::Divide(depth) => divide(line, status, *depth)?,
        Ask::Evaluate => json!(line.cursor.evaluate()?),
        Ask::Sites => board::sites(line)?,
        Ask::Pieces => board::pieces(line)?,
        Ask::Changes => board::changes(line)?,
        Ask::Marks => board::marks(line)?,
        Ask::Rules => line.open.game.explain()?.iter().map(|text| json!(text.text)).collect(),
        Ask::Cautions => {
            let report = line.open.source.ruleset.locate(&line.open.game.warnings()?);
            report.to_json()["findings"].take()
        }
        Ask::Ruleset => ruleset(line.open),
    })
}

fn turn(status: &GameStatus) -> Json {
    match status.mover() {
        _ if status.is_over() => Json::Null,
        Some(CHANCE) => json!(0),
        Some(seat) => json!(u16::from(seat) + 1),
        None => Json::Null,
    }
}

fn scores(status: &GameStatus) -> Json {
    status.seats.iter().map(|seat| data::number(seat.score)).collect()
}

fn outcome(status: &GameStatus) -> Json {
    let Some(outcome) = &status.outcome else { return Json::Null };
    json!({
        "winner": outcome.winner().map(|seat| u16::from(seat) + 1),
        "scores": scores(status),
        "places": outcome.ranks.iter().map(|rank| u16::from(*rank) + 1).collect::<Vec<_>>(),
        "reason": outcome.reason.text,
        "reason_id": outcome.reason.id,
    })
}

/// Returns the seat that is meant: the one given, or whoever is to move.
fn seat_of(status: &GameStatus, seat: Option<Seat>) -> Option<Seat> {
    match seat {
        Some(seat) => Some(seat),
        None if status.is_over() => None,
        None => status.mover(),
    }
}

fn legal(line: &mut Line<'_>, seat: Option<Seat>) -> Result<Vec<String>, QueryError> {
    let Some(seat) = seat else { return Ok(Vec::new()) };
    if usize::from(seat) >= usize::from(line.open.about.seats) && seat != CHANCE {
        let seats = line.open.about.seats;
        return Err(QueryError {
            at: None,
            ..QueryError::request("", format!("expected a seat from 1 to {seats}"))
        });
    }
    let mut all: Vec<String> = Vec::new();
    loop {
        let page = line.cursor.legal_moves(seat, all.last().map(String::as_str), PAGE)?;
        let full = page.len() as u32 == PAGE;
        all.extend(page);
        if !full {
            return Ok(all);
        }
    }
}

fn divide(line: &mut Line<'_>, status: &GameStatus, depth: u32) -> Result<Json, QueryError> {
    let mut counts = Map::new();
    let Some(seat) = seat_of(status, None) else { return Ok(Json::Object(counts)) };
    for mv in legal(line, Some(seat))? {
        if let Ok(_effects) = line.cursor.play(seat, &mv)? {
            let count = line.cursor.perft(depth - 1, false)?;
            line.cursor.undo()?;
            counts.insert(mv, json!(count));
        }
    }
    Ok(Json::Object(counts))
}

fn written(line: &mut Line<'_>, form: &str) -> Result<Json, QueryError> {
    let written = line.cursor.write(form)?;
    written.map(Json::from).map_err(|why| {
        let forms = line.open.about.forms.join(", ");
        let what = format!("{why}; the text forms of this game are {forms}");
        QueryError { at: None, ..QueryError::request("", what) }
    })
}

fn diagram(line: &mut Line<'_>) -> Result<String, QueryError> {
    if line.open.about.forms.iter().any(|form| form == "diagram")
        && let Ok(text) = line.cursor.write("diagram")?
    {
        return Ok(text);
    }
    Ok(boardloom_board_view::diagram::draw(&mut *line.cursor, &line.open.about)?)
}

fn ruleset(open: &Open) -> Json {
    let ruleset = &open.source.ruleset;
    let options = ruleset
        .options
        .iter()
        .map(|option| json!({ "key": option.key, "label": option.label, "value": option.value }));
    let players = (0..usize::from(open.about.seats)).map(|seat| ruleset.player(seat).name);
    json!({
        "id": ruleset.id,
        "name": ruleset.name,
        "plugin": ruleset.plugin,
        "hash": ruleset.hash(),
        "seats": open.about.seats,
        "players": players.collect::<Vec<_>>(),
        "forms": open.about.forms,
        "bound": open.about.bound,
        "options": options.collect::<Vec<_>>(),
    })
}
