//! Buffers that were used before the browser reported that there was no memory for them.

use crate::device::Serial;
use std::cell::Cell;

/// Whether a buffer was rejected, and how long its consequences last.
#[derive(Default)]
pub(super) struct Rejections {
    any: Cell<bool>,
    /// Until this submission is complete, errors are taken for consequences of a rejection; 0 for none.
    until: Cell<Serial>,
}

impl Rejections {
    /// Whether a buffer was rejected: from then on the browser is asked about every buffer.
    pub(super) fn any(&self) -> bool {
        self.any.get()
    }

    /// Whether errors may be consequences of a rejection.
    pub(super) fn explains_errors(&self) -> bool {
        self.until.get() > 0
    }

    /// A buffer was rejected.
    pub(super) fn note(&self) {
        self.any.set(true);
        self.until.set(Serial::MAX);
    }

    /// Submissions after this one do not use the rejected buffer.
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
