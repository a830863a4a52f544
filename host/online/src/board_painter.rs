//! Boards for clients without rules, drawn beside the room.

use std::sync::mpsc::{Receiver, Sender, channel};

use boardloom_match::{MovePath, Observer};
use boardloom_room::{BoardRequest, ConnectionId};

/// A request for the board, with the position that it is about.
#[derive(Debug, Clone)]
pub struct BoardTask {
    pub request: BoardRequest,
    /// The seat that the client may choose for, from 1.
    pub seat: Option<u8>,
    /// The moves that the client knows.
    pub path: MovePath,
    /// As whom the client sees them, if not all see everything.
    pub observer: Option<Observer>,
}

/// Draws the boards of a room, on a thread of its own.
pub trait BoardPainter: Send {
    /// Returns the answer, or an error, as one line.
    fn paint(&mut self, task: &BoardTask) -> String;
}

/// Makes the painter of a room when its first board is wanted.
pub type PainterMaker = Box<dyn Fn() -> Box<dyn BoardPainter> + Send>;

/// Starts a painter's thread, which ends with the sender of its tasks.
pub(crate) fn start_painter(
    mut painter: Box<dyn BoardPainter>,
    answer: impl Fn(ConnectionId, String) + Send + 'static,
) -> Sender<(ConnectionId, BoardTask)> {
    let (tasks, queue) = channel();
    std::thread::spawn(move || {
        let mut waiting = Vec::new();
        while let Some((connection, task)) = next(&queue, &mut waiting) {
            answer(connection, painter.paint(&task));
        }
    });
    tasks
}

/// Returns the task that waits longest. Of a connection only the last one counts.
fn next(
    queue: &Receiver<(ConnectionId, BoardTask)>,
    waiting: &mut Vec<(ConnectionId, BoardTask)>,
) -> Option<(ConnectionId, BoardTask)> {
    if waiting.is_empty() {
        waiting.push(queue.recv().ok()?);
    }
    for (connection, task) in queue.try_iter() {
        match waiting.iter_mut().find(|(known, _)| *known == connection) {
            Some(known) => known.1 = task,
            None => waiting.push((connection, task)),
        }
    }
    Some(waiting.remove(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_request_of_a_connection_is_answered_in_its_turn() {
        let (sender, queue) = channel();
        let task = |id| {
            let request = BoardRequest { id, ..BoardRequest::default() };
            BoardTask { request, seat: None, path: MovePath::default(), observer: None }
        };
        for (connection, id) in [(1, 10), (2, 20), (1, 11), (1, 12), (3, 30)] {
            sender.send((ConnectionId(connection), task(id))).unwrap();
        }
        drop(sender);
        let mut waiting = Vec::new();
        let answers = std::iter::from_fn(|| next(&queue, &mut waiting));
        let answers: Vec<(u64, u64)> = answers.map(|(it, task)| (it.0, task.request.id)).collect();
        // The first is taken alone; of the others, 11 is out of date before its turn.
        assert_eq!(answers, [(1, 12), (2, 20), (3, 30)]);
    }
}
