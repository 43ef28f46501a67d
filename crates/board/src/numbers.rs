//! Numbers of a game that a scenario may replace: their names, and between what each makes sense.

use crate::Reader;
use serde_spanned::Spanned;
use std::collections::BTreeMap;

/// What a file has of them: by name, each where it is left out as usual.
pub type Given = BTreeMap<String, Spanned<i32>>;

/// One of them, in a set of numbers `T`.
pub struct Number<T: 'static> {
    pub name: &'static str,
    pub least: i32,
    pub most: i32,
    pub of: fn(&mut T) -> &mut i32,
}

/// Puts the numbers of a file in place of the usual ones; whatever is not known or makes no sense is a fault with its place.
pub fn replace<T>(numbers: &[Number<T>], given: &Given, set: &mut T, reader: &mut Reader) {
    for (name, value) in given {
        let Some(number) = numbers.iter().find(|number| number.name == name) else {
            let known: Vec<&str> = numbers.iter().map(|number| number.name).collect();
            let message = format!("there is no number `{name}` to be replaced");
            reader.fault(value.span(), message, &format!("one of {}", known.join(", ")));
            continue;
        };
        let (least, most) = (number.least, number.most);
        if !(least..=most).contains(value.get_ref()) {
            let message = format!("`{name}` cannot be {}", value.get_ref());
            reader.fault(value.span(), message, &format!("{least} to {most}"));
            continue;
        }
        *(number.of)(set) = *value.get_ref();
    }
}

/// The same without places, for what no file has; the first fault.
pub fn replace_plain<T>(numbers: &[Number<T>], given: &BTreeMap<String, i32>, set: &mut T) -> Result<(), String> {
    let given = given
        .iter()
        .map(|(name, value)| (name.clone(), Spanned::new(0..0, *value)));
    let mut reader = Reader::default();
    replace(numbers, &given.collect(), set, &mut reader);
    match reader.faults.into_iter().next() {
        Some(fault) => Err(fault.message),
        None => Ok(()),
    }
}
