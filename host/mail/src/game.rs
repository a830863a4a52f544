//! A game by mail: invitation, players, and the chain of their signed entries.

use boardloom_match::{MatchSetup, Player, Record};

use crate::armor;
use crate::entry::{MailEntry, MailPlayer, Words, is_name};
use crate::fault::{MailFault, Tampering};
use crate::hash::{self, Hash, hash};
use crate::key::{PlayerKey, PublicKey, previous_share};

pub const VERSION: u32 = 1;

/// The tags of a record: what was agreed on, the players, and the entries.
const GAME: &str = "Mail";
const PLAYER: &str = "MailPlayer";
const ENTRY: &str = "MailEntry";

const SEATS: std::ops::RangeInclusive<u8> = 2..=8;

/// What the player who invites settles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailInvitation {
    /// From 0.
    pub host: u8,
    pub seats: u8,
    /// The ruleset's id.
    pub ruleset: String,
    /// The hash of the ruleset's text, as [`Record::ruleset_hash`].
    pub ruleset_hash: String,
    pub plugin: String,
    /// May be empty.
    pub plugin_version: String,
    /// May be empty.
    pub plugin_hash: String,
    /// Chosen options: keys and TOML values.
    pub options: Vec<(String, String)>,
    /// The start; `None` if the ruleset gives or draws it.
    pub start: Option<String>,
    pub date: String,
    /// The hash of the copy of the ruleset.
    rules: Hash,
    /// Tells games between the same players apart.
    nonce: Hash,
}

impl MailInvitation {
    fn words(&self) -> Vec<String> {
        let mut words = vec![VERSION.to_string()];
        let mut word = |key: &str, value: &str| words.push(format!("{key}={value}"));
        word("host", &(u16::from(self.host) + 1).to_string());
        word("seats", &self.seats.to_string());
        word("ruleset", &self.ruleset);
        word("hash", &self.ruleset_hash);
        word("plugin", &self.plugin);
        word("version", &self.plugin_version);
        word("build", &self.plugin_hash);
        for (key, value) in &self.options {
            word("option", &format!("{key}={value}"));
        }
        self.start.iter().for_each(|start| word("start", start));
        word("date", &self.date);
        word("rules", &hash::write(&self.rules));
        word("nonce", &hash::write(&self.nonce));
        words
    }

    fn read(values: &[String]) -> Result<Self, MailFault> {
        let version = values.first().cloned().unwrap_or_default();
        if version != VERSION.to_string() {
            return Err(match version.parse::<u32>() {
                Ok(_) => MailFault::Version { version, known: VERSION },
                Err(_) => tag(GAME)(format!("expected a version, found `{version}`")),
            });
        }
        Self::fields(Words { rest: &values[1..] }).map_err(tag(GAME))
    }

    fn fields(mut words: Words<'_>) -> Result<Self, String> {
        let host = seat(&words.one("host")?)?;
        let seats = words.one("seats")?;
        let read = |text: &str| text.parse::<u8>().ok().filter(|it| it.to_string() == text);
        let seats = read(&seats).filter(|it| SEATS.contains(it) && host < *it);
        let seats = seats.ok_or("expected 2 to 8 seats, one of them the host's")?;
        let (ruleset, ruleset_hash) = (words.one("ruleset")?, words.one("hash")?);
        let (plugin, plugin_version) = (words.one("plugin")?, words.one("version")?);
        let plugin_hash = words.one("build")?;
        let option = |text: String| {
            let (key, value) = text.split_once('=')?;
            Some((key.to_owned(), value.to_owned()))
        };
        let options = words.all("option").into_iter().map(option).collect::<Option<_>>();
        let options = options.ok_or("expected `option=KEY=VALUE`")?;
        let start = words.next("start");
        let date = words.one("date")?;
        let (rules, nonce) = (words.hash("rules")?, words.hash("nonce")?);
        if let Some(word) = words.rest.first() {
            return Err(format!("the word `{word}` does not belong there"));
        }
        Ok(MailInvitation {
            host,
            seats,
            ruleset,
            ruleset_hash,
            plugin,
            plugin_version,
            plugin_hash,
            options,
            start,
            date,
            rules,
            nonce,
        })
    }
}

