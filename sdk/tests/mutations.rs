//! Small errors planted in a game that keeps the contract: the harness finds each.

mod common;

use boardloom_sdk::contract::{Capabilities, LoadedPlugin, OpenGame};
use boardloom_sdk::testing::{HarnessOptions, check};
use boardloom_sdk::{
    About, Choices, Cursor, Diagnostic, Effect, Extent, GameStatus, Mark, Message, MoveOption,
    PartialMove, Patch, Piece, PlayoutStats, PluginError, PluginResult, SearchProgress, Searcher,
    Seat, Site, Target, TargetKind, Variation, random::mix,
};
use common::{on_array, table};

macro_rules! mutations {
    ($($Mutation:ident),* $(,)?) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Mutation {
            Unchanged,
            $($Mutation),*
        }

        const MUTATIONS: &[Mutation] = &[$(Mutation::$Mutation),*];
    };
}

mutations! {
    AboutLacksASeat,
    AboutHasNoForm,
    AboutHasALowBound,
    AboutHasAFormTwice,
    AboutDiffersBetweenInstances,
    ExplanationHasAnEmptyParagraph,
    OpeningBreaksDown,
    StatusHasOneKey,
    KeyForgetsASite,
    KeyForgetsTheColors,
    StatusStaysAtPlyZero,
    StatusLacksASeat,
    StatusHasASeatToMoveAtTheEnd,
    StatusHasNoWinner,
    StatusHasNoReason,
    StatusDiffersBetweenInstances,
    ListIsBackwards,
    ListHasAMoveTwice,
    ListLacksAMove,
    ListHasOnePageForEver,
    CountIsTooHigh,
    PerftIsTooLow,
    PerftOfTwoIsTooHigh,
    PlayoutsLoseAGame,
    PlayoutsDifferBetweenInstances,
    OthersHaveMoves,
    OthersCanPlay,
    LastMoveIsDenied,
    MoveBreaksDown,
    AnyTextIsLegal,
    AnyTextIsPlayed,
    ParseMeansAnotherMove,
    PathLeavesTheBoard,
    PathIsThatOfAnotherMove,
    PathIsMissing,
    ChoicesLackATarget,
    ChoicesHaveAnUnknownButton,
    ChoicesHaveADeadEnd,
    ChoicesHaveATargetTwice,
    ChoicesHaveATargetOffTheBoard,
    ChoicesGoOnForEver,
    PartwayIsOffTheBoard,
    PartwayPlays,
    MoveHasTwoLines,
    MoveHasNoEffects,
    MoveHasEffectsElsewhere,
    MoveHasEffectsOffTheBoard,
    EffectPutsAnotherPiece,
    EffectSawAnotherPiece,
    EffectIsTakenBack,
    PreviewPlays,
    PreviewShowsThePositionBefore,
    PreviewLacksEffects,
    RemovedPlayerStays,
    RemovedPlayerWins,
    UndoDoesNothing,
    UndoAtTheStart,
    SaveForgetsAMove,
    LoadReturnsTheStart,
    TextIsUnreadable,
    TextIsThatOfTheStart,
    TextOfTheEndIsUnreadable,
    PiecesAtAreOthers,
    PiecesAreBackwards,
    PiecesBeginAtTheFirst,
    PieceIsOfAnUnknownKind,
    MarkIsOffTheBoard,
    DrawingLacksASite,
    DrawingHasAnUnknownRole,
    DrawingStartsOver,
    ExtentIsTooLarge,
    EvaluationIsForOneSeat,
    SearchRefusesNoSettings,
    SearchFindsAnIllegalMove,
    SearchReportsTooManyLines,
    SearchDiffersBetweenInstances,
}

use Mutation::*;

/// Tic-tac-toe with one mutation.
struct Plugin {
    mutation: Mutation,
    opened: std::sync::atomic::AtomicU32,
}

struct Mutant<T: ?Sized> {
    inner: Box<T>,
    mutation: Mutation,
    /// The number of the instance, from 0.
    instance: u32,
}

impl<T: ?Sized> Mutant<T> {
    fn wrap<S: ?Sized>(&self, inner: Box<S>) -> Mutant<S> {
        Mutant { inner, mutation: self.mutation, instance: self.instance }
    }
}

impl LoadedPlugin for Plugin {
    fn name(&self) -> &str {
        "mutant"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { count: true, search: true }
    }

    fn schema(&self) -> PluginResult<String> {
        Ok("{}".to_owned())
    }

