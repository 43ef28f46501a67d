//! Units behind a crest: what is not known of them.

use elements::{Battle, Choice, Position};
use kernel::{Facts, Quiet, Rules, Side};

fn position(text: &str) -> (Battle, Position) {
    let setting: elements::case::Setting = toml::from_str(text).expect("a setting");
    setting.build().expect("a position")
}

/// Another place behind the crest, where nobody looks, is as good as the one where they stand; before it they would be seen.
#[test]
fn behind_a_crest_they_might_stand_elsewhere() {
    let (battle, p) = position(
        r#"
        areas = ["crest Hill level=1 24,24 48,24 48,30 24,30"]
        units = ["A1 a Knights 4 4x1 B/III @36,20 0.0", "B1 b Spears 8 4x2 C/III @36,36 180.0 hidden"]
        "#,
    );
    let mut found = 0;
    for n in 0..200 {
        let mut picks = [0, 257 * n, 911 * n].into_iter();
        let Some(twin) = battle.twin(&p, Side::One, &mut |most| picks.next().unwrap_or(0) % most) else {
            continue;
        };
        assert_ne!(twin, p);
        assert_eq!(battle.known(&twin, Side::One), battle.known(&p, Side::One));
        // Nobody sees them there when somebody moves where he saw nothing before.
        let mut then = twin.clone();
        let step = Choice::forward(0, 1000);
        assert_eq!(battle.check(&then, Side::One, &step), Ok(()));
        battle.resolve(
            &mut then,
            Side::One,
            &step,
            &mut kernel::dice::Scripted::default(),
            &mut Quiet,
        );
        assert_eq!(
            battle.fact(&then, "B1.hidden").as_deref(),
            Some("true"),
            "{:?}",
            twin.unit(1).at
        );
        found += 1;
    }
    assert!(found > 20, "only {found} other places");
}