/// Reads a seat, which counts from 1.
fn seat(text: &str) -> Result<u8, String> {
    let number: Option<u8> = text.parse().ok().filter(|it: &u8| it.to_string() == text);
    let seat = number.and_then(|it| it.checked_sub(1)).filter(|it| it < SEATS.end());
    seat.ok_or_else(|| format!("expected a seat from 1 to 8, found `{text}`"))
}

fn tag(tag: &str) -> impl Fn(String) -> MailFault {
    move |what| MailFault::Tag { tag: tag.to_owned(), what }
}

/// A game by mail in which every part is signed by its player.
#[derive(Debug, Clone)]
pub struct MailGame {
    pub(crate) invitation: MailInvitation,
    /// The copy of the ruleset.
    pub(crate) rules: String,
    /// By seat.
    pub(crate) players: Vec<Option<MailPlayer>>,
    pub(crate) entries: Vec<MailEntry>,
    /// The hash of the game before each entry, and after the last; empty while players are missing.
    pub(crate) heads: Vec<Hash>,
}

impl MailGame {
    /// Makes the invitation of a player to the game of a record.
    pub(crate) fn invite(
        record: &Record,
        (host, seats): (u8, u8),
        name: &str,
        key: &PlayerKey,
        nonce: Hash,
    ) -> Self {
        let mut rules = record.ruleset_toml.clone();
        if !rules.ends_with('\n') {
            rules.push('\n');
        }
        let invitation = MailInvitation {
            host,
            seats,
            ruleset: record.ruleset.clone(),
            ruleset_hash: record.ruleset_hash.clone(),
            plugin: record.plugin.clone(),
            plugin_version: record.plugin_version.clone(),
            plugin_hash: record.plugin_hash.clone(),
            options: record.options.clone(),
            start: record.setup.start.clone(),
            date: record.setup.date.clone(),
            rules: hash("rules", [rules.as_bytes()]),
            nonce,
        };
        let mut game = MailGame {
            invitation,
            rules,
            players: vec![None; usize::from(seats)],
            entries: Vec::new(),
            heads: Vec::new(),
        };
        game.seat_player(host, name, key);
        game
    }

    /// Gives a seat to the owner of a key.
    pub(crate) fn seat_player(&mut self, seat: u8, name: &str, key: &PlayerKey) {
        let shares = key.share(&self.shares_of(seat), 0);
        let (name, public) = (name.to_owned(), key.public());
        let mut player = MailPlayer { seat, name, key: public, shares, signature: Vec::new() };
        player.signature = key.sign(&self.signed_by(&player));
        self.players[usize::from(seat)] = Some(player);
        self.begin();
    }

    /// Returns what a player's chain of shares is derived from. Those who are invited take the
    /// whole invitation: no host can make them use a chain twice.
    fn shares_of(&self, seat: u8) -> Hash {
        let id = || self.id();
        match seat == self.invitation.host {
            true => self.invitation.nonce,
            false => hash("shares of seat", [&id()[..], &[seat]]),
        }
    }

    /// Returns what a player signs by taking a seat; the host signs the invitation too.
    fn signed_by(&self, player: &MailPlayer) -> Hash {
        let words = player.words();
        let words = words.iter().map(String::as_bytes);
        match player.seat == self.invitation.host {
            true => {
                let invitation = self.invitation.words();
                hash("invitation", invitation.iter().map(String::as_bytes).chain(words))
            }
            false => hash("player", [&self.id()[..]].into_iter().chain(words)),
        }
    }

    /// Starts the chain of entries once all seats are taken.
    pub(crate) fn begin(&mut self) {
        let players: Option<Vec<_>> = self.players.iter().map(Option::as_ref).collect();
        let Some(players) = players else { return };
        let signed: Vec<Hash> = players.into_iter().map(|it| self.signed_by(it)).collect();
        self.heads = vec![hash("players", signed.iter().map(|it| &it[..]))];
    }

    /// Returns the game's id: the hash of its invitation.
    pub fn id(&self) -> Hash {
        self.signed_by(self.host())
    }

    /// Returns the id for people.
    pub fn short_id(&self) -> String {
        hash::short(&self.id(), 2)
    }