    fn open(&self, _: &str) -> PluginResult<Result<Box<dyn OpenGame>, Vec<Diagnostic>>> {
        if self.mutation == OpeningBreaksDown {
            return Err(broke_down("open-game.open"));
        }
        let instance = self.opened.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Ok(Ok(Box::new(Mutant { inner: table(on_array()), mutation: self.mutation, instance })))
    }
}

impl OpenGame for Mutant<dyn OpenGame> {
    fn warnings(&self) -> PluginResult<Vec<Diagnostic>> {
        self.inner.warnings()
    }

    fn about(&self) -> PluginResult<About> {
        let mut about = self.inner.about()?;
        match self.mutation {
            AboutLacksASeat => about.seats -= 1,
            AboutHasNoForm => about.forms.clear(),
            AboutHasALowBound => about.bound = Some(3),
            AboutHasAFormTwice => about.forms.push(about.forms[0].clone()),
            AboutDiffersBetweenInstances => about.colors += self.instance as u8,
            _ => {}
        }
        Ok(about)
    }

    fn explain(&self) -> PluginResult<Vec<Message>> {
        let mut paragraphs = self.inner.explain()?;
        if self.mutation == ExplanationHasAnEmptyParagraph {
            paragraphs.push(Message::default());
        }
        Ok(paragraphs)
    }

    fn start(&self) -> PluginResult<Box<dyn Cursor>> {
        Ok(Box::new(self.wrap(self.inner.start()?)))
    }

    fn load(&self, position: &[u8]) -> PluginResult<Result<Box<dyn Cursor>, Message>> {
        if self.mutation == LoadReturnsTheStart {
            return self.start().map(Ok);
        }
        let loaded = self.inner.load(position)?;
        Ok(loaded.map(|cursor| Box::new(self.wrap(cursor)) as Box<dyn Cursor>))
    }

    fn read(&self, text: &str) -> PluginResult<Result<Box<dyn Cursor>, Message>> {
        let read = self.inner.read(text)?;
        Ok(read.map(|cursor| Box::new(self.wrap(cursor)) as Box<dyn Cursor>))
    }
}

fn broke_down(call: &str) -> PluginError {
    let (plugin, why) = ("mutant".to_owned(), "a panic".to_owned());
    PluginError::Trapped { plugin, call: call.to_owned(), why }
}

/// Returns another legal move, where there is one.
fn another(cursor: &mut dyn Cursor, by: Seat, mv: &str) -> PluginResult<Option<String>> {
    let all = cursor.legal_moves(by, None, 100)?;
    Ok(all.into_iter().find(|other| other != mv))
}

impl Cursor for Mutant<dyn Cursor> {
    fn status(&mut self) -> PluginResult<GameStatus> {
        let mut status = self.inner.status()?;
        match self.mutation {
            StatusHasOneKey => status.key = 7,
            KeyForgetsASite => {
                status.key = self.inner.pieces(0, 8)?.iter().fold(1, |key, (site, piece)| {
                    mix(key ^ u64::from(site << 1) ^ u64::from(piece.color))
                });
            }
            KeyForgetsTheColors => {
                let pieces = self.inner.pieces(0, 9)?;
                status.key = pieces.iter().fold(1, |key, (site, _)| mix(key ^ u64::from(*site)));
            }
            StatusStaysAtPlyZero => status.ply = 0,
            StatusLacksASeat => drop(status.seats.pop()),
            StatusHasASeatToMoveAtTheEnd if status.is_over() => status.acting.push(0),
            StatusHasNoWinner => {
                if let Some(outcome) = &mut status.outcome {
                    outcome.ranks.fill(1);
                }
            }
            StatusHasNoReason => {
                if let Some(outcome) = &mut status.outcome {
                    outcome.reason = Message::default();
                }
            }
            StatusDiffersBetweenInstances => status.key ^= u64::from(self.instance),
            _ => {}
        }
        Ok(status)
    }

    fn pieces(&mut self, first: Site, limit: u32) -> PluginResult<Vec<(Site, Piece)>> {
        let first = if self.mutation == PiecesBeginAtTheFirst { 0 } else { first };
        let mut pieces = self.inner.pieces(first, limit)?;
        match self.mutation {
            PiecesAreBackwards => pieces.reverse(),
            PieceIsOfAnUnknownKind => pieces.iter_mut().for_each(|(_, piece)| piece.kind = 3),
            _ => {}
        }
        Ok(pieces)
    }

