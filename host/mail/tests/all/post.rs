//! Players who mail each other.

use boardloom_mail::{
    MailAction, MailError, MailFault, MailGame, MailMatch, MailNews, MailTurn, PlayerKey,
};
use boardloom_match::{GameSource, MatchSetup};

/// A player with a key and a copy of the game.
pub struct Correspondent {
    pub name: &'static str,
    pub key: PlayerKey,
    pub game: Option<MailMatch>,
    source: GameSource,
}

pub fn source(row: &str) -> GameSource {
    let (rules, ruleset) = boardloom_testing::row(row);
    GameSource::new(rules, ruleset)
}

pub const NAMES: [&str; 4] = ["Ann", "Bob", "Cid", "Dee"];

impl Correspondent {
    pub fn new(number: usize, source: &GameSource) -> Self {
        let key = PlayerKey::from_seed([number as u8 + 1; 32]);
        Correspondent { name: NAMES[number], key, game: None, source: source.clone() }
    }

    pub fn invite(&mut self, seat: u8) -> String {
        let setup = MatchSetup { date: "2026-11-28".to_owned(), ..MatchSetup::default() };
        let game = MailMatch::invite(self.source.clone(), setup, (seat, self.name), &self.key);
        self.game = Some(game.expect("an invitation"));
        self.mail()
    }

    pub fn join(&mut self, seat: u8) -> String {
        let (name, key) = (self.name, self.key.clone());
        self.game().join(Some(seat), name, &key).expect("a seat");
        self.advance();
        self.mail()
    }

    fn advance(&mut self) -> usize {
        let key = self.key.clone();
        self.game().advance(&key).expect("a step")
    }

    pub fn game(&mut self) -> &mut MailMatch {
        self.game.as_mut().expect("a game")
    }

    pub fn mail(&mut self) -> String {
        self.game().mail().to_mail()
    }

    /// Imports a mail, and does what the program does by itself.
    pub fn import(&mut self, mail: &str) -> Result<MailNews, MailError> {
        let read = MailGame::read_mail(mail).pop().expect("one game")?;
        let (merged, news) = match &self.game {
            None => (read, MailNews::Newer { players: 0, entries: 0 }),
            Some(own) => {
                let mut merged = own.mail().clone();
                let news = merged.merge(read)?;
                (merged, news)
            }
        };
        self.game = Some(MailMatch::open(self.source.clone(), merged)?);
        self.advance();
        Ok(news)
    }

    pub fn play(&mut self, mv: &str) -> Result<String, MailError> {
        self.act(MailAction::Move { text: mv.to_owned(), offers_draw: false })
    }

    pub fn act(&mut self, action: MailAction) -> Result<String, MailError> {
        let key = self.key.clone();
        self.game().act(&action, "", &key)?;
        self.advance();
        Ok(self.mail())
    }

    /// Returns the moves that all have been told.
    pub fn moves(&mut self) -> Vec<String> {
        let Some(game) = self.game().game() else { return Vec::new() };
        let line = game.tree().line(game.here());
        let events = line.iter().filter_map(|id| game.tree().node(*id).event());
        events.map(|event| event.text().to_owned()).collect()
    }

    pub fn turn(&mut self) -> MailTurn {
        self.game().turn()
    }
}

/// Returns players who have taken the seats of a game, the first of them as host, and have mailed
/// each other until one of them has to decide.
pub fn seated(row: &str, players: usize) -> Vec<Correspondent> {
    let source = source(row);
    let mut all: Vec<Correspondent> =
        (0..players).map(|number| Correspondent::new(number, &source)).collect();
    let invitation = all[0].invite(0);
    for seat in 1..players {
        all[seat].import(&invitation).expect("an invitation");
        let mail = all[seat].join(seat as u8);
        all[0].import(&mail).expect("a seat");
    }
    exchange(&mut all);
    all
}

/// Mails everything to all players until all have the same and no program goes on by itself.
pub fn exchange(all: &mut [Correspondent]) {
    loop {
        let mut is_new = false;
        for from in 0..all.len() {
            let mail = all[from].mail();
            for to in (0..all.len()).filter(|to| *to != from) {
                let news = all[to].import(&mail);
                is_new |= matches!(news, Ok(MailNews::Newer { .. }));
            }
        }
        if !is_new {
            return;
        }
    }
}

pub fn fault(result: Result<impl std::fmt::Debug, MailError>) -> MailFault {
    match result {
        Err(MailError::Fault(fault)) => fault,
        other => panic!("{other:?}"),
    }
}