    pub fn invitation(&self) -> &MailInvitation {
        &self.invitation
    }

    /// Returns the copy of the ruleset.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// By seat; `None` for open ones.
    pub fn players(&self) -> &[Option<MailPlayer>] {
        &self.players
    }

    pub fn entries(&self) -> &[MailEntry] {
        &self.entries
    }

    pub fn host(&self) -> &MailPlayer {
        let host = self.players[usize::from(self.invitation.host)].as_ref();
        host.expect("the host is seated first")
    }

    pub fn player(&self, seat: u8) -> Option<&MailPlayer> {
        self.players.get(usize::from(seat))?.as_ref()
    }

    /// Returns the player of a key.
    pub fn player_of(&self, key: PublicKey) -> Option<&MailPlayer> {
        self.players.iter().flatten().find(|player| player.key == key)
    }

    pub fn is_complete(&self) -> bool {
        !self.heads.is_empty()
    }

    /// Returns the name of a seat's player.
    pub fn name(&self, seat: u8) -> String {
        let number = u16::from(seat) + 1;
        self.player(seat).map_or_else(|| format!("seat {number}"), |player| player.name.clone())
    }

    pub(crate) fn head(&self) -> Hash {
        *self.heads.last().expect("all players are seated")
    }

    /// Returns the last public link of a player's chain of shares, and its number.
    pub(crate) fn last_share(&self, seat: u8) -> Option<(Hash, u32)> {
        let mut own = self.entries.iter().filter(|entry| entry.seat == seat);
        let count = own.clone().count() as u32;
        Some((own.next_back().map_or(self.player(seat)?.shares, |entry| entry.share), count))
    }

    pub(crate) fn next_share(&self, seat: u8, key: &PlayerKey) -> Hash {
        let number = self.last_share(seat).map_or(0, |(_, number)| number);
        key.share(&self.shares_of(seat), number + 1)
    }

    pub(crate) fn sign(&self, entry: &mut MailEntry, key: &PlayerKey) {
        entry.signature = key.sign(&entry.head(&self.head()));
    }

    /// Appends an entry, if its player signed it here.
    pub(crate) fn push(&mut self, entry: MailEntry) -> Result<(), Tampering> {
        let number = self.entries.len() + 1;
        let head = entry.head(&self.head());
        let step = format!("entry {number}, {}", entry.step.describe());
        let Some(player) = self.player(entry.seat) else {
            let by = format!("seat {}", u16::from(entry.seat) + 1);
            return Err(Tampering::Entry { number, step, by });
        };
        if !player.key.has_signed(&head, &entry.signature) {
            let mut others = self.players.iter().flatten();
            let other = others.find(|other| other.key.has_signed(&head, &entry.signature));
            let by = player.name.clone();
            return Err(match other {
                Some(other) => Tampering::Signer { number, step, signer: other.signer(), by },
                None => Tampering::Entry { number, step, by },
            });
        }
        if self.last_share(entry.seat).map(|(share, _)| share) != Some(previous_share(&entry.share))
        {
            return Err(Tampering::Share { number, step, by: player.name.clone() });
        }
        self.heads.push(head);
        self.entries.push(entry);
        Ok(())
    }

