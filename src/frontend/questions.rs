//! Questions to a backend. Each answer has the token of its question.

use super::arrays::index;
use super::{Frontend, OWN};
use crate::error::{Error, Result};
use crate::wire::{ArrayId, Command, DeviceIndex, Token, TraceMode};

impl Frontend {
    /// Asks for an answer once `array` is computed.
    ///
    /// # Errors
    /// `DISPOSED`.
    pub fn wait(&mut self, array: ArrayId) -> Result<Token> {
        self.capturable("waitToRead")?;
        self.shape("waitToRead", array)?;
        Ok(self.ask(self.arrays.device(array), |token| Command::Wait { token, array: index(array) }))
    }

    /// Asks for an answer once everything enqueued on the device so far is computed.
    pub fn wait_all(&mut self, device: DeviceIndex) -> Token {
        self.ask(device, |token| Command::Wait { token, array: 0 })
    }

    /// Asks for an answer once all but the last `back` operations enqueued on the device are complete; failed ones too.
    pub fn mark(&mut self, device: DeviceIndex, back: u32) -> Token {
        self.ask(device, |token| Command::Mark { token, back })
    }

    /// Asks for the elements of `array`.
    ///
    /// # Errors
    /// `DISPOSED`.
    pub fn read(&mut self, array: ArrayId) -> Result<Token> {
        self.capturable("data")?;
        self.shape("data", array)?;
        Ok(self.ask(self.arrays.device(array), |token| Command::Read { token, array: index(array) }))
    }

    /// Asks for the one element of `array`.
    ///
    /// # Errors
    /// `DISPOSED`, or `NOT_SCALAR` when it has none or several.
    pub fn item(&mut self, array: ArrayId) -> Result<Token> {
        self.capturable("item")?;
        let shape = self.shape("item", array)?;
        if shape.elements() != 1 {
            return Err(Error::NotScalar { shape: shape.to_string(), elements: shape.elements() });
        }
        self.read(array)
    }

    /// Asks for the operations of the device that are not complete.
    pub fn graph(&mut self, device: DeviceIndex) -> Token {
        self.ask(device, |token| Command::Graph { token })
    }

    /// Has the clocks of the device measured, unless they already are, and asks for an answer then.
    pub fn calibrate(&mut self, device: DeviceIndex) -> Token {
        self.ask(device, |token| Command::Calibrate { token })
    }

    /// Switches tracing on a device for the operations that are enqueued from here on. The caller switches the lab's own device before the others.
    /// The answer to stopping is the trace.
    pub fn trace(&mut self, device: DeviceIndex, mode: TraceMode) -> Token {
        self.tracing = matches!(mode, TraceMode::Record | TraceMode::Measure);
        self.stamping = self.tracing || self.clock.is_virtual();
        self.read_anew();
        if self.tracing && device == OWN {
            self.order.clear();
        }
        self.ask(device, |token| Command::Trace { token, mode })
    }

    /// On which device each operation was enqueued, since tracing began.
    #[must_use]
    pub fn order(&self) -> &[DeviceIndex] {
        &self.order
    }

    /// Asks the device's backend to give pooled memory back to the device.
    pub fn trim(&mut self, device: DeviceIndex) {
        self.questions(device).encoder.push(&Command::Trim);
    }

    pub(super) fn next_token(&mut self) -> Token {
        // 0 is no token. A token is used again after 2³² others, when its first question was answered long ago.
        self.last_token = self.last_token.wrapping_add(1).max(1);
        self.last_token
    }

    fn ask(&mut self, device: DeviceIndex, command: impl FnOnce(Token) -> Command<'static>) -> Token {
        if self.lost.is_some() {
            return 0;
        }
        let token = self.next_token();
        self.questions(device).encoder.push(&command(token));
        token
    }
}
