//! Panics that are caught and reported by other means than a message of the thread.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};

thread_local! {
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// Runs something; the message of its panic, if it panics. State that it was changing must not be
/// used afterwards.
pub(crate) fn contain<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    DEPTH.set(DEPTH.get() + 1);
    let result = catch_unwind(AssertUnwindSafe(run));
    DEPTH.set(DEPTH.get() - 1);
    result.map_err(|payload| message(&*payload).to_owned())
}

fn message(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("no message")
}

/// Keeps panics that this library catches, and tells of in a record or an error, from the standard
/// error too. For the start of a program: it replaces the process's panic hook by one that passes
/// all other panics on to the one before.
pub fn silence_contained_panics() {
    let report = take_hook();
    set_hook(Box::new(move |panic| {
        if DEPTH.get() == 0 {
            report(panic);
        }
    }));
}
