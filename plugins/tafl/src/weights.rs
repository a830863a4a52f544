//! The weights of the computer player's evaluation.

boardloom_sdk::weights! {
    /// The terms of the evaluation for the defenders, in hundredths of an attacker; terms
    /// for the attackers are subtracted. A number below 0 counts against the side.
    ///
    /// Terms marked "Cornell" are those of the program by students of Cornell's CS 3110;
    /// the others follow the advice of players' guides: hold the corners, then the ring;
    /// open lines.
    pub struct Weights {
        /// An attacker. Cornell: captured pieces.
        attacker = 100,
        /// For the attackers: a step of their mean distance from the king, rounded down;
        /// below 0 they come near. Cornell.
        siege = -10,
        /// For the attackers: an attacker or a hostile square beside the king, who is
        /// captured from all sides.
        pressed = 60,
        /// For the attackers: one of them two steps from where the king wins, unless that is the
        /// whole edge; three such men cut a corner off for good.
        guard = 40,
        /// For the attackers: a quarter of the squares where the king wins, if only
        /// captures could open a way to them.
        closed = 250,
        /// For the attackers: a square that the king could reach if his men made way. The
        /// ring becomes narrower until it encloses all defenders.
        room = -2,
        /// A defender other than the king. Cornell: captured pieces.
        defender = 180,
        /// For the defenders: a step of the king's distance from where he wins on an empty
        /// board. Cornell: the king's distance.
        distance = -20,
        /// For the defenders: each whole ten steps that the king is nearer to where he
        /// wins than at the start: how Cornell's program counts his distance.
        tens = 0,
        /// For the defenders: a clear line from the king to where he wins, which the
        /// attackers have to block.
        line = 200,
        /// For the defenders: two such lines or more, which the attackers can't both
        /// block.
        fork = 1500,
        /// For the defenders: a square where the king wins that he reaches in two moves if
        /// no other piece moves; three at most count.
        soon = 50,
        /// For the defenders: a square that the king can move to.
        freedom = 6,
        /// For the defenders: a move that they have more than the attackers.
        mobility = 1,
        /// The right to move.
        turn = 10,
    }
}
