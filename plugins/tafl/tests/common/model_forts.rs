//! Exit forts in the model, by a siege: attackers fill all squares that one of them can reach,
//! and capture what they can, while the defenders do not move.

use std::collections::BTreeSet;

use super::{Model, Square, is_attacker, near};

impl Model {
    pub(super) fn is_exit_fort(&self, king: Square) -> bool {
        if !self.is_edge(king) || self.piece_moves(king).is_empty() {
            return false;
        }
        let attackers = self.attackers();
        if near(king).any(|beside| attackers.iter().any(|(_, square)| *square == beside)) {
            return false;
        }
        let (inside, men) = self.fort(king);
        let mut siege = self.clone();
        siege.board.retain(|_, man| !is_attacker(*man));
        let mut starts = attackers;
        loop {
            let (mut full, mut reached) = (siege.clone(), BTreeSet::new());
            let mut fallen = BTreeSet::new();
            for (letter, square) in &starts {
                let (squares, jumped) = siege.squares_of(*letter, *square);
                if *letter != 'g' {
                    full.board.extend(squares.iter().map(|square| (*square, 't')));
                }
                reached.extend(squares);
                fallen.extend(jumped);
            }
            if reached.iter().any(|square| inside.contains(square)) {
                return false;
            }
            for (square, _) in full.board.iter().filter(|(_, man)| is_attacker(**man)) {
                fallen.extend(full.captures(*square, None));
            }
            if fallen.iter().any(|square| men.contains(square) || *square == king) {
                return false;
            }
            if fallen.is_empty() {
                return true;
            }
            for square in fallen {
                if siege.board.remove(&square) == Some('M') {
                    starts.push(('m', square));
                }
            }
        }
    }

    fn attackers(&self) -> Vec<(char, Square)> {
        let attackers = self.board.iter().filter(|(_, man)| is_attacker(**man));
        attackers.map(|(square, man)| (*man, *square)).collect()
    }

    /// The empty squares around the king, and the men around them: not beyond squares that
    /// no attacker may come onto or over.
    fn fort(&self, king: Square) -> (BTreeSet<Square>, BTreeSet<Square>) {
        let mut kinds: BTreeSet<char> = self.attackers().iter().map(|(kind, _)| *kind).collect();
        if self.board.values().any(|man| *man == 'M') {
            kinds.insert('m');
        }
        let comes = |from: Square, to: Square| {
            kinds
                .iter()
                .any(|kind| self.may_stop(*kind, from, to) || self.may_pass(*kind, from, to))
        };
        let (mut inside, mut men, mut next) = (BTreeSet::new(), BTreeSet::new(), vec![king]);
        while let Some(square) = next.pop() {
            for beside in near(square).filter(|beside| self.is_on_board(*beside)) {
                if square != king && !comes(beside, square) {
                    continue;
                }
                match self.at(beside) {
                    None if inside.insert(beside) => next.push(beside),
                    Some(man) if !is_attacker(man) => drop(men.insert(beside)),
                    _ => {}
                }
            }
        }
        (inside, men)
    }

    /// Returns the squares that an attacker reaches over squares without defenders, and those of
    /// the men that he captures by jumping.
    fn squares_of(&self, letter: char, start: Square) -> (BTreeSet<Square>, BTreeSet<Square>) {
        let captures = self.rules["jumps"][letter.to_string()] == "capture";
        let (mut seen, mut jumped) = (BTreeSet::new(), BTreeSet::new());
        let mut next = vec![start];
        let mut alone = self.clone();
        while let Some(square) = next.pop() {
            if seen.insert(square) {
                alone.board.insert(square, letter);
                for (to, over) in alone.piece_moves(square) {
                    next.push(to);
                    jumped.extend(over.filter(|_| captures));
                }
                alone.board.remove(&square);
            }
        }
        (seen, jumped)
    }
}