    fn pieces_at(&mut self, sites: &[Site]) -> PluginResult<Vec<(Site, Piece)>> {
        let mut pieces = self.inner.pieces_at(sites)?;
        match self.mutation {
            PiecesAtAreOthers => pieces.iter_mut().for_each(|(_, piece)| piece.color ^= 1),
            PiecesAreBackwards => pieces.reverse(),
            PieceIsOfAnUnknownKind => pieces.iter_mut().for_each(|(_, piece)| piece.kind = 3),
            _ => {}
        }
        Ok(pieces)
    }

    fn choices(&mut self, by: Seat, path: &[Site]) -> PluginResult<Choices> {
        let mut choices = self.inner.choices(by, path)?;
        let target = |site| Target { site, kind: TargetKind::Quiet };
        match self.mutation {
            ChoicesHaveADeadEnd if path.is_empty() => {
                let occupied = self.inner.pieces(0, 9)?.into_iter().map(|(site, _)| site).next();
                choices.targets.extend(occupied.map(target));
            }
            ChoicesHaveATargetTwice => {
                choices.targets.extend_from_within(..1.min(choices.targets.len()))
            }
            ChoicesHaveATargetOffTheBoard => choices.targets.push(target(99)),
            ChoicesGoOnForEver if !path.is_empty() => {
                choices.targets.push(target(path[0]));
                let mv = self.inner.choices(by, &path[..1])?;
                choices.options = mv.options;
            }
            ChoicesLackATarget => drop(choices.targets.pop()),
            ChoicesHaveAnUnknownButton => {
                let label = Message::default();
                choices.options.push(MoveOption { move_: "jump".into(), label, answer: false });
            }
            _ => {}
        }
        Ok(choices)
    }

    fn paths(&mut self, by: Seat, mv: &str) -> PluginResult<Vec<Vec<Site>>> {
        match (self.mutation, another(&mut *self.inner, by, mv)?) {
            (PathLeavesTheBoard, _) => Ok(vec![vec![99]]),
            (PathIsThatOfAnotherMove, Some(other)) => self.inner.paths(by, &other),
            (PathIsMissing, _) => Ok(Vec::new()),
            _ => self.inner.paths(by, mv),
        }
    }

    fn count_moves(&mut self, by: Seat) -> PluginResult<u64> {
        Ok(self.inner.count_moves(by)? + u64::from(self.mutation == CountIsTooHigh))
    }

    fn legal_moves(
        &mut self,
        by: Seat,
        after: Option<&str>,
        limit: u32,
    ) -> PluginResult<Vec<String>> {
        let after = after.filter(|_| self.mutation != ListHasOnePageForEver);
        let mover = self.inner.status()?.acting.first().copied().unwrap_or(by);
        let by = if self.mutation == OthersHaveMoves { mover } else { by };
        let mut moves = self.inner.legal_moves(by, after, limit)?;
        match self.mutation {
            ListIsBackwards => moves.reverse(),
            ListHasAMoveTwice => moves.extend(moves.first().cloned()),
            ListLacksAMove => drop(moves.pop()),
            _ => {}
        }
        Ok(moves)
    }

    fn is_legal(&mut self, by: Seat, mv: &str) -> PluginResult<bool> {
        let last = self.inner.legal_moves(by, None, 100)?.pop();
        if self.mutation == LastMoveIsDenied && last.as_deref() == Some(mv) {
            return Ok(false);
        }
        Ok(self.mutation == AnyTextIsLegal || self.inner.is_legal(by, mv)?)
    }

    fn parse(&mut self, by: Seat, text: &str) -> PluginResult<Result<String, Message>> {
        match another(&mut *self.inner, by, text)? {
            Some(other) if self.mutation == ParseMeansAnotherMove => Ok(Ok(other)),
            _ => self.inner.parse(by, text),
        }
    }

    fn play(&mut self, by: Seat, mv: &str) -> PluginResult<Result<Vec<Effect>, Message>> {
        let first = self.inner.legal_moves(by, None, 1)?;
        let known = self.inner.is_legal(by, mv)?;
        let status = self.inner.status()?;
        if self.mutation == MoveBreaksDown && status.ply == 2 && known {
            return Err(broke_down("cursor.play"));
        }
        let mover = status.acting.first().copied().unwrap_or(by);
        let by = if self.mutation == OthersCanPlay { mover } else { by };
        let mv = match first.first() {
            Some(first) if self.mutation == AnyTextIsPlayed && !known => first,
            _ => mv,
        };
        let played = self.inner.play(by, mv)?;
        Ok(played.map(|mut effects| {
            match self.mutation {
                MoveHasNoEffects => effects.clear(),
                EffectPutsAnotherPiece => {
                    effects.iter_mut().flat_map(|it| &mut it.after).for_each(|it| it.color ^= 1);
                }
                EffectSawAnotherPiece => effects.iter_mut().for_each(|it| it.before = it.after),
                EffectIsTakenBack => {
                    let placed = effects[0].clone();
                    let (before, after) = (placed.after, None);
                    effects.push(Effect { stage: 1, before, after, ..placed });
                }
                MoveHasEffectsElsewhere => {
                    effects.iter_mut().for_each(|it| it.site = it.site.map(|site| (site + 1) % 9));
                }
                MoveHasEffectsOffTheBoard => {
                    effects.push(Effect { site: Some(99), ..effects[0].clone() });
                }
                _ => {}
            }
            effects
        }))
    }

