//! The command palette: commands, rulesets and games, found by a few letters.

use boardloom_ruleset::contains_words;

use crate::controller::{Controller, Screen};
use crate::keys::{Command, Group, KeyScope};
use crate::loader::StartView;
use crate::services::search_rulesets;

/// The most entries of each kind.
const MOST: usize = 40;
/// Games and rulesets that are listed before anything is typed.
const FIRST: usize = 3;

/// What an entry does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaletteTarget {
    Command(Command),
    /// A ruleset's id.
    Ruleset(String),
    /// A game's file.
    Game(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaletteEntry {
    pub text: String,
    /// The family, the state of the game, or the command's group.
    pub about: String,
    /// The command's key.
    pub key: String,
    pub target: PaletteTarget,
}

/// Returns what matches the words of a search: first what has this name, then what begins with it.
pub fn entries<G: StartView>(controller: &Controller<G>, find: &str) -> Vec<PaletteEntry> {
    let find = find.trim();
    let most = if find.is_empty() { FIRST } else { MOST };
    let matches =
        |entry: &PaletteEntry| contains_words(&format!("{} {}", entry.text, entry.about), find);
    let commands = commands(controller).filter(matches);
    let games = games(controller).filter(matches).take(most);
    let rulesets = rulesets(controller, find).take(most);
    let mut all: Vec<PaletteEntry> = match find.is_empty() {
        true => games.chain(commands).collect(),
        false => commands.chain(rulesets).chain(games).collect(),
    };
    let start = find.to_lowercase();
    all.sort_by_key(|entry| {
        let text = entry.text.to_lowercase();
        // A name stands before its variants.
        let more = if text.starts_with(&start) { text.len() - start.len() } else { usize::MAX };
        if start.is_empty() { 0 } else { more }
    });
    all
}

/// The commands that do something now, apart from those of the cursor.
fn commands<G: StartView>(controller: &Controller<G>) -> impl Iterator<Item = PaletteEntry> {
    use Command as C;
    let game = controller.screen == Screen::Game;
    let session = controller.session.as_ref().filter(|_| game);
    let bindings = controller.keys.bindings().iter();
    let usable = bindings.filter(move |binding| {
        let here = game || binding.scope == KeyScope::Window;
        let applies = session.is_none_or(|session| session.applies(binding.command));
        let itself = matches!(binding.command, C::Palette | C::Cancel | C::Menu);
        here && applies && !itself && binding.group != Group::Board
    });
    usable.map(|binding| PaletteEntry {
        text: binding.label().trim_end_matches('…').to_owned(),
        about: binding.group.label().to_owned(),
        key: controller.keys.stroke(binding.command),
        target: PaletteTarget::Command(binding.command),
    })
}

fn games<G: StartView>(controller: &Controller<G>) -> impl Iterator<Item = PaletteEntry> {
    let unfinished = controller.unfinished();
    let own = unfinished.into_iter().filter(|game| !game.file.is_empty());
    own.chain(controller.recent.iter().cloned()).map(|game| PaletteEntry {
        text: game.heading(),
        about: game.state(),
        key: String::new(),
        target: PaletteTarget::Game(game.file),
    })
}

fn rulesets<G: StartView>(
    controller: &Controller<G>,
    find: &str,
) -> impl Iterator<Item = PaletteEntry> {
    let all = search_rulesets(controller.rulesets.iter().flatten(), find);
    all.into_iter().map(|listed| PaletteEntry {
        text: listed.name.clone(),
        about: listed.family_name.clone(),
        key: String::new(),
        target: PaletteTarget::Ruleset(listed.id.clone()),
    })
}
