//! WebSockets end with the assertion that opened them.

use reqwest::Method;
use serde_json::json;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::shared;
use crate::auth::sign_out::{Socket, close_code, is_open};
use crate::harness::{PROJECT, World, answer, run};

async fn connect(world: &World, claims: &serde_json::Value) -> Socket {
    let url = format!("{}/api/projects/{PROJECT}/live", world.worker.url.replace("http://", "ws://"));
    let mut request = url.into_client_request().unwrap();
    let built = world.by_access(Method::GET, "/", claims).build().unwrap();
    for name in ["Cf-Access-Jwt-Assertion", "Origin"] {
        request.headers_mut().insert(name, built.headers()[name].clone());
    }
    connect_async(request).await.unwrap().0
}

#[test]
fn signing_out_closes_the_sockets_of_the_person() {
    run(async {
        let world = shared().await;
        let (ada, grace) =
            (json!({ "email": "ada.l@acme.example" }), json!({ "email": "grace@acme.example" }));
        let (ends, mut stays) = (connect(world, &ada).await, connect(world, &grace).await);
        let out = answer(world.by_access(Method::DELETE, "/api/session", &ada)).await;
        assert_eq!(out.status, 204, "{out:?}");
        assert_eq!(close_code(ends).await, Some(4001));
        assert!(is_open(&mut stays).await);
    });
}

#[test]
fn a_socket_ends_when_its_assertion_expires() {
    run(async {
        let world = shared().await;
        let expires_at = world.sim.now().0 / 1000 + 12;
        let ends = connect(world, &json!({ "exp": expires_at })).await;
        let mut stays = connect(world, &json!({ "email": "grace@acme.example" })).await;
        assert_eq!(close_code(ends).await, Some(4001));
        assert!(is_open(&mut stays).await);
    });
}
