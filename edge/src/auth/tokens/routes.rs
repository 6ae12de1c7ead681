//! The token routes.

use docket_core::audit::AuditedChange;
use docket_core::auth::credential::token_tag;
use docket_core::auth::token::{self, Token, TokenHash};
use docket_core::auth::tokens::{
    CannotCreate, CannotRevoke, InvalidNewToken, check_new, check_revocable_beside_settings,
};
use docket_core::http::checks::parse_body;
use docket_core::http::limits::TOKEN_BODY_BYTES_MAX;
use docket_core::settings::Settings;
use docket_wire::{
    AuditTarget, AuditTargetKind, CreatedToken, DAY_MS, IssuedInfo, NewToken, ProblemCode, TokenId,
    TokenInfo, Tokens,
};
use worker::Env;

use super::client;
use crate::http::context::RequestContext;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::jobs::close_sockets;
use crate::platform::{clock, random};

/// `GET /api/tokens`.
pub(crate) async fn list(env: &Env, settings: &Settings) -> Result<Reply, Failure> {
    let mut tokens = client::list(env).await?;
    tokens.extend(settings.tokens.iter().map(|token| info(token, None)));
    Ok(Reply::json(200, &Tokens { tokens, has_more: false }))
}

/// `POST /api/tokens`: creates a token, and shows it.
pub(crate) async fn create(
    RequestContext { request, env, settings }: RequestContext<'_>,
    change: AuditedChange,
) -> Result<Reply, Failure> {
    let shape = "{\"id\": text, \"rights\": [right], \"projects\": \"all\" or [id], \"expiresInDays\"?: days or null}";
    let new: NewToken = parse_body(&request.json(TOKEN_BODY_BYTES_MAX).await?, shape, "id")?;
    check_new(&new, settings.callers(), |id| settings.project(id).is_some()).map_err(|invalid| {
        let code = match invalid {
            InvalidNewToken::TakenId => ProblemCode::TokenIdTaken,
            _ => ProblemCode::InvalidRequest,
        };
        Failure::new(code, invalid.to_string()).field(invalid.field())
    })?;
    let now = clock::now();
    let text = token::make(&new.id, &random::bytes()?);
    let expires_at = new.expires_in_days.map(|days| now.plus_ms(i64::from(days) * DAY_MS));
    let token = Token { id: new.id, hash: TokenHash::of(&text), grant: new.grant, expires_at };
    let (mut info, created_by) = (info(&token, None), change.author().clone());
    let about = AuditTarget::new(AuditTargetKind::Token, &token.id);
    let record = change.into_record().about(about);
    let created_at = client::create(env, token, created_by.clone(), &record).await?.map_err(|reason| {
        let sentence = format!("The token was not created: {reason}.");
        match reason {
            CannotCreate::TakenId => Failure::new(ProblemCode::TokenIdTaken, sentence).field("id"),
            CannotCreate::TooMany => Failure::new(ProblemCode::TooManyTokens, sentence),
        }
    })?;
    info.issued =
        Some(IssuedInfo { created_by, created_at, last_used_at: None, revoked_by: None, revoked_at: None });
    Ok(Reply::json(201, &CreatedToken { token: text, info }))
}

/// `DELETE /api/tokens/{id}`: revokes a token, and closes its WebSockets.
pub(crate) async fn revoke(
    env: &Env,
    settings: &Settings,
    id: TokenId,
    change: AuditedChange,
) -> Result<Reply, Failure> {
    if settings.callers().token(&id).is_some() {
        check_revocable_beside_settings(&client::list(env).await?, &id)?;
    }
    if !client::revoke(env, id.clone(), change.author().clone(), &change.into_record()).await? {
        return Err(CannotRevoke::Unknown.into());
    }
    close_sockets(env, settings, &[token_tag(&id)]).await?;
    Ok(Reply::empty(204))
}

impl From<CannotRevoke> for Failure {
    fn from(reason: CannotRevoke) -> Self {
        let code = match reason {
            CannotRevoke::Unknown => ProblemCode::UnknownToken,
            CannotRevoke::InSettings => ProblemCode::TokenInSettings,
        };
        Self::new(code, reason.to_string())
    }
}

fn info(token: &Token, issued: Option<IssuedInfo>) -> TokenInfo {
    let Token { id, grant, expires_at, .. } = token.clone();
    TokenInfo { id, grant, expires_at, issued }
}
