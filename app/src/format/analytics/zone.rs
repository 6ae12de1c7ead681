//! Time zones with two names: some browsers list a zone under its old name and others under its new one, and links have either.

/// Zones that were renamed: the old name, which the browsers with the data of CLDR keep, and the new one.
const RENAMED: [(&str, &str); 20] = [
    ("Africa/Asmera", "Africa/Asmara"),
    ("America/Buenos_Aires", "America/Argentina/Buenos_Aires"),
    ("America/Catamarca", "America/Argentina/Catamarca"),
    ("America/Coral_Harbour", "America/Atikokan"),
    ("America/Cordoba", "America/Argentina/Cordoba"),
    ("America/Godthab", "America/Nuuk"),
    ("America/Indianapolis", "America/Indiana/Indianapolis"),
    ("America/Jujuy", "America/Argentina/Jujuy"),
    ("America/Louisville", "America/Kentucky/Louisville"),
    ("America/Mendoza", "America/Argentina/Mendoza"),
    ("Asia/Calcutta", "Asia/Kolkata"),
    ("Asia/Katmandu", "Asia/Kathmandu"),
    ("Asia/Rangoon", "Asia/Yangon"),
    ("Asia/Saigon", "Asia/Ho_Chi_Minh"),
    ("Atlantic/Faeroe", "Atlantic/Faroe"),
    ("Etc/UTC", "UTC"),
    ("Europe/Kiev", "Europe/Kyiv"),
    ("Pacific/Enderbury", "Pacific/Kanton"),
    ("Pacific/Ponape", "Pacific/Pohnpei"),
    ("Pacific/Truk", "Pacific/Chuuk"),
];

/// Whether two names are those of one zone.
pub(crate) fn is_same_zone(one: &str, other: &str) -> bool {
    current_name(one) == current_name(other)
}

/// Names of zones without those whose zone is in `listed`, or earlier among the names.
pub(crate) fn zones_beyond(names: Vec<String>, listed: &[&str]) -> Vec<String> {
    let mut known: Vec<&str> = listed.iter().map(|name| current_name(name)).collect();
    let mut others = Vec::new();
    for name in &names {
        let current = current_name(name);
        if !known.contains(&current) {
            known.push(current);
            others.push(name.clone());
        }
    }
    others
}

fn current_name(name: &str) -> &str {
    RENAMED.iter().find(|(old, _)| *old == name).map_or(name, |(_, new)| new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zone_is_listed_once_whatever_its_name() {
        let names = ["Asia/Katmandu", "Asia/Tokyo", "Asia/Kathmandu", "Europe/Kiev", "UTC"];
        let others = |listed: &[&str]| zones_beyond(names.map(str::to_owned).to_vec(), listed);
        assert_eq!(others(&["Etc/UTC", "Europe/Kyiv"]), ["Asia/Katmandu", "Asia/Tokyo"]);
        assert_eq!(others(&["Asia/Kathmandu", "UTC"]), ["Asia/Tokyo", "Europe/Kiev"]);
        assert!(is_same_zone("Asia/Kathmandu", "Asia/Katmandu") && !is_same_zone("Asia/Tokyo", "Asia/Seoul"));
    }

    #[test]
    fn no_new_name_is_old_as_well() {
        for (old, new) in RENAMED {
            assert_eq!((current_name(old), current_name(new)), (new, new));
        }
    }
}
