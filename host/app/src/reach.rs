//! How players at other programs join a game.

use crate::texts::{mail, online};

/// How invited players join a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reach {
    #[default]
    LocalNetwork,
    ThisComputer,
    /// By texts that are sent in any way.
    Mail,
}

impl Reach {
    pub const ALL: [Reach; 3] = [Reach::LocalNetwork, Reach::ThisComputer, Reach::Mail];

    pub fn label(self) -> &'static str {
        match self {
            Reach::LocalNetwork => online::local_network(),
            Reach::ThisComputer => online::this_computer(),
            Reach::Mail => mail::by_mail(),
        }
    }

    pub fn help(self) -> &'static str {
        match self {
            Reach::LocalNetwork | Reach::ThisComputer => online::reach_help(),
            Reach::Mail => mail::by_mail_help(),
        }
    }
}
