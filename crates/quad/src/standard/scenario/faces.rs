//! The printed sides of a counter.

use super::file::{FaceEntry, UnitEntry};
use super::reader::Reader;
use crate::standard::Variant;
use crate::standard::cards::{Armour, Face, Kind, SCOTS, Show};
use kernel::Side;

/// Allowances a counter may print; the rout table knows none above.
const LARGEST_ALLOWANCE: u8 = 12;

impl<R: Variant> Reader<'_, R> {
    /// The printed sides: those the kind has, the starting one first.
    pub(super) fn faces(&mut self, entry: &UnitEntry, side: Side, kind: Kind) -> Option<[Face; 2]> {
        let span = entry.faces.span();
        let allowed = kind.faces(side);
        let names: Vec<&str> = allowed.iter().map(|s| s.name()).collect();
        let mut faces: Vec<Face> = Vec::new();
        let mut sound = true;
        for face in entry.faces.get_ref() {
            let show = Show::from_name(face.show.get_ref()).filter(|s| allowed.contains(s));
            if show.is_none() {
                let message = format!("this unit has no face `{}`", face.show.get_ref());
                self.fault(
                    face.show.span(),
                    message,
                    format!("its faces are: {}", names.join(", ")),
                );
            }
            match self.face(face, kind, show) {
                Some(face) if !faces.iter().any(|f| f.show == face.show) => faces.push(face),
                Some(_) => {
                    self.fault(face.show.span(), "this face is given twice", "give each face once");
                    sound = false;
                }
                None => sound = false,
            }
        }
        if !sound {
            return None;
        }
        // ER-54: the melee side of Scottish longbows, should the option give them one, is rated like the other.
        if R::FACED_SINGLES && kind == Kind::Longbow && side == SCOTS && faces.len() == 1 {
            let ranged = faces[0];
            faces.extend(Face::new(
                kind,
                Show::Melee,
                ranged.armour,
                ranged.allowance / 2,
                ranged.morale,
            ));
        }
        if faces.len() != allowed.len() {
            let message = format!("this unit needs {} face(s) and has {}", allowed.len(), faces.len());
            self.fault(span, message, format!("its faces are: {}", names.join(", ")));
            return None;
        }
        // E-04, E-05: these start in a given order; the others as the file has it, subject to the owner's choice.
        let first = faces[0].show;
        let forced = matches!(kind, Kind::Schiltrom | Kind::Infantry) && first != allowed[0];
        if forced {
            let message = format!("this unit cannot start `{}`", first.name());
            self.fault(span, message, format!("list the face `{}` first", allowed[0].name()));
        }
        Some([faces[0], faces[faces.len() - 1]])
    }

    pub(super) fn face(&mut self, entry: &FaceEntry, kind: Kind, show: Option<Show>) -> Option<Face> {
        let armour = Armour::from_letter(entry.armour.get_ref());
        if armour.is_none() {
            let message = format!("`{}` is no armour", entry.armour.get_ref());
            self.fault(
                entry.armour.span(),
                message,
                "P (plate), M (mail), L (leather) or N (none)",
            );
        }
        let morale = match entry.morale.get_ref().as_bytes() {
            [letter @ b'A'..=b'E'] => Some(letter - b'A'),
            _ => {
                let message = format!("`{}` is no morale rating", entry.morale.get_ref());
                self.fault(entry.morale.span(), message, "A (best) to E");
                None
            }
        };
        let points = *entry.movement.get_ref();
        if !(1..=LARGEST_ALLOWANCE).contains(&points) {
            let message = format!("a movement allowance of {points}");
            self.fault(
                entry.movement.span(),
                message,
                format!("1 to {LARGEST_ALLOWANCE} points"),
            );
            return None;
        }
        let (show, armour, morale) = (show?, armour?, morale?);
        let face = Face::new(kind, show, armour, points, morale);
        if face.is_none() {
            let message = "the melee table has no class for this armour on this face";
            self.fault(
                entry.armour.span(),
                message,
                "mounted units wear P or M, foot M, L or N",
            );
        }
        face
    }
}
