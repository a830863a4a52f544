//! Choices of a player who is not to move yet.

use std::collections::BTreeMap;

use boardloom_contract::{Choices, Cursor, MoveOption, Seat, Site, TargetKind};
use boardloom_match::Match;

use super::match_moves::{MOST_TARGETS, leaves_its_piece};
use super::{Direction, MoveSource};
use crate::board::{BoardGeometry, Camera};

/// Answers with everything that is legal in one of the positions that may come. If the plugin
/// fails, the match keeps the error and nothing can be chosen.
pub struct PremoveSource<'a> {
    pub game: &'a mut Match,
    pub seat: Seat,
    /// Positions in which the seat is to move.
    pub turns: &'a mut [Box<dyn Cursor>],
    pub board: &'a BoardGeometry,
    /// Turns directions on the screen into those of the board.
    pub camera: &'a Camera,
    /// The path to each move that was offered.
    pub paths: &'a mut BTreeMap<String, Vec<Site>>,
}

impl PremoveSource<'_> {
    fn all_choices(&mut self, path: &[Site]) -> Vec<Choices> {
        let (turns, seat) = (&mut *self.turns, self.seat);
        let all = self.game.ask(|_| turns.iter_mut().map(|it| it.choices(seat, path)).collect());
        all.unwrap_or_default()
    }
}

impl MoveSource for PremoveSource<'_> {
    fn choices(&mut self, path: &[Site]) -> Choices {
        let all = self.all_choices(path);
        let mut targets: BTreeMap<Site, TargetKind> = BTreeMap::new();
        let mut options: Vec<MoveOption> = Vec::new();
        for choices in &all {
            for target in &choices.targets {
                let kind = targets.entry(target.site).or_insert(target.kind);
                // What only some replies let it take is not promised.
                if target.kind == TargetKind::Quiet {
                    *kind = TargetKind::Quiet;
                }
            }
            // A move that needs an answer waits for its turn.
            let plain = choices.options.iter().filter(|option| !option.answer);
            if plain.clone().count() > options.len() {
                options = plain.cloned().collect();
            }
        }
        for option in &options {
            self.paths.insert(option.move_.clone(), path.to_vec());
        }
        let target = |(site, kind)| boardloom_contract::Target { site, kind };
        Choices {
            targets: targets.into_iter().map(target).collect(),
            options,
            placed_piece: all.iter().find_map(|choices| choices.placed_piece),
            ..Choices::default()
        }
    }

    fn clones(&mut self, path: &[Site], choices: &Choices) -> Vec<Site> {
        let &[from] = path else { return Vec::new() };
        let (turns, seat) = (&mut *self.turns, self.seat);
        let targets = || choices.targets.iter().take(MOST_TARGETS).map(|target| target.site);
        let clones = self.game.ask(|_| {
            let mut clones = Vec::new();
            for to in targets() {
                for turn in turns.iter_mut() {
                    let options = turn.choices(seat, &[from, to])?.options;
                    let Some(only) = options.first() else { continue };
                    let preview = turn.preview(seat, &only.move_)?;
                    if preview.is_ok_and(|(_, effects)| leaves_its_piece(&effects, from, to)) {
                        clones.push(to);
                    }
                    break;
                }
            }
            Ok(clones)
        });
        clones.unwrap_or_default()
    }

    fn toward(&mut self, from: Option<Site>, direction: Direction) -> Option<Site> {
        direction.next_site(self.board, self.camera, from)
    }

    fn parse(&mut self, text: &str) -> Result<String, String> {
        let (turns, seat) = (&mut *self.turns, self.seat);
        let mut why = String::new();
        for turn in turns {
            match self.game.ask(|_| turn.parse(seat, text.trim())) {
                Ok(Ok(mv)) => return Ok(mv),
                Ok(Err(error)) => why = error.to_string(),
                Err(error) => return Err(error.to_string()),
            }
        }
        Err(why)
    }
}
