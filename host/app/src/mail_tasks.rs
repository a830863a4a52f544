//! Games by mail for the window and the terminal: what is done with one, on the loader's thread.

use std::path::Path;

use boardloom_contract::Seat;
use boardloom_mail::{
    Acquaintance, ArmorError, MAX_TEXT, MailFault, MailFolder, MailGame, MailMatch, MailTurn,
    PlayerKey,
};
use boardloom_match::{GameEvent, GameSource, Match, MatchError, MatchSetup, Player, Record};
use boardloom_ruleset::file::read_text;

use crate::date::today;
use crate::loaded_board::LoadedBoard;
use crate::mail_games::{
    self, MailArrival, MailGamesError, MailImport, MailedMove, OpenMail, new_moves,
};
use crate::mail_view::{MailSeat, MailTask, MailView, players_of};
use crate::player_names::side_name;
use crate::saved_games;
use crate::services::{Refusal, Services};
use crate::texts::errors::translated;
use crate::texts::{game as g, mail as t, sentence};

/// What came of a task.
pub struct MailOutcome {
    pub(crate) view: MailView,
    /// The game, laid out.
    pub(crate) board: LoadedBoard,
    /// What is new, in sentences.
    pub(crate) news: Vec<String>,
    /// Whether the mail has to be sent now.
    pub(crate) is_to_send: bool,
}

type Failed = MailGamesError<Refusal>;

/// Returns the folder of games by mail, beside that of the records.
pub fn mail_folder(services: &dyn Services) -> Option<MailFolder> {
    let records = services.records()?;
    mail_games::folder_in::<Refusal>(records.parent()).ok()
}

/// Returns what is to be done with a file if it is a game by mail in its folder, or a mail.
pub fn task_of(services: &dyn Services, path: &Path) -> Option<MailTask> {
    let folder = mail_folder(services)?;
    let is_record = path.extension().is_some_and(|it| it == boardloom_match::record::EXTENSION);
    if is_record {
        let own = folder.path().canonicalize().ok();
        let parent = path.canonicalize().ok().and_then(|path| path.parent().map(Path::to_owned));
        return (own.is_some() && own == parent).then(|| MailTask::Open(path.to_owned()));
    }
    let text = read_text(path, MAX_TEXT).ok().filter(|text| is_mail(text));
    text.map(MailTask::Import)
}

/// Tells whether a text has a game by mail in it.
pub fn is_mail(text: &str) -> bool {
    boardloom_mail::has_game(text)
}

pub fn run(services: &dyn Services, task: MailTask) -> Result<MailOutcome, Refusal> {
    MailDesk::new(services).and_then(|desk| desk.run(task)).map_err(refusal)
}

fn refusal(error: Failed) -> Refusal {
    match error {
        MailGamesError::Rules(refusal) => refusal,
        other => Refusal::Other(told(&other.to_string())),
    }
}

/// An error as a sentence in the player's language.
fn told(error: &str) -> String {
    sentence(&translated(error))
}

/// The folder and the key of the player.
struct MailDesk<'a> {
    services: &'a dyn Services,
    folder: MailFolder,
    key: PlayerKey,
    /// Whether the key was made now.
    is_new: bool,
}

impl<'a> MailDesk<'a> {
    fn new(services: &'a dyn Services) -> Result<Self, Failed> {
        let folder = mail_folder(services).ok_or(MailGamesError::NoFolder)?;
        let (key, is_new) = mail_games::key(&folder)?;
        Ok(MailDesk { services, folder, key, is_new })
    }

    fn run(&self, task: MailTask) -> Result<MailOutcome, Failed> {
        match task {
            MailTask::Invite { id, settings, start, seat, name } => {
                let source = self.services.open(&id, &settings).map_err(MailGamesError::Rules)?;
                self.invite(source, start, seat, &name)
            }
            MailTask::Import(text) => self.import(&text),
            MailTask::ImportFile(path) => {
                let read = |error| MailGamesError::Read { path: path.clone(), error };
                self.import(&read_text(&path, MAX_TEXT).map_err(read)?)
            }
            MailTask::Open(path) => self.outcome(self.open(&path)?, Vec::new(), false),
            MailTask::Join { path, seat, name } => {
                let mut open = self.open(&path)?;
                open.game.join(seat, &name, &self.key)?;
                open.game.advance(&self.key)?;
                open.save(&self.folder)?;
                mail_games::keep_name(&self.folder, &name)?;
                self.sent(open)
            }
            MailTask::Act { path, action, says } => {
                let mut open = self.open(&path)?;
                open.game.act(&action, &says, &self.key)?;
                open.game.advance(&self.key)?;
                open.save(&self.folder)?;
                self.sent(open)
            }
        }
    }

