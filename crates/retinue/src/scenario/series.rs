//! A series of fights with the same men: the dead are missing from the next (TR-60, RT-15).

use super::file::{FileUntil, ScenarioFile};
use crate::battle::Battle;
use crate::position::{Position, Recovery};
use crate::troops::Kind;
use kernel::{Diagnostic, Next, Side};
use std::collections::BTreeSet;

/// A scenario without those who have died. The highest in rank who is left leads in place of a leader, and of a lord.
pub fn without(file: &ScenarioFile, absent: &BTreeSet<String>) -> Result<ScenarioFile, Vec<Diagnostic>> {
    let mut file = file.clone();
    let unknown = |id: &&String| !file.figure.iter().any(|figure| figure.id.get_ref() == *id);
    if let Some(id) = absent.iter().find(unknown) {
        let fault = Diagnostic::new(format!("nobody has the id `{id}`"));
        return Err(vec![fault.help("absent = ids of figures with commas between")]);
    }
    let gone = |id: &str| absent.contains(id);
    let lost = |figure: &&super::file::FileFigure| figure.player && gone(figure.id.get_ref());
    let leaderless: Vec<String> = file
        .figure
        .iter()
        .filter(lost)
        .map(|f| f.side.get_ref().clone())
        .collect();
    file.figure.retain(|figure| !gone(figure.id.get_ref()));
    file.bonus.retain(|bonus| !gone(bonus.when.disabled.get_ref()));
    let rank = |figure: &super::file::FileFigure| {
        let kind = Kind::read(figure.kind.get_ref());
        std::cmp::Reverse(kind.map_or(0, Kind::value))
    };
    for figure in &mut file.figure {
        if figure.team.as_deref().is_some_and(gone) {
            figure.team = None;
        }
    }
    for side in leaderless {
        let own = file.figure.iter_mut().filter(|figure| *figure.side.get_ref() == side);
        if let Some(heir) = own.min_by_key(|figure| (rank(figure), figure.id.get_ref().clone())) {
            heir.player = true;
        }
    }
    let figures = &file.figure;
    file.unit.retain_mut(|unit| {
        let members = figures.iter().filter(|figure| {
            figure.unit.get_ref() == unit.id.get_ref() && figure.side.get_ref() == unit.side.get_ref()
        });
        let heir = members.min_by_key(|figure| (rank(figure), figure.id.get_ref().clone()));
        if gone(unit.leader.get_ref())
            && let Some(heir) = heir
        {
            unit.leader = heir.id.clone();
        }
        if let Some(order) = &unit.order
            && let FileUntil::Disabled(id) = &order.until
            && gone(id)
        {
            unit.order = None;
        }
        heir.is_some()
    });
    if Side::BOTH.iter().any(|side| {
        let id = file.side.get(side.index()).map(|side| side.id.get_ref());
        !file.figure.iter().any(|figure| Some(figure.side.get_ref()) == id)
    }) {
        return Err(vec![
            Diagnostic::new("a side has nobody left").help("the series is over"),
        ]);
    }
    Ok(file)
}

impl Battle {
    /// The next fight of the same men, while both sides have some.
    pub fn next_fight(&self, p: &Position) -> Option<Next> {
        let dies = |who: &u8| p.figure(*who).recovery == Recovery::Dies;
        let left = |side: Side| p.ids().any(|who| self.side_of(who) == side && !dies(&who));
        if !Side::BOTH.into_iter().all(left) {
            return None;
        }
        let mut options = self.options.clone();
        let dead = p.ids().filter(dies).map(|who| self.card(who).id.to_string());
        options.absent.extend(dead);
        Some(Next {
            scenario: self.id.clone(),
            options: options.written(),
        })
    }
}
