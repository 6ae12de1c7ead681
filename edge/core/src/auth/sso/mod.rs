//! Single sign-on with Cloudflare Access: a signed assertion says who came through it.
//!
//! An assertion is a JSON Web Token. The runtime verifies its signature; everything else about it is decided here.

mod application;
mod assertion;
mod claims;
mod email;
mod key_cache;
mod key_set;

pub use application::{AccessApplication, AudienceTag, audience, team};
pub use assertion::{AccessPerson, Assertion, InvalidAssertion};
pub use email::Email;
pub use key_cache::{KeyCache, KeyDecision};
pub use key_set::{InvalidKeySet, KeyId, SigningKey, signing_keys};

/// The request header with the assertion. The cookie of the same content proves nothing: other pages can set cookies.
pub const ASSERTION_HEADER: &str = "Cf-Access-Jwt-Assertion";
