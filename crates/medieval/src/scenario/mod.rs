//! Scenario files: reading, checking, and making a battle of them.

mod armies;
mod file;
mod goals;

pub use file::*;
pub(crate) use goals::goals;

use crate::campaign;
use crate::cards::{
    Card, Class, Kind, LeaderCard, LeaderId, MAX_ENTRIES, MAX_HEXES, MAX_LEADERS, MAX_OBJECTS, MAX_PITS, MAX_UNITS, MP,
    SCOTS,
};
use crate::deploy;
use crate::facts::side_named;
use crate::position::Banner;
use crate::{Battle, Options, Parts, Pit, Tracks};
use armies::{armies, free_leaders, reserves, spares, special};
use board::{Hex, HexMap};
use goals::{automatic, points};
use kernel::{Diagnostic, Side};
use serde_spanned::Spanned;

/// Names of a file resolved against a map; faults are gathered.
struct Builder<'a> {
    file: &'a ScenarioFile,
    map: &'a HexMap,
    faults: Vec<Diagnostic>,
    leaders: Vec<LeaderCard>,
}

/// `Robert Bruce` is `robert-bruce`.
fn slug(name: &str) -> String {
    name.to_lowercase().replace(' ', "-")
}

impl Builder<'_> {
    fn fault(&mut self, message: String, at: &Spanned<String>, help: &str) {
        let mut fault = Diagnostic::new(message).at(at.span());
        if !help.is_empty() {
            fault = fault.help(help);
        }
        self.faults.push(fault);
    }

    fn at_most(&mut self, what: &str, found: usize, most: usize) {
        if found > most {
            let fault = Diagnostic::new(format!("there are {found} {what}"));
            self.faults.push(fault.help(format!("a battle can have {most}")));
        }
    }

    fn side(&mut self, name: &str) -> Side {
        side_named(name).unwrap_or_else(|| {
            let fault = Diagnostic::new(format!("there is no side `{name}`")).help("a side is `scottish` or `english`");
            self.faults.push(fault);
            SCOTS
        })
    }

    fn hex(&mut self, name: &Spanned<String>) -> Hex {
        self.map.parse(name.get_ref()).unwrap_or_else(|| {
            self.fault(format!("there is no hex `{}` on the map", name.get_ref()), name, "");
            Hex::OFF
        })
    }

    fn region(&mut self, name: Option<&Spanned<String>>) -> Vec<Hex> {
        let Some(name) = name else {
            self.faults.push(Diagnostic::new("a region is missing"));
            return Vec::new();
        };
        match self.map.region(name.get_ref()) {
            Some(region) => region.hexes.clone(),
            None => {
                self.fault(format!("the map has no region `{}`", name.get_ref()), name, "");
                Vec::new()
            }
        }
    }

    /// Where the wolf pits of the Scots may lie, and where they lie unless he says otherwise. SR-B9, MR-100
    fn pits(&mut self, row: &VariantRow) -> Vec<Pit> {
        let marked = self.region(row.region.as_ref());
        let mut ground = match &row.ground {
            Some(ground) => self.region(Some(ground)),
            None => marked.clone(),
        };
        if let Some(out) = marked.iter().find(|hex| !ground.contains(hex))
            && let Some(name) = &row.ground
        {
            let message = format!("the pits of {} lie outside this region", self.map.name(*out));
            self.fault(message, name, "every hex of `region` is one of `ground`");
        }
        ground.sort_unstable();
        let pit = |hex: Hex| Pit {
            hex,
            owner: SCOTS,
            marked: marked.contains(&hex),
        };
        ground.into_iter().map(pit).collect()
    }

    fn kind(&mut self, name: &Spanned<String>) -> Kind {
        Kind::from_name(name.get_ref()).unwrap_or_else(|| {
            let known: Vec<&str> = Kind::ALL.iter().map(|(_, n)| *n).collect();
            let help = format!("the types are: {}", known.join(", "));
            self.fault(format!("there is no type `{}`", name.get_ref()), name, &help);
            Kind::Inf0
        })
    }

    fn leader(&mut self, name: &Spanned<String>) -> LeaderId {
        let id = slug(name.get_ref());
        match self.leaders.iter().position(|l| *l.id == *id) {
            Some(at) => at as LeaderId,
            None => {
                self.fault(format!("there is no leader `{}`", name.get_ref()), name, "");
                0
            }
        }
    }

    fn card(&self, side: Side, kind: Kind, group: u8, number: usize) -> Card {
        let row = self.file.types.get(kind.name());
        let (sp, mp) = row.map_or(kind.usual(), |r| (r.strength, r.movement));
        let nation = if side == SCOTS { "Scottish" } else { "English" };
        Card {
            id: format!(
                "{}-{}-{number}",
                if side == SCOTS { "s" } else { "e" },
                kind.name().to_lowercase()
            )
            .into(),
            name: match kind {
                Kind::Welsh => format!("{} {number}", kind.words()).into(),
                _ => format!("{nation} {} {number}", kind.words()).into(),
            },
            side,
            kind,
            class: kind.class(),
            armour: kind.armour(),
            sp,
            mp: mp.min(40) * MP,
            shiltron: self.file.scenario.shiltron && side == SCOTS && kind.class() == Class::Infantry,
            group,
        }
    }
}

