//! A plugin that uses every part of the contract, with a small game for each: they prove what the
//! host shows and the sandbox passes on, before a family of games needs it.

mod answer;
mod chance;
mod common;
mod four;
mod globe;
mod growing;
mod hands;
mod menu;
mod swap;
mod together;
mod vast;

use boardloom_sdk::{Diagnostic, OpenedGame, Plugin, diagnostic};
use schemars::JsonSchema;
use serde::Deserialize;

/// The plugin's part of a ruleset.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Ruleset {
    /// The game.
    pub rules: Rules,
}

/// The game.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The scene: one of the small games.
    pub scene: Scene,
    /// Moves of the seats after which the game is over.
    #[serde(default = "twelve")]
    #[schemars(range(min = 1, max = 1000))]
    pub moves: u32,
    /// Sites of the vast board.
    #[serde(default = "many")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub sites: u32,
}

fn twelve() -> u32 {
    12
}

fn many() -> u32 {
    100_000
}

/// The scenes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scene {
    /// A board that grows while it is played on; sites that are proposed.
    Growing,
    /// A very large board, a move for each empty site.
    Vast,
    /// Chance with weights, and a draw from more than can be listed.
    Chance,
    /// Answers that are typed.
    Answer,
    /// Several moves on one path; stacks, facings, numbers, marks, facts, notes.
    Menu,
    /// Seats that exchange their colours.
    Swap,
    /// Four seats; the stones of a player who leaves are removed.
    Four,
    /// Two views, one of them in space; ghosts and seams.
    Globe,
    /// Seats that decide at the same time.
    Together,
    /// Hands of cards that only their seat sees.
    Hands,
}

/// The family of games that the host loads.
pub struct Family;

impl Plugin for Family {
    type Ruleset = Ruleset;

    fn open(ruleset: Ruleset) -> Result<OpenedGame, Vec<Diagnostic>> {
        let Rules { scene, moves, sites } = ruleset.rules;
        if scene == Scene::Vast && moves > sites {
            let what = format!("{moves} moves do not fit on {sites} sites");
            let hint = "raise `sites` or lower `moves`";
            return Err(vec![diagnostic::at(["rules", "moves"], "rules.moves", what).hint(hint)]);
        }
        Ok(match scene {
            Scene::Growing => OpenedGame::undoable(growing::Growing::new(moves)),
            Scene::Vast => OpenedGame::undoable(vast::Vast::new(moves, sites)),
            Scene::Chance => OpenedGame::game(chance::Chance::new(moves)),
            Scene::Answer => OpenedGame::game(answer::Answer::new(moves)),
            Scene::Menu => OpenedGame::game(menu::Menu::new(moves)),
            Scene::Swap => OpenedGame::game(swap::Swap::new()),
            Scene::Four => OpenedGame::game(four::Four::new()),
            Scene::Globe => OpenedGame::game(globe::Globe::new(moves)),
            Scene::Together => OpenedGame::game(together::Together::new(moves)),
            Scene::Hands => OpenedGame::hidden(hands::Hands::new()),
        })
    }
}

boardloom_sdk::export!(Family);