    fn preview(
        &mut self,
        by: Seat,
        mv: &str,
    ) -> PluginResult<Result<(GameStatus, Vec<Effect>), Message>> {
        let before = self.status()?;
        let played = self.play(by, mv)?;
        let after = self.status()?;
        if played.is_ok() && self.mutation != PreviewPlays {
            self.inner.undo()?;
        }
        let seen = if self.mutation == PreviewShowsThePositionBefore { before } else { after };
        let lacks = self.mutation == PreviewLacksEffects;
        Ok(played.map(|effects| (seen, if lacks { Vec::new() } else { effects })))
    }

    fn describe_move(&mut self, by: Seat, mv: &str) -> PluginResult<Message> {
        let text = self.inner.describe_move(by, mv)?;
        let two = Message::new("move", "a\nb");
        Ok(if self.mutation == MoveHasTwoLines { two } else { text })
    }

    fn remove_player(&mut self, who: Seat) -> PluginResult<Result<Vec<Effect>, Message>> {
        let who = if self.mutation == RemovedPlayerWins { 1 - who } else { who };
        let removed = self.inner.remove_player(who)?;
        if self.mutation == RemovedPlayerStays && removed.is_ok() {
            self.inner.undo()?;
        }
        Ok(removed)
    }

    fn chance_outcomes(&mut self, limit: u32) -> PluginResult<Option<Vec<(String, u32)>>> {
        self.inner.chance_outcomes(limit)
    }

    fn sample_outcome(&mut self, random: u64) -> PluginResult<String> {
        self.inner.sample_outcome(random)
    }

    fn undo(&mut self) -> PluginResult<bool> {
        match self.mutation {
            UndoDoesNothing => Ok(self.inner.status()?.ply > 0),
            UndoAtTheStart => self.inner.undo().map(|_| true),
            _ => self.inner.undo(),
        }
    }

    fn fork(&mut self) -> PluginResult<Box<dyn Cursor>> {
        let fork = self.inner.fork()?;
        Ok(Box::new(self.wrap(fork)))
    }

    fn save(&mut self) -> PluginResult<Vec<u8>> {
        let mut fork = self.inner.fork()?;
        if self.mutation == SaveForgetsAMove {
            fork.undo()?;
        }
        fork.save()
    }

    fn write(&mut self, form: &str) -> PluginResult<Result<String, Message>> {
        match self.mutation {
            TextIsUnreadable => Ok(Ok("?".to_owned())),
            TextOfTheEndIsUnreadable if self.inner.status()?.is_over() => Ok(Ok("?".to_owned())),
            TextIsThatOfTheStart => Ok(Ok(".........".to_owned())),
            _ => self.inner.write(form),
        }
    }

    fn extent(&mut self, view: u16) -> PluginResult<Extent> {
        let mut extent = self.inner.extent(view)?;
        extent.places += u32::from(self.mutation == ExtentIsTooLarge);
        Ok(extent)
    }

    fn drawing_beyond(&mut self, view: u16, beyond: Extent, limit: u32) -> PluginResult<Patch> {
        let beyond = if self.mutation == DrawingStartsOver { Extent::default() } else { beyond };
        let mut patch = self.inner.drawing_beyond(view, beyond, limit)?;
        match (self.mutation, patch.places.first_mut()) {
            (DrawingLacksASite, Some(place)) => place.site = 8,
            (DrawingHasAnUnknownRole, Some(place)) => place.role = 9,
            _ => {}
        }
        Ok(patch)
    }

    fn proposed_sites(&mut self, view: u16, path: &[Site]) -> PluginResult<Patch> {
        self.inner.proposed_sites(view, path)
    }