/// Makes a battle of a scenario and its map.
pub fn build(file: &ScenarioFile, map: HexMap, options: Options) -> Result<Battle, Vec<Diagnostic>> {
    let record = match options.campaign.as_deref().map(campaign::read) {
        None => None,
        Some(Ok(record)) => Some(record),
        Some(Err(fault)) => return Err(vec![fault]),
    };
    if map.len() > MAX_HEXES {
        return Err(vec![Diagnostic::new(format!(
            "the map has more than {MAX_HEXES} hexes"
        ))]);
    }
    let ground = map.clone();
    let mut b = Builder {
        file,
        map: &ground,
        faults: Vec::new(),
        leaders: Vec::new(),
    };
    let initiative = b.side(&file.scenario.initiative);
    let mut leader_entries = Vec::new();
    let mut banners = [Banner::None; 2];
    for row in &file.leader {
        let side = b.side(&row.side);
        let hex = row.hex.as_ref().map_or(Hex::OFF, |h| b.hex(h));
        if row.hex.is_none() && row.enters.is_empty() {
            b.faults.push(Diagnostic::new(format!(
                "{} has neither a hex nor hexes to enter by",
                row.name
            )));
        }
        leader_entries.extend(row.enters.iter().map(|h| b.hex(h)).collect::<Vec<_>>());
        if row.banner {
            banners[side.index()] = Banner::With(b.leaders.len() as LeaderId);
        }
        b.leaders.push(LeaderCard {
            id: slug(&row.name).into(),
            name: row.name.as_str().into(),
            side,
            grand: row.grand,
            moves_from: 0,
            moves_rule: "",
            removed: 0,
            wavers: false,
            enters: row.enters_turn,
            hex,
            zone: match row.radius {
                0 => Vec::new(),
                radius => deploy::within(b.map, hex, radius),
            },
        });
    }
    if b.leaders.len() > MAX_LEADERS {
        return Err(vec![Diagnostic::new(format!(
            "there are more than {MAX_LEADERS} leaders"
        ))]);
    }
    let (special, ford_cost) = special(&mut b, &options);
    let (groups, units, items) = armies(&mut b, &options);
    if options.free_setup {
        free_leaders(&mut b);
    }
    let (reserves, units) = reserves(&mut b, units);
    let units = spares(&mut b, units);
    let mut head_start = [0; 2];
    let mut pits = Vec::new();
    for row in &file.variant {
        match row.id.as_ref() {
            "SR-F8" if options.comyn_stays => head_start[1] = row.english_points,
            "SR-P5" | "SR-B9" if options.wolf_pits => {
                pits.extend(b.pits(row));
            }
            _ => {}
        }
    }
    b.at_most("wolf pits", pits.len(), MAX_PITS);
    b.at_most("forts, gates and bridges", crate::objects(&ground).len(), MAX_OBJECTS);
    for reserve in &reserves {
        b.at_most("hexes by which a reserve enters", reserve.hexes.len(), MAX_ENTRIES);
    }
    let points = points(&mut b);
    let automatic = automatic(&mut b);
    b.at_most("units", units.len(), MAX_UNITS);
    let places = match deploy::arrange(&ground, &items, units.len()) {
        Ok(places) => places,
        Err(group) => {
            let at = &file.group[usize::from(group)].zones[0].hex;
            b.fault(
                "the zones of this group have no room for its units".into(),
                at,
                "at most 2 strength points stand in a hex",
            );
            Vec::new()
        }
    };
    if !b.faults.is_empty() {
        return Err(b.faults);
    }
    let leaders = b.leaders;
    let places = deploy::face_each_other(&ground, &units, &places);
    let fatigue: Vec<u8> = file.leader.iter().map(|l| l.fatigue).collect();
    let tracks = Tracks {
        limit: file.tracks.morale_limit,
        plus_1: file.tracks.morale_plus_1,
        plus_2: file.tracks.morale_plus_2,
        scattered: file.tracks.scattered_boxes,
    };
    let battle = Battle::new(Parts {
        map,
        options,
        title: file.scenario.title.clone(),
        first_turn: file.scenario.first_turn,
        last_turn: file.scenario.last_turn,
        initiative,
        units,
        leaders,
        groups,
        reserves,
        leader_entries,
        pits,
        special,
        tracks,
        points,
        automatic,
        ford_cost,
        head_start,
        owed: record
            .as_ref()
            .map_or_else(Default::default, |r| Side::BOTH.map(|s| r.owed(s))),
    });
    let mut start = battle.deploy(&places, &fatigue, banners);
    battle.give_pools(&mut start);
    if let Some(record) = &record {
        battle.carry_over(&mut start, record);
    }
    start.trodden = battle.trodden_at_start(&start);
    Ok(battle.starting(start))
}
