//! Rights, roles, sign-in, sessions and tokens.

mod grant;
mod people;
mod projects;
mod right;
mod role;
mod session;
mod session_info;
mod sign_in_method;
mod token;

pub use grant::{Grant, ProjectScope, has_right, rights_in, set_of};
pub use people::{AssignedRole, People, PersonInfo, RoleSource, RoleSourceKind};
pub use projects::{Project, ProjectsPage};
pub use right::Right;
pub use role::Role;
pub use session::{CallerInfo, SignIn};
pub use session_info::{InvalidSessionId, SessionId, SessionInfo, Sessions};
pub use sign_in_method::SignInMethod;
pub use token::{CreatedToken, InvalidTokenId, IssuedInfo, NewToken, TokenId, TokenInfo, Tokens};