    fn rules(&self) -> impl Fn(&Record) -> Result<GameSource, Refusal> + '_ {
        |record| saved_games::source_of(self.services, record)
    }

    fn open(&self, path: &Path) -> Result<OpenMail, Failed> {
        let found = OpenMail::existing(path, &self.rules())?;
        found.ok_or_else(|| MailGamesError::Read {
            path: path.to_owned(),
            error: std::io::ErrorKind::NotFound.into(),
        })
    }

    fn invite(
        &self,
        source: GameSource,
        start: Option<String>,
        seat: Seat,
        name: &str,
    ) -> Result<MailOutcome, Failed> {
        let setup = MatchSetup { start, date: today(), ..MatchSetup::default() };
        let game = MailMatch::invite(source, setup, (seat, name), &self.key)?;
        let path = self.folder.new_file(game.mail());
        let mut open = OpenMail::new(game, &path)?;
        open.save(&self.folder)?;
        mail_games::keep_name(&self.folder, name)?;
        self.sent(open)
    }

    /// The outcome of what the player did: the mail is sent, unless the next move is the player's
    /// too and its mail has everything.
    fn sent(&self, open: OpenMail) -> Result<MailOutcome, Failed> {
        let own = open.seat_of(&self.key);
        let goes_on = own.is_some() && open.game.turn().seat() == own;
        let news = if goes_on { vec![t::goes_on().to_owned()] } else { Vec::new() };
        self.outcome(open, news, !goes_on)
    }

    /// Takes all games of a mail, and shows the last one.
    fn import(&self, text: &str) -> Result<MailOutcome, Failed> {
        let (mut last, mut errors) = (None, Vec::new());
        for game in MailGame::read_mail(text) {
            match game.map_err(Failed::from).and_then(|game| self.import_game(game)) {
                Ok(outcome) => {
                    // What an answer quotes is known already.
                    let has_news = |it: &(MailOutcome, bool)| it.1;
                    if !last.as_ref().is_some_and(has_news) || outcome.1 {
                        last = Some(outcome);
                    }
                }
                Err(error) => errors.push(error),
            }
        }
        match (last, errors.pop()) {
            (None, Some(error)) => Err(error),
            (Some((mut outcome, _)), last) => {
                let errors = errors.into_iter().chain(last).map(|it| refusal(it).to_string());
                outcome.news.extend(errors);
                Ok(outcome)
            }
            (None, None) => Err(MailFault::from(ArmorError::Nothing).into()),
        }
    }

    /// Also returns whether it has anything new.
    fn import_game(&self, game: MailGame) -> Result<(MailOutcome, bool), Failed> {
        let arrival = mail_games::import(&self.folder, game, None, &self.rules(), &self.key)?;
        let (open, what) = match arrival {
            MailArrival::News(import) => return Ok((self.news(*import)?, true)),
            MailArrival::Known(open) => (open, t::known()),
            MailArrival::Older(open) => (open, t::older()),
        };
        let news = vec![what.to_owned(), waits(&open.game)];
        Ok((self.outcome(*open, news, false)?, false))
    }

    fn news(&self, import: MailImport) -> Result<MailOutcome, Failed> {
        let MailImport { mut open, known, is_new, completed, added } = import;
        let own = open.seat_of(&self.key);
        let host = open.game.mail().host().name.clone();
        let mut news = Vec::new();
        if is_new && own.is_none() {
            news.push(t::invited(&host, &open.game.source().ruleset.name));
        }
        let met = self.folder.meet(open.game.mail(), self.key.public());
        let write = |error| MailGamesError::Write { path: self.folder.path().to_owned(), error };
        for (name, key, known) in met.map_err(write)? {
            news.extend(match known {
                Acquaintance::Known => None,
                Acquaintance::New => Some(t::new_player(&name, &key.to_string())),
                Acquaintance::Renamed { before } => {
                    Some(t::renamed(&name, &before, &key.to_string()))
                }
                Acquaintance::OtherKey { before } => {
                    Some(t::other_key(&name, &key.to_string(), &before.to_string()))
                }
            });
        }
        let (build, invitation) = (&open.game.source().build, open.game.mail().invitation());
        if build.hash != invitation.plugin_hash {
            news.push(t::plugin_differs(&invitation.plugin, &host));
        }
        for mv in new_moves(&mut open.game, known) {
            news.extend(move_line(&mv));
            news.extend(mv.words);
        }
        let turn = open.game.turn();
        let is_own = own.is_some() && turn.seat() == own;
        news.extend(match (is_own, turn) {
            (true, MailTurn::Answer { by, .. }) => {
                Some(t::draw_offered(&open.game.mail().name(by)))
            }
            (true, _) => Some(t::your_turn().to_owned()),
            // It is asked to join.
            (false, MailTurn::Join) if own.is_none() => None,
            (false, _) => Some(waits(&open.game)),
        });
        // The full list of seats, or what the program added.
        let lists = completed && open.game.mail().players().len() > 2;
        let is_to_send = !is_own && (lists || added > 0);
        if is_to_send {
            news.push(if added > 0 { t::added() } else { t::complete() }.to_owned());
        }
        self.outcome(open, news, is_to_send)
    }

    fn outcome(
        &self,
        mut open: OpenMail,
        mut news: Vec<String>,
        is_to_send: bool,
    ) -> Result<MailOutcome, Failed> {
        if self.is_new {
            news.push(t::key_made(
                &self.key.public().to_string(),
                &self.folder.key_file().display(),
            ));
        }
        let view = self.view(&mut open);
        let game = board(&open, &view).map_err(|error| MailGamesError::Rules(error.into()))?;
        Ok(MailOutcome { view, board: LoadedBoard::out(game), news, is_to_send })
    }

    fn view(&self, open: &mut OpenMail) -> MailView {
        let letter = mail_games::letter(&mut open.game);
        let line = open.game.game().map(|game| {
            let line = game.tree().line(game.here()).into_iter().skip(1);
            let nodes = line.map(|id| game.tree().node(id));
            nodes.filter_map(|it| Some((it.event()?.clone(), it.comment.clone()))).collect()
        });
        let ruleset = open.game.source().ruleset.clone();
        let seats = open.game.mail().players().iter().enumerate().map(|(seat, player)| MailSeat {
            side: side_name(&ruleset, seat),
            player: player.as_ref().map(|it| (it.name.clone(), it.key.fingerprint())),
        });
        MailView {
            path: open.path().to_owned(),
            title: ruleset.name.clone(),
            seats: seats.collect(),
            own: open.seat_of(&self.key),
            turn: open.game.turn(),
            waits: waits(&open.game),
            line,
            secret: open.game.own_secret(&self.key),
            letter,
            own_name: self.folder.name().unwrap_or_default(),
        }
    }
}

