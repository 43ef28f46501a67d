//! The five maps load, and a few facts the rules depend on.

use board::{Confidence, Dir, HexMap, Parity, SideFeatures, Terrain};

pub const MAPS: [(&str, &str, usize); 5] = [
    (
        "edward-bannockburn",
        include_str!("../../../../data/maps/edward-bannockburn.toml"),
        16 * 38 + 15 * 37,
    ),
    (
        "quad-bannockburn",
        include_str!("../../../../data/maps/quad-bannockburn.toml"),
        972,
    ),
    (
        "medieval-stirling",
        include_str!("../../../../data/maps/medieval-stirling.toml"),
        45 * 31,
    ),
    (
        "medieval-falkirk",
        include_str!("../../../../data/maps/medieval-falkirk.toml"),
        45 * 23,
    ),
    (
        "medieval-bannockburn",
        include_str!("../../../../data/maps/medieval-bannockburn.toml"),
        45 * 31,
    ),
];

pub fn load(name: &str) -> HexMap {
    let (_, text, _) = MAPS.iter().find(|m| m.0 == name).expect("a map of that name");
    HexMap::from_toml(text).unwrap_or_else(|faults| panic!("{name}: {faults:#?}"))
}

#[test]
fn all_five_load() {
    for (name, _, hexes) in MAPS {
        let map = load(name);
        assert_eq!(map.map_name(), name);
        assert_eq!(map.hexes().count(), hexes, "{name}");
        assert!(!map.title().is_empty() && map.metres_per_hex() > 0);
        assert!(!map.notes().is_empty() && !map.places().is_empty());
        for edge in map.edges() {
            assert!(edge.hexes.iter().all(|h| map.is_border(*h)));
        }
        for h in map.hexes() {
            for d in Dir::ALL {
                let n = map.neighbour(h, d);
                if n.is_on() {
                    assert_eq!(map.side(h, d), map.side(n, d.opposite()));
                    let level = map.elevation(h) == map.elevation(n);
                    assert_eq!(map.side(h, d).contains(SideFeatures::CONTOUR), !level);
                } else {
                    assert!(map.side(h, d).is_empty());
                }
            }
        }
    }
}

#[test]
fn edward() {
    let map = load("edward-bannockburn");
    let hex = |n| map.parse(n).unwrap();
    assert_eq!(map.terrain(hex("0118")), Terrain::Village);
    assert_eq!(map.terrain(hex("2901")), Terrain::Pool);
    // 2.31: marshy ground lies at 0, flat lands and fields at 1, hills at 2. Nowhere two levels meet in one step.
    assert_eq!(map.elevation(hex("0101")), 2);
    assert_eq!(map.elevation(hex("2011")), 1);
    for h in map.hexes() {
        let wet = matches!(map.terrain(h), Terrain::Marsh | Terrain::Pool);
        assert!(!wet || map.elevation(h) == 0, "{}", map.name(h));
        for n in map.neighbours(h).iter().filter(|n| n.is_on()) {
            assert!(map.elevation(h).abs_diff(map.elevation(*n)) <= 1, "{}", map.name(h));
        }
    }
    let names = |side: &str| -> Vec<String> {
        let of_side = map.edges().iter().filter(|e| e.side == side);
        let ends = |e: &board::EdgeSection| {
            let (first, last) = (e.hexes[0], e.hexes[e.hexes.len() - 1]);
            format!("{}-{}", map.name(first), map.name(last))
        };
        of_side.map(ends).collect()
    };
    assert_eq!(names("english"), ["3101-3124"]);
    assert_eq!(names("scottish"), ["0121-0138", "0138-1538"]);
    assert_eq!(map.edges()[0].confidence, Confidence::Text);
    assert!(map.side(hex("0113"), Dir::S).contains(SideFeatures::BURN));
    assert!(map.side(hex("0114"), Dir::N).contains(SideFeatures::BURN));
    assert!(map.side(hex("0637"), Dir::N).contains(SideFeatures::ROAD));
    assert!(map.is_road(hex("0117")) && !map.is_road(hex("1010")));
    assert_eq!(map.streams().len(), 3);
    assert_eq!(map.region("st_ninians_kirk").unwrap().hexes.len(), 5);
    // Even columns are a row shorter: a slot, but no hex.
    assert_eq!(map.parse("0238"), None);
    assert!(map.len() > map.hexes().count());
}

/// quad.md 1.1: 2,791 adjacent pairs and 5,582 placements of a double.
#[test]
fn quad() {
    let map = load("quad-bannockburn");
    let ends = map.hexes().flat_map(|h| map.neighbours(h).iter().filter(|n| n.is_on()));
    assert_eq!(ends.count(), 2 * 2791);
    let around = |n: &str| {
        let h = map.parse(n).unwrap();
        map.neighbours(h).map(|n| map.name(n).to_string()).join(" ")
    };
    assert_eq!(around("1425"), "1424 1525 1526 1426 1326 1325");
    assert_eq!(around("1326"), "1325 1425 1426 1327 1226 1225");
    assert_eq!(map.terrain(map.parse("2923").unwrap()), Terrain::Burn);
    assert_eq!(map.terrain(map.parse("2301").unwrap()), Terrain::River);
}

/// medieval.md 1: row 00, odd columns pushed down, and its check values.
#[test]
fn medieval() {
    let map = load("medieval-stirling");
    let hex = |n| map.parse(n).unwrap();
    assert_eq!(map.layout().columns_pushed_down, Parity::Odd);
    let around = map.neighbours(hex("1010")).map(|n| map.name(n).to_string());
    assert_eq!(around.join(" "), "1009 1109 1110 1011 0910 0909");
    assert_eq!(map.distance(hex("3318"), hex("3416")), 3);
    assert_eq!(map.distance(hex("1702"), hex("1802")), 1);
    assert_eq!(map.axial(hex("1010")), (10, 5));
    assert_eq!(map.axial(hex("1110")), (11, 5));
    let d = map.direction(hex("1716"), hex("1817")).unwrap();
    let bridge = map.side(hex("1716"), d);
    assert!(bridge.contains(SideFeatures::RIVER | SideFeatures::BRIDGE | SideFeatures::ROAD));
    let ford = map.direction(hex("1702"), hex("1802")).unwrap();
    assert!(map.side(hex("1702"), ford).contains(SideFeatures::FORD));
    assert_eq!(map.terrain(hex("1016")), Terrain::Fort);
    assert!(map.side(hex("1016"), Dir::S).contains(SideFeatures::GATE));
    assert!(map.side(hex("1016"), Dir::N).contains(SideFeatures::FORTIFICATION));
    assert_eq!(map.parse("0000"), Some(board::Hex(0)));
}
