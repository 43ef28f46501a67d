//! Where a resolver tells what happened.

/// Takes events as they happen. The event is made only if somebody listens.
pub trait Log<E> {
    fn event(&mut self, make: impl FnOnce() -> E);

    /// Something hidden has come to light, or would have if it were there: whoever enters a hex where a trap may lie has
    /// learned that there is none. It stands, with all that was before it, or undo would be a way of probing. To be called
    /// in every position that the side cannot tell from this one, so that neither undo nor its end shows anything.
    fn reveal(&mut self) {}
}

/// Nobody listens; compiles to nothing.
pub struct Quiet;

impl<E> Log<E> for Quiet {
    #[inline]
    fn event(&mut self, _make: impl FnOnce() -> E) {}
}

impl<E> Log<E> for Vec<E> {
    fn event(&mut self, make: impl FnOnce() -> E) {
        self.push(make());
    }
}

/// Keeps the events and remembers whether anything was revealed, or could have been.
#[derive(Debug)]
pub struct EventLog<E> {
    pub events: Vec<E>,
    pub revealed: bool,
}

impl<E> Default for EventLog<E> {
    fn default() -> Self {
        EventLog {
            events: Vec::new(),
            revealed: false,
        }
    }
}

impl<E> Log<E> for EventLog<E> {
    fn event(&mut self, make: impl FnOnce() -> E) {
        self.events.push(make());
    }

    fn reveal(&mut self) {
        self.revealed = true;
    }
}