/// The match to show: with the variations and comments of the record once the game has begun.
fn board(open: &OpenMail, view: &MailView) -> Result<Match, MatchError> {
    let (source, mail) = (open.game.source().clone(), open.game.mail());
    let mut game = match open.record().filter(|_| view.line.is_some()) {
        Some(record) => record.clone().resume(source)?.0,
        None => {
            let setup = MatchSetup {
                start: mail.invitation().start.clone(),
                players: vec![Player::human(""); mail.players().len()],
                ..MatchSetup::default()
            };
            let game = source.open()?;
            Match::bare(source, game, setup)?
        }
    };
    game.let_chance_wait();
    for (seat, player) in (0..).zip(players_of(view)) {
        game.set_player(seat, player);
    }
    Ok(game)
}

/// What a game waits for, as a sentence.
fn waits(game: &MailMatch) -> String {
    let name = |seat: Seat| game.mail().name(seat);
    match game.turn() {
        MailTurn::Join => {
            let open = game.mail().players().iter().filter(|player| player.is_none()).count();
            t::waits_for_players(open)
        }
        MailTurn::Share { seat } => t::waits_for_share(&name(seat)),
        MailTurn::Draw { seat } => t::waits_for_draw(&name(seat)),
        MailTurn::Move { seat } => t::waits_for_move(&name(seat)),
        MailTurn::Decide { seat } => t::waits_for_decision(&name(seat)),
        MailTurn::Disclose { seat } => t::waits_for_disclosure(&name(seat)),
        MailTurn::Answer { seat, by } => t::waits_for_answer(&name(seat), &name(by)),
        MailTurn::Over => t::over().to_owned(),
    }
}

/// A move that came, in the player's language.
fn move_line(mv: &MailedMove) -> Option<String> {
    Some(match mv.event.as_ref()? {
        GameEvent::RemovePlayer { cause, .. } => g::removed(*cause, &mv.who),
        GameEvent::AgreedDraw { .. } => format!("{}: {}", g::draw(), g::draw_agreed()),
        _ => mv.line()?,
    })
}
