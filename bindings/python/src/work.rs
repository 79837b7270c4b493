//! Work without the interpreter: let go of it, listen for Ctrl-C, and let no panic through.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use skirmish_kernel::Interrupt;

use crate::raise::Failure;

/// So often is looked whether somebody has pressed Ctrl-C.
const LISTEN_EVERY: Duration = Duration::from_millis(50);

/// What is done at once.
pub(crate) fn quickly<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T, Failure> + Send) -> PyResult<T> {
    py.detach(|| guarded(work)).map_err(|failure| failure.raise(py))
}

/// What may take long and hears an interrupt: after Ctrl-C it is asked to stop and waited for.
pub(crate) fn patiently<T: Send>(
    py: Python<'_>,
    interrupt: &Interrupt,
    work: impl FnOnce() -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let (done, came) = channel();
    let came = Mutex::new(came);
    std::thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let found = guarded(work);
            // Who waits for it may have gone.
            let _ = done.send(());
            found
        });
        let mut heard = Ok(());
        loop {
            match py.detach(|| wait(&came)) {
                Err(RecvTimeoutError::Timeout) if heard.is_ok() => {
                    heard = py.check_signals();
                    if heard.is_err() {
                        interrupt.ask();
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                _ => break,
            }
        }
        let found = py.detach(|| worker.join()).unwrap_or_else(|panic| Err(Failure::of_panic(&*panic)));
        heard?;
        found.map_err(|failure| failure.raise(py))
    })
}

/// What may take long and hears nothing: after Ctrl-C nobody waits for it, and it comes to its end by its own limits.
pub(crate) fn aside<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> PyResult<T> {
    let (done, came) = channel();
    let came = Mutex::new(came);
    std::thread::spawn(move || done.send(guarded(work)));
    loop {
        match py.detach(|| wait(&came)) {
            Ok(found) => return found.map_err(|failure| failure.raise(py)),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => return Err(Failure::Flaw(String::new()).raise(py)),
        }
    }
}

/// Waits for a while. The lock makes one thread's end of a channel fit to be lent to whoever has no interpreter.
fn wait<T>(came: &Mutex<Receiver<T>>) -> Result<T, RecvTimeoutError> {
    came.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LISTEN_EVERY)
}

fn guarded<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(Failure::of_panic(&*panic)))
}
