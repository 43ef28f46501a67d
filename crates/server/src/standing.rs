//! Standing orders: what a player has settled beforehand about interrupting the other side. They are carried out here, so that
//! the other player need not wait for an open page. Everything is read off the offers.

use crate::denied::Denied;
use axum::http::StatusCode;
use board::scene::{Offer, Role};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum StandingOrder {
    /// The player is asked.
    Ask,
    /// Passed until the last window of the phase; then the player is asked.
    Hold,
    /// Always passed.
    Never,
    /// Done as soon as it can be done, if it can be done in one way only.
    Take,
}

/// By piece and kind of reaction as `PIECE/KIND`, by `PIECE`, or by kind as `kind:KIND`. The first and the last may have a condition:
/// `>ENEMY`, against this enemy only, or `>~SYMBOL`, against enemies of this kind only. The narrowest that is set holds.
pub type Orders = BTreeMap<String, StandingOrder>;

const MOST_ORDERS: usize = 400;
const LONGEST_KEY: usize = 100;

pub fn check(orders: &Orders) -> Result<(), Denied> {
    if orders.len() > MOST_ORDERS || orders.keys().any(|key| key.len() > LONGEST_KEY) {
        let why =
            format!("There are at most {MOST_ORDERS} standing orders, each for a name of {LONGEST_KEY} bytes at most.");
        return Err(Denied::new(StatusCode::UNPROCESSABLE_ENTITY, "TooManyOrders", why));
    }
    Ok(())
}

/// Whether any order asks what kind of piece an enemy is.
pub fn asks_for_kinds(orders: &Orders) -> bool {
    orders.keys().any(|key| key.contains(">~"))
}

fn order_of(orders: &Orders, reaction: &Offer, kind_of: &dyn Fn(&str) -> Option<String>) -> StandingOrder {
    let Some(piece) = &reaction.piece else {
        return StandingOrder::Ask;
    };
    let (own, all) = (format!("{piece}/{}", reaction.kind), format!("kind:{}", reaction.kind));
    let mut keys = Vec::with_capacity(7);
    if let Some(enemy) = &reaction.target {
        let kind = kind_of(enemy);
        for who in [&own, &all] {
            keys.push(format!("{who}>{enemy}"));
            keys.extend(kind.as_ref().map(|kind| format!("{who}>~{kind}")));
        }
    }
    keys.extend([own, piece.to_string(), all]);
    let found = keys.iter().find_map(|key| orders.get(key));
    found.copied().unwrap_or(StandingOrder::Ask)
}

fn is_pass(offer: &Offer) -> bool {
    matches!(offer.role, Role::Pass | Role::PassUnit | Role::PassPhase)
}

