//! The seventeen points on which players may differ (section 8 of the catalogue).

use crate::options;
use kernel::OptionCard;

options! {
    lance_total: LanceTotal { Four = "4", Six = "6" } "ER-06"
        "What a lance adds to a charge, all told";
    na_cells: NaCells { Illegal = "illegal", NoEffect = "no_effect" } "ER-07"
        "Attacks for which the melee table has no number: not allowed, or allowed and in vain";
    fatigue_from: FatigueFrom { Nine = "9", Eight = "8", Never = "none" } "ER-11"
        "The turn from which both armies tire";
    uphill: Uphill { PlusOne = "plus_one", FlatTwo = "flat_two" } "ER-13"
        "Going uphill costs one point more, or two points in all unless the ground costs more, on roads too";
    road_for_units: RoadForUnits { None = "none", OneMp = "one_mp" } "ER-14"
        "Whether a road helps combat units: not at all, or one point a hex along it";
    burn_cost: BurnCost { FullAllowance = "full_allowance", AllRemaining = "all_remaining" } "ER-17"
        "Crossing a burn takes the whole unspent allowance, or all that is left of it";
    formation_timing: FormationTiming { End = "end", Start = "start", Any = "any" } "ER-19"
        "When in its move a schiltrom may open or close";
    marsh_reverse: MarshReverse { Prohibited = "prohibited", FourMp = "four_mp" } "ER-20"
        "Whether a close-order schiltrom may reverse in marsh";
    charge_arc: ChargeArc { FrontOrFlank = "front_or_flank", Front = "front" } "ER-24"
        "Where the target of a charge may lie at the end of the run";
    charger_free: ChargerFree { No = "false", Yes = "true" } "ER-26"
        "Whether a charger may attack somebody other than its target";
    ranged_order: RangedOrder { PhasingFirst = "phasing_first", Alternate = "alternate" } "ER-31"
        "Who shoots when: all of the phasing side first, or shot by shot in turn";
    cavalry_block: CavalryBlock { PerLevel = "per_level", Once = "once" } "ER-41"
        "What blocked rout movement costs horse: one level for every two hexes missing, or one in all";
    routed_capture: RoutedCapture { Yes = "true", No = "false" } "ER-47"
        "Whether routed units capture leaders in their way";
    division_size: DivisionSize { SetUp = "set_up", Remaining = "remaining" } "ER-50"
        "Which size of a division counts for organising";
    fatigue_mode_change: FatigueModeChange { Halved = "halved", Full = "full" } "ER-52"
        "Whether mode changes are paid from the halved allowance when tired";
    dismounted_vp: DismountedVp { Four = "4", Ten = "10" } "ER-53"
        "What a dismounted Scottish cavalry unit is worth";
    scots_bow_modes: ScotsBowModes { RangedOnly = "ranged_only", TwoModes = "two_modes" } "ER-54"
        "Whether Scottish longbows can take up swords";
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn every_listed_value_is_read() {
        assert_eq!(CARDS.len(), 17);
        for card in CARDS {
            for value in card.values {
                let changed = BTreeMap::from([(card.key.to_string(), value.to_string())]);
                let read = Options::read(&changed).unwrap();
                assert_eq!(
                    read == Options::default(),
                    *value == card.values[0],
                    "{} {value}",
                    card.key
                );
            }
        }
    }

    #[test]
    fn unknown_options_say_what_would_be_right() {
        let changed = BTreeMap::from([("uphill".into(), "three".into()), ("lance".into(), "4".into())]);
        let faults = Options::read(&changed).unwrap_err();
        assert_eq!(faults.len(), 2);
        assert!(faults[1].help.as_ref().unwrap().contains("plus_one, flat_two"));
    }
}
