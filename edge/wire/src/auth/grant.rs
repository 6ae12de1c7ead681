use std::collections::BTreeSet;
use std::fmt;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{self, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::Right;
use crate::ProjectId;

/// What a caller may do, and in which projects. Everything else is forbidden.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Grant {
    /// The rights, each once.
    pub rights: BTreeSet<Right>,
    /// The projects in which the caller has the rights.
    pub projects: ProjectScope,
}

impl Grant {
    /// Rights in the projects of a scope.
    pub fn new(rights: impl IntoIterator<Item = Right>, projects: ProjectScope) -> Self {
        Self { rights: set_of(rights), projects }
    }
}

/// A set of items. Collecting a set would sort them first, which costs 0.9 kB (gzip) of the Worker for each type of
/// item.
pub fn set_of<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(items);
    set
}

/// Projects: `"all"`, or an array of ids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ProjectScope {
    /// Every project, and what belongs to no project.
    All,
    /// These projects.
    #[serde(untagged)]
    Only(BTreeSet<ProjectId>),
}

/// serde would buffer what it may read in two ways, which costs the Worker code.
impl<'de> Deserialize<'de> for ProjectScope {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(AllOrIds)
    }
}

struct AllOrIds;

impl<'de> Visitor<'de> for AllOrIds {
    type Value = ProjectScope;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"all\" or ids of projects")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<ProjectScope, E> {
        match text {
            "all" => Ok(ProjectScope::All),
            _ => Err(E::invalid_value(Unexpected::Other("another text"), &self)),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, ids: A) -> Result<ProjectScope, A::Error> {
        BTreeSet::deserialize(SeqAccessDeserializer::new(ids)).map(ProjectScope::Only)
    }
}

impl ProjectScope {
    /// The projects that it names.
    pub fn ids(&self) -> impl Iterator<Item = &ProjectId> {
        let only = match self {
            Self::All => None,
            Self::Only(projects) => Some(projects),
        };
        only.into_iter().flatten()
    }

    /// Whether it has a project; without one, whether it has what belongs to no project.
    #[must_use]
    pub fn has(&self, project: Option<&ProjectId>) -> bool {
        match self {
            Self::All => true,
            Self::Only(projects) => project.is_some_and(|project| projects.contains(project)),
        }
    }
}

/// Whether grants allow something in a project, or, without one, in what belongs to no project.
#[must_use]
pub fn has_right(grants: &[Grant], right: Right, project: Option<&ProjectId>) -> bool {
    grants.iter().any(|grant| grant.rights.contains(&right) && grant.projects.has(project))
}

/// All that grants allow in a project.
#[must_use]
pub fn rights_in(grants: &[Grant], project: &ProjectId) -> BTreeSet<Right> {
    let grants = grants.iter().filter(|grant| grant.projects.has(Some(project)));
    set_of(grants.flat_map(|grant| grant.rights.iter().copied()))
}
