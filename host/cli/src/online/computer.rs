//! The computer's moves, on a thread.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use boardloom_computer::{Computer, Level, SearchGoal, SearchSeed};
use boardloom_match::{GameSource, MovePath};

/// A position to move in.
pub struct Task {
    pub game: u32,
    pub ply: u32,
    /// From 0.
    pub seat: u8,
    pub level: Level,
    pub path: MovePath,
    pub seed: SearchSeed,
}

/// Starts the thread. It ends with the sender; `found` gets the task and its move, or why
/// there is none.
pub fn start(
    source: GameSource,
    found: impl Fn(&Task, Result<String, String>) + Send + 'static,
) -> Sender<Task> {
    let (tasks, queue) = channel::<Task>();
    std::thread::spawn(move || {
        let mut computer = Computer::new(source, Arc::new(|| ()));
        while let Ok(task) = queue.recv() {
            // Of several positions, the last is the one on the board.
            let task = queue.try_iter().last().unwrap_or(task);
            let goal = SearchGoal::Move(task.level.clone());
            computer.begin(task.path.clone(), task.seat, goal, task.seed, 1);
            let Some(result) = computer.wait_for_move(|| true) else { return };
            found(&task, result.map(|it| it.mv));
        }
    });
    tasks
}
