//! People and their sessions: what `AuthObject` stores of them, and who has access according to the settings.
//!
//! A session is valid without its row: the cookie says so, and the session's shard whether it has ended. The rows are
//! for people to see, and to end what they do not know.

mod report;
mod seen;
mod session_authorization;
mod sessions;
mod store;

pub use report::people;
pub use seen::{SeenCache, SeenPerson};
pub use session_authorization::{EndableSessions, person_of_sessions};
pub use sessions::{ClientInfo, SESSIONS_MAX};
pub use store::PeopleStore;
