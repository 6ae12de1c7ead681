//! The tables of templates: the newest version of each, and those before it.

use docket_wire::{Template, TemplateEntry, TemplateId, TemplateVersion, variables};

use super::column::{Column, from_json, next, to_json};
use crate::storage::{Database, DatabaseError, Row};

/// The prompt templates, and the versions before the newest of each.
#[derive(Debug)]
pub(crate) struct TemplatesTable<'a, D>(pub(crate) &'a D);

const COLUMNS: &str = "id, version, name, text, author, at";

impl<D: Database> TemplatesTable<'_, D> {
    /// All templates by name, without their texts.
    pub(crate) fn entries(&self) -> Result<Vec<TemplateEntry>, DatabaseError> {
        let rows = self.0.run(
            "SELECT id, version, name, variables, author, at FROM templates ORDER BY name COLLATE NOCASE, id",
            &[],
        )?;
        rows.into_iter().map(read_entry).collect()
    }

    pub(crate) fn count(&self) -> Result<i64, DatabaseError> {
        self.0.run("SELECT COUNT(*) FROM templates", &[])?.first_mut().map_or(Ok(0), Row::integer)
    }

    /// The newest version of a template.
    pub(crate) fn load(&self, id: &TemplateId) -> Result<Option<Template>, DatabaseError> {
        self.one(&format!("SELECT {COLUMNS} FROM templates WHERE id = ?"), id.to_value()?)
    }

    /// The newest version of the template with a name.
    pub(crate) fn named(&self, name: &str) -> Result<Option<Template>, DatabaseError> {
        self.one(&format!("SELECT {COLUMNS} FROM templates WHERE name = ?"), name.into())
    }

    /// A version before the newest.
    pub(crate) fn earlier(&self, id: &TemplateId, version: u32) -> Result<Option<Template>, DatabaseError> {
        let sql = format!("SELECT {COLUMNS} FROM template_versions WHERE id = ? AND version = ?");
        self.0.run(&sql, &[id.to_value()?, version.to_value()?])?.pop().map(read_template).transpose()
    }

    /// The versions before the newest that are still stored, newest first, without their texts.
    pub(crate) fn earlier_versions(&self, id: &TemplateId) -> Result<Vec<TemplateVersion>, DatabaseError> {
        let sql =
            "SELECT version, name, author, at FROM template_versions WHERE id = ? ORDER BY version DESC";
        self.0.run(sql, &[id.to_value()?])?.into_iter().map(read_version).collect()
    }

    /// Stores the newest version of a template.
    pub(crate) fn put(&self, template: &Template) -> Result<(), DatabaseError> {
        let Template { id, version, name, text, author, at } = template;
        let sql = "INSERT INTO templates (id, version, name, text, variables, author, at) VALUES (?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT (id) DO UPDATE SET version = excluded.version, name = excluded.name, text = excluded.text,
             variables = excluded.variables, author = excluded.author, at = excluded.at";
        let variables = to_json(&variables(text))?;
        let values = [
            id.to_value()?,
            version.to_value()?,
            name.to_value()?,
            text.to_value()?,
            variables.into(),
            author.to_value()?,
            at.to_value()?,
        ];
        self.0.run(sql, &values).map(drop)
    }

    /// Stores a version that is no longer the newest, and deletes those up to another version.
    pub(crate) fn insert_version(&self, template: &Template, forget: u32) -> Result<(), DatabaseError> {
        let Template { id, version, name, text, author, at } = template;
        let sql = format!("INSERT INTO template_versions ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)");
        let values = [
            id.to_value()?,
            version.to_value()?,
            name.to_value()?,
            text.to_value()?,
            author.to_value()?,
            at.to_value()?,
        ];
        self.0.run(&sql, &values)?;
        let sql = "DELETE FROM template_versions WHERE id = ? AND version <= ?";
        self.0.run(sql, &[id.to_value()?, forget.to_value()?]).map(drop)
    }

    /// Deletes a template with all its versions.
    pub(crate) fn delete(&self, id: &TemplateId) -> Result<(), DatabaseError> {
        self.0.run("DELETE FROM templates WHERE id = ?", &[id.to_value()?])?;
        self.0.run("DELETE FROM template_versions WHERE id = ?", &[id.to_value()?]).map(drop)
    }

    fn one(&self, sql: &str, key: crate::storage::Value) -> Result<Option<Template>, DatabaseError> {
        self.0.run(sql, &[key])?.pop().map(read_template).transpose()
    }
}

fn read_template(mut row: Row) -> Result<Template, DatabaseError> {
    Ok(Template {
        id: next(&mut row)?,
        version: next(&mut row)?,
        name: next(&mut row)?,
        text: next(&mut row)?,
        author: next(&mut row)?,
        at: next(&mut row)?,
    })
}

fn read_entry(mut row: Row) -> Result<TemplateEntry, DatabaseError> {
    Ok(TemplateEntry {
        id: next(&mut row)?,
        version: next(&mut row)?,
        name: next(&mut row)?,
        variables: from_json(&row.text()?)?,
        author: next(&mut row)?,
        at: next(&mut row)?,
    })
}

fn read_version(mut row: Row) -> Result<TemplateVersion, DatabaseError> {
    Ok(TemplateVersion {
        version: next(&mut row)?,
        name: next(&mut row)?,
        author: next(&mut row)?,
        at: next(&mut row)?,
    })
}