    fn partway(&mut self, by: Seat, path: &[Site]) -> PluginResult<Option<PartialMove>> {
        let (sites, pieces, prompt) = (vec![99], Vec::new(), None);
        match self.mutation {
            PartwayIsOffTheBoard => Ok(Some(PartialMove { sites, pieces, prompt })),
            PartwayPlays => {
                if let Some(first) = self.inner.legal_moves(by, None, 1)?.first() {
                    let _ = self.inner.play(by, first)?;
                }
                Ok(None)
            }
            _ => self.inner.partway(by, path),
        }
    }

    fn marks(&mut self) -> PluginResult<Vec<Mark>> {
        let mut marks = self.inner.marks()?;
        if self.mutation == MarkIsOffTheBoard {
            let (role, sites) = ("win".to_owned(), vec![0, 9]);
            marks.push(Mark { role, sites, joined: true, seat: None, text: None });
        }
        Ok(marks)
    }

    fn perft(&mut self, depth: u32, listed: bool) -> PluginResult<u64> {
        let leaves = self.inner.perft(depth, listed)?;
        let more = self.mutation == PerftOfTwoIsTooHigh && depth == 2;
        Ok((leaves + u64::from(more)).saturating_sub(u64::from(self.mutation == PerftIsTooLow)))
    }

    fn playouts(
        &mut self,
        games: u32,
        seed: u64,
        cut: u32,
        listed: bool,
    ) -> PluginResult<PlayoutStats> {
        let mut stats = self.inner.playouts(games, seed, cut, listed)?;
        match self.mutation {
            PlayoutsLoseAGame => stats.games -= 1,
            PlayoutsDifferBetweenInstances => stats.plies += u64::from(self.instance),
            _ => {}
        }
        Ok(stats)
    }

    fn evaluate(&mut self) -> PluginResult<Vec<i32>> {
        let mut values = self.inner.evaluate()?;
        if self.mutation == EvaluationIsForOneSeat {
            values = vec![0];
        }
        Ok(values)
    }

    fn search(
        &mut self,
        settings: &str,
        seed: u64,
        memory: u64,
    ) -> PluginResult<Result<Box<dyn Searcher>, Message>> {
        let seed = match self.mutation {
            SearchRefusesNoSettings => return Ok(Err(Message::default())),
            SearchDiffersBetweenInstances => seed + u64::from(self.instance),
            _ => seed,
        };
        let search = self.inner.search(settings, seed, memory)?;
        Ok(search.map(|search| Box::new(self.wrap(search)) as Box<dyn Searcher>))
    }
}

impl Searcher for Mutant<dyn Searcher> {
    fn step(&mut self, nodes: u32) -> PluginResult<SearchProgress> {
        self.inner.step(nodes)
    }

    fn report(&mut self, lines: u16) -> PluginResult<Vec<Variation>> {
        let mut found = self.inner.report(lines)?;
        match (self.mutation, found.first_mut()) {
            (SearchFindsAnIllegalMove, Some(line)) => line.moves[0] = "z9".to_owned(),
            (SearchReportsTooManyLines, Some(line)) => {
                let line = line.clone();
                found.resize(usize::from(lines) + 1, line);
            }
            (SearchDiffersBetweenInstances, Some(line)) => line.visits += u64::from(self.instance),
            _ => {}
        }
        Ok(found)
    }

    fn advance_root(&mut self, by: Seat, mv: &str) -> PluginResult<bool> {
        self.inner.advance_root(by, mv)
    }

    fn export_stats(&mut self) -> PluginResult<Vec<u8>> {
        self.inner.export_stats()
    }

    fn import_stats(&mut self, statistics: &[u8]) -> PluginResult<()> {
        self.inner.import_stats(statistics)
    }
}

fn failures(mutation: Mutation) -> Vec<String> {
    let plugin = Plugin { mutation, opened: Default::default() };
    let options = HarnessOptions { thorough: 2, ..HarnessOptions::default() };
    check(&plugin, "{}", &options).failures
}

#[test]
fn the_harness_finds_each_mutation() {
    assert_eq!(failures(Unchanged), [] as [String; 0]);
    let missed: Vec<&Mutation> = MUTATIONS.iter().filter(|it| failures(**it).is_empty()).collect();
    assert!(missed.is_empty(), "not found: {missed:?}");
}

#[test]
fn a_plugin_that_breaks_down_is_reported_with_the_moves() {
    let failures = failures(MoveBreaksDown);
    assert_eq!(failures.len(), 1, "{failures:?}");
    let (what, moves) = failures[0].split_once(" (after: ").expect("the moves");
    assert!(what.contains("broke down in `cursor.play`: a panic, at `"), "{what}");
    assert_eq!(moves.trim_end_matches(')').split(' ').count(), 2, "{moves}");
}
