//! A room, its disk, and clients behind a network that can lose, delay and double.

use std::collections::VecDeque;
use std::time::Duration;

use boardloom_match::GameSource;
use boardloom_room::{
    BoardRequest, ClientMessage, ConnectionId, Error, MoveCommand, Replica, Room, RoomEffect,
    RoomEvent, RoomInput, RoomSettings, RoomState, ServerMessage, ServerTime,
};

pub struct World {
    row: String,
    settings: RoomSettings,
    pub room: Room,
    pub now: Duration,
    started: Duration,
    /// How long the server was down.
    down: Duration,
    /// The record that was persisted last.
    pub disk: String,
    pub clients: Vec<TestClient>,
    connections: u64,
    pub thoughts: Vec<RoomEffect>,
    /// The requests for the board, with the seat that may choose.
    pub drawn: Vec<(Option<u8>, BoardRequest)>,
    /// The position of the last of them, if the request has no other.
    pub drawn_ply: u32,
    /// The time that the clock of each seat ran, according to the events.
    pub ran: Vec<Duration>,
}

pub struct TestClient {
    pub replica: Replica,
    connection: Option<ConnectionId>,
    pub up: VecDeque<String>,
    pub down: VecDeque<String>,
    pub received: Vec<ServerMessage>,
    /// Moves that the room told this client were played: game, ply, move.
    pub acknowledged: Vec<(u32, u32, String)>,
    sent: Vec<(String, u32, u32, String)>,
}

pub fn source(row: &str) -> GameSource {
    let (rules, ruleset) = boardloom_testing::row(row);
    GameSource::new(rules, ruleset)
}

pub fn settings(control: &str) -> RoomSettings {
    RoomSettings {
        control: control.parse().expect("a time control"),
        seed: 7,
        claim_after: Duration::from_secs(30),
        max_clients: 20,
        opened_at: Some(ServerTime { clock: "server".to_owned(), time_ms: 0 }),
        ..RoomSettings::default()
    }
}

impl World {
    pub fn new(row: &str, settings: RoomSettings, clients: usize) -> Self {
        let mut room = Room::new(source(row), settings.clone()).expect("a room");
        let client = |number: usize| TestClient {
            replica: Replica::new(
                format!("Client {number}"),
                format!("s{number}"),
                settings.code.clone(),
                None,
            ),
            connection: None,
            up: VecDeque::new(),
            down: VecDeque::new(),
            received: Vec::new(),
            acknowledged: Vec::new(),
            sent: Vec::new(),
        };
        let clients = (1..=clients).map(client).collect();
        let effects = room.handle(RoomInput::Tick, Duration::ZERO);
        let Some(RoomEffect::Persist { record }) = effects.first() else { panic!("{effects:?}") };
        let ran = vec![Duration::ZERO; room.state().seats.len()];
        World {
            row: row.to_owned(),
            disk: record.clone(),
            settings,
            room,
            now: Duration::ZERO,
            started: Duration::ZERO,
            down: Duration::ZERO,
            clients,
            connections: 0,
            thoughts: Vec::new(),
            drawn: Vec::new(),
            drawn_ply: 0,
            ran,
        }
    }

    /// Returns a room whose first clients have taken the seats.
    pub fn seated(row: &str, settings: RoomSettings, clients: usize) -> Self {
        let mut world = World::new(row, settings, clients);
        for client in 0..clients {
            world.connect(client);
        }
        world.settle();
        let open = world.room.state().seats.len().min(clients);
        for client in 0..open {
            world.say(client, ClientMessage::Sit { seat: client as u8 + 1 });
        }
        world
    }

    pub fn input(&mut self, input: RoomInput) {
        let effects = self.room.handle(input, self.now - self.started);
        for (at, effect) in effects.into_iter().enumerate() {
            match effect {
                RoomEffect::Persist { record } => {
                    assert_eq!(at, 0, "it is durable before a client knows of it");
                    self.disk = record;
                }
                RoomEffect::Send { connection, message } => {
                    let known =
                        self.clients.iter_mut().find(|it| it.connection == Some(connection));
                    if let Some(client) = known {
                        client.down.push_back(message.to_line());
                    }
                }
                RoomEffect::Close { connection } => {
                    for client in &mut self.clients {
                        client.connection.take_if(|known| *known == connection);
                    }
                }
                RoomEffect::Think { .. } => self.thoughts.push(effect),
                RoomEffect::Draw { seat, ply, request, .. } => {
                    self.drawn.push((seat, request));
                    self.drawn_ply = ply;
                }
                RoomEffect::SendPlugin { .. } => {}
                RoomEffect::WakeAt { time } => assert!(time >= self.now - self.started),
            }
        }
        self.check();
    }

    /// Holds what must be true of a room at any time.
    fn check(&self) {
        let (state, game) = (self.room.state(), self.room.game());
        assert_eq!(state.played.len() + 1, game.tree().line(game.here()).len());
        assert_eq!(state.turn.ply as usize, state.played.len());
        if let Some(seat) = state.turn.clock.as_ref().and_then(|clock| clock.running) {
            assert!(state.turn.acting.contains(&seat), "{state:?}");
            assert!(!state.turn.paused && !state.is_over(), "{state:?}");
            let days = game.clock().control().days().is_some();
            let moved = state.played.iter().any(|played| played.seat == seat);
            assert!(moved || days, "{state:?}");
        }
    }