/// The choice that the orders give, in the window of a player whose turn it is not: something to do, and a pass beside it.
/// `kind_of` says what kind of piece an enemy is.
pub fn answer<'a>(orders: &Orders, offers: &'a [Offer], kind_of: &dyn Fn(&str) -> Option<String>) -> Option<&'a str> {
    let is_general_pass = |offer: &&Offer| is_pass(offer) && offer.piece.is_none();
    // Letting the moment go is less than letting a move go, and that less than the rest of the phase.
    let pass = offers
        .iter()
        .filter(is_general_pass)
        .min_by_key(|offer| offer.role as u8)?;
    let reactions: Vec<&Offer> = offers.iter().filter(|offer| !is_pass(offer)).collect();
    if reactions.is_empty() {
        return None;
    }
    let ordered: Vec<StandingOrder> = reactions
        .iter()
        .map(|reaction| order_of(orders, reaction, kind_of))
        .collect();
    if ordered.contains(&StandingOrder::Take) {
        let mut taken = reactions
            .iter()
            .zip(&ordered)
            .filter(|(_, order)| **order == StandingOrder::Take);
        let (first, _) = taken.next()?;
        return taken.next().is_none().then_some(first.choice.as_str());
    }
    // While the rest of the phase can be let go, another window of it may come.
    let last = !offers.iter().any(|offer| offer.role == Role::PassPhase);
    let asks = |order: &StandingOrder| *order == StandingOrder::Ask || (*order == StandingOrder::Hold && last);
    (!ordered.iter().any(asks)).then_some(pass.choice.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer<'a>(orders: &Orders, offers: &'a [Offer]) -> Option<&'a str> {
        super::answer(orders, offers, &|enemy| (enemy == "hereford").then(|| "cavalry".into()))
    }

    fn offer(choice: &str, kind: &'static str, role: Role, piece: Option<&str>) -> Offer {
        Offer {
            choice: choice.into(),
            kind,
            role,
            label: String::new(),
            piece: piece.map(Into::into),
            target: None,
            to: None,
            company: Vec::new(),
            struck: Vec::new(),
            cost: None,
            rolls: false,
        }
    }

    fn window() -> Vec<Offer> {
        vec![
            offer("pass phase", "pass", Role::PassPhase, None),
            offer("pass", "pass", Role::Pass, None),
            offer("countercharge moray", "countercharge", Role::Act, Some("moray")),
            offer("shoot bows", "shoot", Role::Act, Some("bows")),
        ]
    }

    fn orders(list: &[(&str, StandingOrder)]) -> Orders {
        list.iter().map(|(key, order)| ((*key).into(), *order)).collect()
    }

    #[test]
    fn passes_when_nobody_is_to_be_asked_about() {
        use StandingOrder::{Ask, Hold, Never};
        let never = orders(&[("moray", Never), ("kind:shoot", Hold)]);
        assert_eq!(answer(&never, &window()), Some("pass"));
        assert_eq!(answer(&orders(&[("moray", Never)]), &window()), None);
        // A piece is an exception to its kind.
        let but = orders(&[("moray", Never), ("kind:shoot", Never), ("bows", Ask)]);
        assert_eq!(answer(&but, &window()), None);
        // In the last window of a phase those who hold are asked.
        assert_eq!(answer(&never, &window()[1..]), None);
        let all = orders(&[("moray", Never), ("kind:shoot", Never)]);
        assert_eq!(answer(&all, &window()[1..]), Some("pass"));
    }

    #[test]
    fn a_reaction_settled_beforehand_is_taken_if_there_is_one_way_only() {
        use StandingOrder::{Never, Take};
        let take = orders(&[("moray/countercharge", Take)]);
        assert_eq!(answer(&take, &window()), Some("countercharge moray"));
        let mut two = window();
        two.push(offer(
            "countercharge moray far",
            "countercharge",
            Role::Act,
            Some("moray"),
        ));
        assert_eq!(answer(&take, &two), None);
        assert_eq!(
            answer(&orders(&[("kind:countercharge", Take), ("moray", Never)]), &window()),
            None
        );
    }

    #[test]
    fn an_order_may_hold_against_one_enemy_or_one_kind_of_enemies_only() {
        use StandingOrder::{Ask, Never, Take};
        let against = |enemy: &str| {
            let mut window = window();
            for reaction in &mut window[2..] {
                reaction.target = Some(enemy.into());
            }
            window
        };
        let (hereford, bows) = (against("hereford"), against("wales"));
        let take = orders(&[("moray/countercharge>hereford", Take), ("kind:shoot", Never)]);
        assert_eq!(answer(&take, &hereford), Some("countercharge moray"));
        assert_eq!(answer(&take, &bows), None);
        let kind = orders(&[
            ("kind:countercharge>~cavalry", Take),
            ("moray", Never),
            ("kind:shoot", Never),
        ]);
        assert_eq!(answer(&kind, &hereford), Some("countercharge moray"));
        assert_eq!(answer(&kind, &bows), Some("pass"));
        // The narrower holds.
        let but = orders(&[
            ("kind:countercharge>~cavalry", Take),
            ("moray/countercharge>hereford", Ask),
            ("kind:shoot", Never),
        ]);
        assert_eq!(answer(&but, &hereford), None);
        assert!(asks_for_kinds(&but) && !asks_for_kinds(&take));
    }

    #[test]
    fn without_a_pass_or_a_reaction_the_player_is_asked() {
        let all = orders(&[
            ("kind:shoot", StandingOrder::Never),
            ("kind:countercharge", StandingOrder::Take),
        ]);
        assert_eq!(answer(&all, &window()[2..]), None);
        assert_eq!(answer(&all, &window()[..2]), None);
    }
}
