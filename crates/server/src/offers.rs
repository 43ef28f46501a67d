//! Offers in JSON, as serde writes them and several times faster. They are most of what a player is sent, after every choice,
//! and nearly all of it is words that are known beforehand.

use board::place::{HexPlace, Place, Pose};
use board::scene::{Offer, Role};

/// A list of offers.
pub fn write(offers: &[Offer], out: &mut Vec<u8>) {
    out.push(b'[');
    for (at, offer) in offers.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        write_offer(offer, out);
    }
    out.push(b']');
}

fn write_offer(offer: &Offer, out: &mut Vec<u8>) {
    let Offer {
        choice,
        kind,
        role,
        label,
        piece,
        target,
        to,
        company,
        struck,
        cost,
        rolls,
    } = offer;
    put(out, "{\"choice\":\"", choice);
    put(out, "\",\"kind\":\"", kind);
    put(out, "\",\"role\":\"", name(*role));
    put(out, "\",\"label\":\"", label);
    out.push(b'"');
    for (key, word) in [(",\"piece\":\"", piece), (",\"target\":\"", target)] {
        if let Some(word) = word {
            put(out, key, word);
            out.push(b'"');
        }
    }
    if let Some(to) = to {
        out.extend(b",\"to\":");
        write_place(to, out);
    }
    if !company.is_empty() {
        list(out, ",\"company\":[", company, |word, out| {
            put(out, "\"", word);
            out.push(b'"');
        });
    }
    if !struck.is_empty() {
        list(out, ",\"struck\":[", struck, write_place);
    }
    if let Some(cost) = cost {
        put(out, ",\"cost\":\"", cost);
        out.push(b'"');
    }
    out.extend_from_slice(if *rolls {
        b",\"rolls\":true}"
    } else {
        b",\"rolls\":false}"
    });
}

fn write_place(place: &Place, out: &mut Vec<u8>) {
    match place {
        Place::Hexes(HexPlace { hexes, facing }) => {
            list(out, "{\"hexes\":[", hexes, |hex, out| {
                put(out, "\"", hex);
                out.push(b'"');
            });
            if let Some(facing) = facing {
                put(out, ",\"facing\":\"", facing);
                out.push(b'"');
            }
            out.push(b'}');
        }
        Place::Table(Pose { x, y, angle }) => {
            out.extend(format!("{{\"x\":{x},\"y\":{y},\"angle\":{angle}}}").as_bytes());
        }
    }
}

/// A list after whatever opens it.
fn list<T>(out: &mut Vec<u8>, before: &str, items: &[T], write: impl Fn(&T, &mut Vec<u8>)) {
    out.extend_from_slice(before.as_bytes());
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        write(item, out);
    }
    out.push(b']');
}

/// A text inside quotation marks, after whatever comes before it.
fn put(out: &mut Vec<u8>, before: &str, text: &str) {
    out.extend_from_slice(before.as_bytes());
    if text.bytes().all(|b| b >= b' ' && b != b'"' && b != b'\\') {
        out.extend_from_slice(text.as_bytes());
    } else {
        let escaped = serde_json::Value::from(text).to_string();
        out.extend_from_slice(&escaped.as_bytes()[1..escaped.len() - 1]);
    }
}

fn name(role: Role) -> &'static str {
    match role {
        Role::Open => "open",
        Role::Owed => "owed",
        Role::Act => "act",
        Role::Reshape => "reshape",
        Role::Finish => "finish",
        Role::Pass => "pass",
        Role::PassUnit => "pass_unit",
        Role::PassPhase => "pass_phase",
        Role::Against => "against",
        Role::Spare => "spare",
        Role::Join => "join",
        Role::Drop => "drop",
        Role::Go => "go",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(role: Role) -> Offer {
        Offer {
            choice: "end".into(),
            kind: "end",
            role,
            label: "End this phase".into(),
            piece: None,
            target: None,
            to: None,
            company: Vec::new(),
            struck: Vec::new(),
            cost: None,
            rolls: false,
        }
    }

    #[test]
    fn offers_are_written_as_serde_writes_them() {
        let hex = |facing| Place::hex("0823".into(), facing);
        let table = Place::Table(Pose {
            x: -1,
            y: 24_000,
            angle: 3599,
        });
        let wide = Place::Hexes(HexPlace {
            hexes: vec!["0101".into(), "0102".into()],
            facing: None,
        });
        let mut offers: Vec<Offer> = [
            Role::Open,
            Role::Owed,
            Role::Act,
            Role::Reshape,
            Role::Finish,
            Role::Pass,
            Role::PassUnit,
            Role::PassPhase,
            Role::Against,
            Role::Spare,
            Role::Join,
            Role::Drop,
            Role::Go,
        ]
        .map(offer)
        .into();
        offers.push(Offer {
            choice: "say \"aye\"\n".into(),
            label: "Sir \\ Éamonn\u{1}".into(),
            piece: Some("one".into()),
            target: Some("two".into()),
            to: Some(hex(Some("NE"))),
            company: vec!["a".into(), "b".into()],
            struck: vec![hex(None), table.clone(), wide],
            cost: Some("1½".into()),
            rolls: true,
            ..offer(Role::Act)
        });
        offers.push(Offer {
            to: Some(Place::facing("SSW")),
            ..offer(Role::Act)
        });
        offers.push(Offer {
            to: Some(table),
            ..offer(Role::Act)
        });
        for some in [&offers[..0], &offers[..1], &offers] {
            let mut out = Vec::new();
            write(some, &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), serde_json::to_string(some).unwrap());
        }
    }
}