    /// Reads the game of a record, and checks every signature in it.
    pub fn of_record(record: &Record) -> Result<Self, MailFault> {
        let tags = |name: &'static str| {
            record.tags.iter().filter(move |(tag, _)| tag == name).map(|(_, values)| values)
        };
        let (Some(first), None) = (tags(GAME).next(), tags(GAME).nth(1)) else {
            return Err(MailFault::NotByMail);
        };
        let invitation = MailInvitation::read(first)?;
        let mut players = vec![None; usize::from(invitation.seats)];
        for values in tags(PLAYER) {
            let player = player(values).map_err(tag(PLAYER))?;
            let place = players.get_mut(usize::from(player.seat));
            let place = place.filter(|place| place.is_none());
            *place.ok_or_else(|| tag(PLAYER)("no such seat is open".to_owned()))? = Some(player);
        }
        if players[usize::from(invitation.host)].is_none() {
            return Err(tag(PLAYER)("the host has no seat".to_owned()));
        }
        let rules = rules_of(record, &invitation.rules);
        let (entries, heads) = (Vec::new(), Vec::new());
        let mut game = MailGame { invitation, rules: String::new(), players, entries, heads };
        game.check_keys()?;
        game.check_players()?;
        let by = game.host().signer();
        game.rules = rules.ok_or(Tampering::Rules { by })?.to_owned();
        game.begin();
        for values in tags(ENTRY) {
            if !game.is_complete() {
                return Err(tag(ENTRY)("a seat is open, so there are no entries yet".to_owned()));
            }
            game.push(entry(values).map_err(tag(ENTRY))?)?;
        }
        Ok(game)
    }

    /// Refuses a player on two seats.
    pub(crate) fn check_keys(&self) -> Result<(), MailFault> {
        let players = || self.players.iter().flatten();
        for one in players() {
            if let Some(other) = players().find(|it| it.key == one.key && it.seat > one.seat) {
                let seats = (one.seat + 1, other.seat + 1);
                return Err(MailFault::TwoSeats { by: one.signer(), seats });
            }
        }
        Ok(())
    }

    fn check_players(&self) -> Result<(), Tampering> {
        let host = self.host();
        let is_signed = |it: &MailPlayer| it.key.has_signed(&self.signed_by(it), &it.signature);
        if !is_signed(host) {
            return Err(Tampering::Invitation { by: host.signer() });
        }
        match self.players.iter().flatten().find(|player| !is_signed(player)) {
            None => Ok(()),
            Some(it) => Err(Tampering::Seat { seat: it.seat + 1, by: it.signer() }),
        }
    }

    /// Returns the tags that a record of the game has.
    pub(crate) fn tags(&self) -> Vec<(String, Vec<String>)> {
        let mut tags = vec![(GAME.to_owned(), self.invitation.words())];
        for player in self.players.iter().flatten() {
            let mut values = player.words();
            values.push(hash::write(&player.signature));
            tags.push((PLAYER.to_owned(), values));
        }
        for entry in &self.entries {
            let seat = (u16::from(entry.seat) + 1).to_string();
            let mut values = vec![seat, hash::write(&entry.share), hash::write(&entry.signature)];
            values.extend(entry.words());
            tags.push((ENTRY.to_owned(), values));
        }
        tags
    }

    /// Replaces these tags in a record.
    pub(crate) fn write_tags(&self, record: &mut Record) {
        record.tags.retain(|(tag, _)| ![GAME, PLAYER, ENTRY].contains(&&**tag));
        record.tags.extend(self.tags());
    }

    /// Returns a record of the game without its moves, which follow from the entries.
    pub(crate) fn bare_record(&self) -> Record {
        let invitation = &self.invitation;
        let player = |seat: usize| {
            let player = self.players[seat].as_ref();
            Player::human(player.map(|player| player.name.clone()).unwrap_or_default())
        };
        let mut record = Record {
            ruleset: invitation.ruleset.clone(),
            ruleset_hash: invitation.ruleset_hash.clone(),
            ruleset_toml: self.rules.clone(),
            plugin: invitation.plugin.clone(),
            plugin_version: invitation.plugin_version.clone(),
            plugin_hash: invitation.plugin_hash.clone(),
            options: invitation.options.clone(),
            setup: MatchSetup {
                players: (0..self.players.len()).map(player).collect(),
                start: invitation.start.clone(),
                date: invitation.date.clone(),
                ..MatchSetup::default()
            },
            ..Record::default()
        };
        self.write_tags(&mut record);
        record
    }

    /// Returns the text of a record with all that is signed.
    pub fn to_text(&self) -> String {
        self.bare_record().to_text()
    }

    /// Returns the game as the text that mails carry, in lines of at most 76 characters.
    pub fn to_mail(&self) -> String {
        armor::wrap(&self.to_text())
    }

    /// Reads all games of a text that was mailed, and checks every signature in them.
    pub fn read_mail(text: &str) -> Vec<Result<Self, MailFault>> {
        let read = |game: Result<String, armor::ArmorError>| Self::read_text(&game?);
        armor::unwrap(text).into_iter().map(read).collect()
    }

    /// Reads the text of a record of a game by mail.
    pub fn read_text(text: &str) -> Result<Self, MailFault> {
        Self::of_record(&Record::parse(text)?)
    }
}

