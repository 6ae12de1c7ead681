//! Creates, edits and deletes prompt templates.

use docket_wire::{AuditTarget, AuditTargetKind, NewTemplate, Template, TemplateEdit, TemplateId, UnixMs};

use super::{TEMPLATE_VERSIONS_MAX, TEMPLATES_MAX, TemplateConflict, Templates};
use crate::audit::AuditedChange;
use crate::storage::{Database, DatabaseError};

/// The outcome of a change. Templates have no events: each change appends its own record.
type TemplateResult<T> = Result<Result<T, TemplateConflict>, DatabaseError>;

impl<D: Database> Templates<'_, D> {
    /// Creates a template. The same name with the same text again is the template that there is, so that a request
    /// whose response was lost can be repeated.
    pub fn create(
        &self,
        id: TemplateId,
        new: NewTemplate,
        change: AuditedChange,
        now: UnixMs,
    ) -> TemplateResult<Template> {
        let table = self.table();
        self.db.atomically(|| {
            let NewTemplate { name, text } = new;
            match table.named(&name)? {
                Some(known) if known.text == text => return Ok(Ok(known)),
                Some(_) => return Ok(Err(TemplateConflict::NameTaken(name))),
                None => {}
            }
            if table.count()? >= i64::from(TEMPLATES_MAX) {
                return Ok(Err(TemplateConflict::TooMany));
            }
            let author = change.author().clone();
            let template = Template { id, version: 1, name, text, author, at: now };
            table.put(&template)?;
            self.audit.append_change(change, target(&template.id), now)?;
            Ok(Ok(template))
        })
    }

    /// Creates a new version of a template, unless the edit changes nothing.
    pub fn edit(
        &self,
        id: &TemplateId,
        edit: TemplateEdit,
        change: AuditedChange,
        now: UnixMs,
    ) -> TemplateResult<Template> {
        let table = self.table();
        self.db.atomically(|| {
            let Some(newest) = table.load(id)? else { return Ok(Err(TemplateConflict::Unknown)) };
            let TemplateEdit { name, text, version } = edit;
            if newest.name == name && newest.text == text {
                return Ok(Ok(newest));
            }
            if newest.version != version {
                return Ok(Err(TemplateConflict::Edited(newest)));
            }
            if table.named(&name)?.is_some_and(|named| named.id != *id) {
                return Ok(Err(TemplateConflict::NameTaken(name)));
            }
            let author = change.author().clone();
            let edited =
                Template { id: id.clone(), version: version.saturating_add(1), name, text, author, at: now };
            table.insert_version(&newest, edited.version.saturating_sub(TEMPLATE_VERSIONS_MAX))?;
            table.put(&edited)?;
            self.audit.append_change(change, target(id), now)?;
            Ok(Ok(edited))
        })
    }

    /// Deletes a template with all its versions: any template, or only if the version that the caller has `seen` is the
    /// newest.
    pub fn delete(
        &self,
        id: &TemplateId,
        seen: Option<u32>,
        change: AuditedChange,
        now: UnixMs,
    ) -> TemplateResult<()> {
        self.db.atomically(|| {
            let Some(newest) = self.table().load(id)? else {
                return Ok(Err(TemplateConflict::Unknown));
            };
            if seen.is_some_and(|seen| seen != newest.version) {
                return Ok(Err(TemplateConflict::Edited(newest)));
            }
            self.table().delete(id)?;
            self.audit.append_change(change, target(id), now)?;
            Ok(Ok(()))
        })
    }
}

fn target(id: &TemplateId) -> AuditTarget {
    AuditTarget::new(AuditTargetKind::Template, id)
}
