//! `GET /api/backup`: the objects of a deployment in one file, portion by portion.

use std::time::Duration;

use docket_core::audit::PackedRecord;
use docket_core::backup::checkpoint::Checkpoint;
use docket_core::backup::{end_line, first_object, header_line};
use docket_core::http::attachment;
use docket_core::http::target::query_value;
use docket_core::settings::objects_of;
use docket_wire::BackupObject;
use gloo_timers::future::sleep;
use wasm_bindgen::JsValue;
use worker::Env;

use super::name_of;
use crate::audit;
use crate::backup::{expired, next_lines};
use crate::http::context::RequestContext;
use crate::http::failure::Failure;
use crate::http::objects::ObjectName;
use crate::http::reply::Reply;
use crate::http::stream;
use crate::platform::{clock, log};
use crate::router::VERSION;

/// How long a client has to read what was sent before the response breaks off.
const BEFORE_BREAK: Duration = Duration::from_secs(1);

/// Sends a backup, or the rest of one that a client has up to a checkpoint.
pub(crate) async fn backup(
    RequestContext { request, env, settings }: RequestContext<'_>,
    record: PackedRecord,
) -> Result<Reply, Failure> {
    let resume = query_value(&request.url, "resume").filter(|text| !text.is_empty());
    let resumed = resume.as_deref().map(str::parse::<Checkpoint>).transpose();
    let resumed = resumed.map_err(|invalid| Failure::invalid("resume", format!("{invalid}.")))?;
    audit::messages::append(env, ObjectName::auth(), &record).await?;
    let now = clock::now();
    let objects = objects_of(settings);
    let first_object = first_object(&objects);
    let mut checkpoint = Checkpoint::start();
    checkpoint.object = first_object;
    let mut backup = Backup {
        env: env.clone(),
        objects,
        first_object,
        checkpoint,
        is_over: false,
        request_id: request.id.clone(),
        first: None,
    };
    backup.first = match resumed {
        // A snapshot that is gone is a problem, not a file that breaks off.
        Some(checkpoint) => {
            backup.checkpoint = checkpoint;
            backup.portion().await?
        }
        None => {
            let header = header_line(VERSION, now, &backup.objects);
            backup.checkpoint = backup.checkpoint.after(&header);
            Some(header + &backup.checkpoint.line())
        }
    };
    let name = format!("docket-{}.ndjson", now.to_string().get(..10).unwrap_or_default());
    Ok(Reply::stream(stream::from_source(Box::new(backup))?)
        .header("Content-Type", "application/x-ndjson; charset=utf-8")
        .header("Content-Disposition", attachment(&name)))
}

/// A file that is being streamed.
struct Backup {
    env: Env,
    objects: Vec<BackupObject>,
    /// The number of the first of them.
    first_object: usize,
    /// After everything that was sent.
    checkpoint: Checkpoint,
    /// Whether the last line was sent.
    is_over: bool,
    request_id: String,
    /// What was read before the response began.
    first: Option<String>,
}

impl Backup {
    /// The next lines, with a checkpoint; none after the last.
    async fn portion(&mut self) -> Result<Option<String>, Failure> {
        if self.is_over {
            return Ok(None);
        }
        let at = self.checkpoint.object.wrapping_sub(self.first_object);
        let Some(id) = self.objects.get(at) else {
            // The file would lack an object, or have one twice.
            if at != self.objects.len() {
                return Err(expired());
            }
            self.is_over = true;
            return Ok(Some(end_line(self.checkpoint.rows, &self.checkpoint.sha256)));
        };
        let (lines, after) = next_lines(&self.env, name_of(id), id, &self.checkpoint).await?;
        self.checkpoint = after;
        Ok(Some(lines))
    }
}

impl stream::ChunkSource for Backup {
    fn next(&mut self) -> stream::NextChunk<'_> {
        Box::pin(async move {
            if let Some(first) = self.first.take() {
                return Ok(Some(first));
            }
            match self.portion().await {
                Ok(lines) => Ok(lines),
                Err(failure) => {
                    let log = if failure.is_internal() { log::request_error } else { log::request_warning };
                    log(&self.request_id, &format!("a backup was interrupted: {failure}"));
                    // A break discards what is on its way, and the client would never resume at this object, which says why it fails.
                    // An end without a break would be a complete file for a browser.
                    sleep(BEFORE_BREAK).await;
                    Err(JsValue::from_str("some of the data could not be read"))
                }
            }
        })
    }
}