/// Finds the copy of the ruleset with a hash: the rules may have been changed since.
fn rules_of<'a>(record: &'a Record, expected: &Hash) -> Option<&'a str> {
    let former = record.changes.iter().map(|change| &change.ruleset_toml);
    let mut all = [&record.ruleset_toml].into_iter().chain(former).map(String::as_str);
    all.find(|text| hash("rules", [text.as_bytes()]) == *expected)
}

fn player(values: &[String]) -> Result<MailPlayer, String> {
    let [number, name, key, shares, signature] = values else {
        return Err("expected seat, name, key, share and signature".to_owned());
    };
    if !is_name(name) {
        return Err("expected a name of at most 40 characters that can be printed".to_owned());
    }
    Ok(MailPlayer {
        seat: seat(number)?,
        name: name.clone(),
        key: PublicKey::from_text(key).ok_or("expected a key")?,
        shares: hash::read_hash(shares).ok_or("expected a share")?,
        signature: hash::read(signature).ok_or("expected a signature")?,
    })
}

fn entry(values: &[String]) -> Result<MailEntry, String> {
    let [number, share, signature, words @ ..] = values else {
        return Err("expected seat, share, signature and words".to_owned());
    };
    let share = hash::read_hash(share).ok_or("expected a share")?;
    let mut entry = MailEntry::read(seat(number)?, share, words)?;
    entry.signature = hash::read(signature).ok_or("expected a signature")?;
    Ok(entry)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::MailStep;

    #[test]
    fn a_move_that_another_player_signed_is_told() {
        let (ann, bob) = (PlayerKey::from_seed([1; 32]), PlayerKey::from_seed([2; 32]));
        let eve = PlayerKey::from_seed([3; 32]);
        let record = Record { ruleset: "a/b".to_owned(), ..Record::default() };
        let mut game = MailGame::invite(&record, (0, 2), "Ann", &ann, [7; 32]);
        game.seat_player(1, "Bob", &bob);
        let entry = |game: &MailGame, by: &PlayerKey| {
            let step = MailStep::Move { mv: "c4".to_owned(), offers_draw: false };
            let (says, signature) = (String::new(), Vec::new());
            let share = game.next_share(0, &ann);
            let mut entry = MailEntry { seat: 0, step, says, share, signature };
            game.sign(&mut entry, by);
            entry
        };
        let found = game.push(entry(&game, &bob)).expect_err("Bob has no such turn");
        let Tampering::Signer { number: 1, signer, by, .. } = &found else { panic!("{found}") };
        assert!(signer.starts_with("Bob (key ") && by == "Ann", "{found}");
        let found = game.push(entry(&game, &eve)).expect_err("Eve has no seat");
        assert!(matches!(found, Tampering::Entry { number: 1, .. }), "{found}");
        // A share that is not the next one of Ann's chain, though she signs it.
        let mut other = entry(&game, &ann);
        other.share = ann.share(&game.id(), 1);
        game.sign(&mut other, &ann);
        let found = game.push(other).expect_err("another share");
        assert!(matches!(found, Tampering::Share { number: 1, .. }), "{found}");
        game.push(entry(&game, &ann)).expect("her own move");
        assert_eq!(game.entries().len(), 1);
    }

    #[test]
    fn a_newer_version_is_told() {
        let ann = PlayerKey::from_seed([1; 32]);
        let game = MailGame::invite(&Record::default(), (0, 2), "Ann", &ann, [7; 32]);
        let text = game.to_text();
        assert!(MailGame::read_text(&text).is_ok());
        let newer = text.replace("[Mail \"1\"", "[Mail \"2\"");
        let fault = MailGame::read_text(&newer).expect_err("a newer one");
        assert!(matches!(fault, MailFault::Version { .. }), "{fault}");
        let other = MailGame::read_text("[Boardloom \"1\"]\n").expect_err("no game by mail");
        assert!(matches!(other, MailFault::NotByMail), "{other}");
    }
}
