//! Buffers that were used before the browser reported that there was no memory for them.

use crate::device::Serial;
use std::cell::Cell;

/// Whether there was one, and how long its consequences last.
#[derive(Default)]
pub(super) struct Rejections {
    any: Cell<bool>,
    /// The submission until whose completion errors are taken for consequences of one.
    until: Cell<Serial>,
}

impl Rejections {
    /// Whether there was one: from then on every buffer is asked for.
    pub(super) fn any(&self) -> bool {
        self.any.get()
    }

    /// Whether errors may be consequences of one.
    pub(super) fn explains_errors(&self) -> bool {
        self.until.get() > 0
    }

    /// There is one.
    pub(super) fn note(&self) {
        self.any.set(true);
        self.until.set(Serial::MAX);
    }

    /// Submissions from here on do without the buffer.
    pub(super) fn submitted(&self, serial: Serial) {
        if self.until.get() == Serial::MAX {
            self.until.set(serial);
        }
    }

    /// The submission is complete.
    pub(super) fn completed(&self, serial: Serial) {
        if self.until.get() <= serial {
            self.until.set(0);
        }
    }
}
