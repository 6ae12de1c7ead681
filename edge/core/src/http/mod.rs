//! What Docket accepts over HTTP, and what its responses say.
//!
//! The route table decides which requests there are, who may send them and what they may contain; the checks of parameters and bodies
//! refuse all others with a sentence that names the mistake. Targets and transports say what a URL asks for and whether it arrived
//! encrypted. The rest decides about single headers: whether a client accepts a media type or has a response already, which keys and
//! labels a prompt has, how a browser has to treat a page, and what a downloaded file is called.

mod accept;
mod attachment;
pub mod checks;
pub mod etag;
pub mod headers;
pub mod idempotency_key;
pub mod interruption;
pub mod json;
pub mod label_list;
pub mod limits;
pub mod parameters;
pub mod route;
pub mod target;
pub mod transport;

pub use accept::accepts;
pub use attachment::attachment;
