//! What the computer player's evaluation counts, and how much.

boardloom_sdk::weights! {
    /// What a position is worth to the defenders, in hundredths of an attacker; what
    /// counts for the attackers is taken off. Numbers below 0 count against the side.
    ///
    /// The terms marked so are those of the program by students of Cornell's CS 3110;
    /// the others follow what players' guides advise: hold the corners, then the ring;
    /// open lines.
    pub struct Weights {
        /// An attacker. Cornell: pieces taken.
        attacker = 100,
        /// For the attackers: a step that they are away from the king on average, down
        /// to a whole one; below 0 they are to come near. Cornell.
        siege = -10,
        /// For the attackers: one of them, or a hostile square, beside the king, who is
        /// taken by closing all sides.
        pressed = 60,
        /// For the attackers: one of them two steps from where the king wins, where that
        /// is not the whole edge; three such men cut a corner off for good.
        guard = 40,
        /// For the attackers: a quarter of the places where the king wins, when only
        /// captures could open a way there.
        closed = 250,
        /// For the attackers: a square that the king could reach if his own men made
        /// way. A ring is to become narrower, until it encloses everybody.
        room = -2,
        /// A defender beside the king. Cornell: pieces taken.
        defender = 180,
        /// For the defenders: a step that the king is away from where he wins, if
        /// nothing were in the way. Cornell: the king's distance.
        distance = -20,
        /// For the defenders: each whole ten steps that the king is nearer to where he
        /// wins than he began: how Cornell's program counts his distance.
        tens = 0,
        /// For the defenders: a clear way from the king to where he wins, which the
        /// attackers have to stop.
        line = 200,
        /// For the defenders: two such ways or more, which they cannot both stop.
        fork = 1500,
        /// For the defenders: a place where the king wins that he reaches in two moves
        /// as the board stands, up to three.
        soon = 50,
        /// For the defenders: a square that the king can go to.
        freedom = 6,
        /// For the defenders: a move that they have more than the attackers.
        mobility = 1,
        /// The right to move.
        turn = 10,
    }
}
