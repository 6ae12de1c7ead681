//! The objects of a deployment, as its settings have them.

use docket_wire::{BackupObject, ObjectKind, ProjectId};

use super::Settings;

/// There is one object for auth, of this name.
pub const AUTH_OBJECT: &str = "auth";

/// The objects of a deployment, in the order of a backup. Projects with the same admin key share one `AnalyticsObject`.
#[must_use]
pub fn objects_of(settings: &Settings) -> Vec<BackupObject> {
    let auth = BackupObject { kind: ObjectKind::Auth, id: AUTH_OBJECT.to_owned() };
    let mut objects = vec![auth];
    for project in &settings.projects {
        let analytics = BackupObject { kind: ObjectKind::Analytics, id: project.key_secret.clone() };
        if !objects.contains(&analytics) {
            objects.push(analytics);
        }
    }
    for project in &settings.projects {
        objects.push(BackupObject { kind: ObjectKind::Jobs, id: project.id.to_string() });
    }
    objects
}

/// Why an object cannot have something of a project.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotMove {
    #[error("The deployment has no project {0}: add it to DOCKET_PROJECTS first.")]
    UnknownProject(ProjectId),
    /// Elsewhere nobody would read the visitors, and a backfill there would spend another organization's requests.
    #[error("The visitors of {project} are in analytics/{key_secret}, with its admin key.")]
    OtherKey { project: ProjectId, key_secret: String },
}

/// Checks that an object can have something of a project that was another one before.
///
/// # Errors
/// If the settings do not have the project, or have its visitors in another object.
pub fn check_move(settings: &Settings, id: &BackupObject, to: &ProjectId) -> Result<(), CannotMove> {
    let Some(project) = settings.project(to) else { return Err(CannotMove::UnknownProject(to.clone())) };
    if id.kind == ObjectKind::Analytics && project.key_secret != id.id {
        let key_secret = project.key_secret.clone();
        return Err(CannotMove::OtherKey { project: to.clone(), key_secret });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::names;

    /// Two projects with the same key, and one with another.
    fn settings() -> Settings {
        let text = |name: &str| match name {
            names::PROJECTS => {
                Some(r#"[{"id":"docs"},{"id":"blog","keySecret":"BLOG_KEY"},{"id":"api"}]"#.to_owned())
            }
            names::ADMIN_KEY | "BLOG_KEY" => Some("mint_one".to_owned()),
            names::SESSION_SECRET => Some("0123456789abcdef0123456789abcdef".to_owned()),
            "DOCKET_ACCESS_TEAM" => Some("acme".to_owned()),
            "DOCKET_ACCESS_AUDIENCE" => Some("a".repeat(64)),
            _ => None,
        };
        Settings::read(text).unwrap()
    }

    #[test]
    fn each_object_is_there_once() {
        let objects: Vec<_> = objects_of(&settings()).iter().map(ToString::to_string).collect();
        let analytics = [format!("analytics/{}", names::ADMIN_KEY), "analytics/BLOG_KEY".to_owned()];
        let jobs = ["jobs/docs", "jobs/blog", "jobs/api"].map(str::to_owned);
        assert_eq!(objects, [vec!["auth/auth".to_owned()], analytics.into(), jobs.into()].concat());
    }

    #[test]
    fn only_visitors_have_to_stay_with_the_key_of_their_project() {
        let own = format!("analytics/{}", names::ADMIN_KEY);
        let no_project = "The deployment has no project shop: add it to DOCKET_PROJECTS first.";
        let other_key = "The visitors of blog are in analytics/BLOG_KEY, with its admin key.";
        for (object, to, error) in [
            ("auth/auth", "blog", None),
            ("jobs/blog", "blog", None),
            (own.as_str(), "api", None),
            ("analytics/BLOG_KEY", "blog", None),
            (own.as_str(), "blog", Some(other_key)),
            ("auth/auth", "shop", Some(no_project)),
            (own.as_str(), "shop", Some(no_project)),
        ] {
            let outcome = check_move(&settings(), &object.parse().unwrap(), &to.parse().unwrap());
            assert_eq!(outcome.err().map(|error| error.to_string()).as_deref(), error, "{object} {to}");
        }
    }
}
