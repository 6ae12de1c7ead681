//! People who come through Cloudflare Access.

mod assertions;
mod keys;
mod people;
mod sockets;

use tokio::sync::OnceCell;

use crate::harness::{Options, World};

/// Everybody of Access is a viewer, and some have more roles.
const ROLES: &str = r#"[
    {"role": "admin", "everyone": "passphrase"},
    {"role": "viewer", "domains": ["acme.example"], "projects": ["acme-docs"]},
    {"role": "operator", "emails": ["Grace@Acme.example"], "projects": ["acme-docs"]},
    {"role": "admin", "groups": ["docs-admins"]}
]"#;

async fn world() -> World {
    World::start_behind_access(Options { vars: vec![("DOCKET_ROLES", Some(ROLES.to_owned()))] }).await
}

/// A world for tests that change neither keys nor faults.
async fn shared() -> &'static World {
    static SHARED: OnceCell<World> = OnceCell::const_new();
    SHARED.get_or_init(world).await
}