    pub fn wait(&mut self, time: Duration) {
        let running = self.room.state().turn.clock.as_ref().and_then(|clock| clock.running);
        if let Some(seat) = running {
            self.ran[usize::from(seat) - 1] += time;
        }
        self.now += time;
    }

    pub fn connect(&mut self, client: usize) {
        self.cut(client);
        self.connections += 1;
        let connection = ConnectionId(self.connections);
        self.clients[client].connection = Some(connection);
        let token = format!("secret {}", self.connections);
        self.input(RoomInput::Opened { connection, token, account: None, network: None });
        let hello = self.clients[client].replica.hello();
        self.queue(client, hello);
    }

    /// Breaks a connection: what is on its way is lost.
    pub fn cut(&mut self, client: usize) {
        let known = &mut self.clients[client];
        known.up.clear();
        known.down.clear();
        if let Some(connection) = known.connection.take() {
            self.input(RoomInput::Closed { connection });
        }
    }

    pub fn queue(&mut self, client: usize, message: ClientMessage) {
        let known = &mut self.clients[client];
        if let ClientMessage::Move(MoveCommand { id, game, ply, mv }) = &message {
            known.sent.push((id.clone(), *game, *ply, mv.clone()));
        }
        if known.connection.is_some() {
            known.up.push_back(serde_json::to_string(&message).expect("a message"));
        }
    }

    /// Delivers the next line of a client to the room.
    pub fn deliver_up(&mut self, client: usize) -> bool {
        let known = &mut self.clients[client];
        let (Some(line), Some(connection)) = (known.up.pop_front(), known.connection) else {
            return false;
        };
        self.input(RoomInput::Line { connection, line });
        true
    }

    /// Delivers the next line of the room to a client.
    pub fn deliver_down(&mut self, client: usize) -> bool {
        let known = &mut self.clients[client];
        let Some(line) = known.down.pop_front() else { return false };
        let message: ServerMessage = serde_json::from_str(&line).expect("a message");
        let acknowledged = match &message {
            ServerMessage::Accepted { id } => Some(id.clone()),
            ServerMessage::Event { event, .. } => match &**event {
                RoomEvent::Played { id, .. } => id.clone(),
                _ => None,
            },
            _ => None,
        };
        let sent = acknowledged.and_then(|id| known.sent.iter().find(|sent| sent.0 == id));
        if let Some((_, game, ply, mv)) = sent {
            known.acknowledged.push((*game, *ply, mv.clone()));
        }
        let answers = known.replica.take(&message);
        known.received.push(message);
        for answer in answers {
            self.queue(client, answer);
        }
        true
    }

    /// Delivers everything until nothing is on its way.
    pub fn settle(&mut self) {
        for _ in 0..2000 {
            let mut moved = false;
            for client in 0..self.clients.len() {
                moved |= self.deliver_up(client) | self.deliver_down(client);
            }
            if !moved {
                return;
            }
        }
        panic!("the messages never end");
    }

    /// Sends a message and delivers everything.
    pub fn say(&mut self, client: usize, message: ClientMessage) {
        self.queue(client, message);
        self.settle();
    }

    /// Plays a move by its client and delivers everything.
    pub fn play(&mut self, client: usize, mv: &str) {
        let message = self.clients[client].replica.play(mv).expect("a move can be sent");
        self.say(client, message);
    }

    /// Sends a line as it is and returns the answers.
    pub fn raw(&mut self, client: usize, line: &str) -> Vec<ServerMessage> {
        self.clients[client].received.clear();
        self.clients[client].up.push_back(line.to_owned());
        self.settle();
        std::mem::take(&mut self.clients[client].received)
    }

    /// Stops the server and starts it from its disk.
    pub fn restart(&mut self) {
        for client in &mut self.clients {
            client.connection = None;
            client.up.clear();
            client.down.clear();
        }
        let time_ms = u64::try_from((self.now - self.down).as_millis()).expect("a time");
        let opened_at = Some(ServerTime { clock: "server".to_owned(), time_ms });
        let settings = RoomSettings { opened_at, ..self.settings.clone() };
        self.room = Room::restore(source(&self.row), settings, &self.disk)
            .unwrap_or_else(|error| panic!("{error}\n{}", self.disk));
        self.started = self.now;
        self.thoughts.clear();
        self.input(RoomInput::Tick);
    }

    /// Lets the room sleep on its disk, and wakes it.
    pub fn sleep(&mut self, time: Duration) {
        self.now += time;
        self.restart();
    }

    /// Returns the time at which the room was opened or restored.
    pub fn opened(&self) -> Duration {
        self.started
    }

    /// Ends the server for a while.
    pub fn shut_down(&mut self, time: Duration) {
        self.down += time;
        self.sleep(time);
    }

    pub fn state(&self) -> &RoomState {
        self.room.state()
    }

    /// Returns the last error that a client received.
    pub fn error(&self, client: usize) -> Option<&Error> {
        self.clients[client].received.iter().rev().find_map(|message| match message {
            ServerMessage::Error(error) => Some(error),
            _ => None,
        })
    }

    /// Asserts that all clients know what the room knows.
    pub fn assert_agreement(&self) {
        for client in &self.clients {
            assert_eq!(client.replica.state(), Some(self.room.state()));
        }
    }
}
