//! The same for everything in a list, on all processors.

use std::sync::{Mutex, PoisonError};

/// How many threads the machine can run at once.
#[must_use]
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What comes of each, in the order of the list. Pieces of work are begun in that order, too.
pub fn each<L, R>(list: L, work: impl Fn(L::Item) -> R + Sync) -> Vec<R>
where
    L: IntoIterator<IntoIter: ExactSizeIterator + Send>,
    R: Send,
{
    let list = list.into_iter();
    let threads = processors().min(list.len());
    each_with(&mut vec![(); threads], list, |(), one| work(one))
}

/// Likewise on as many threads as there are tools: each thread has one to itself, and the caller's own thread has the first.
///
/// # Panics
/// When there is no tool and something to be done.
pub fn each_with<T, L, R>(tools: &mut [T], list: L, work: impl Fn(&mut T, L::Item) -> R + Sync) -> Vec<R>
where
    T: Send,
    L: IntoIterator<IntoIter: ExactSizeIterator + Send>,
    R: Send,
{
    let list = list.into_iter();
    let done = Mutex::new(Vec::with_capacity(list.len()));
    assert!(!tools.is_empty() || list.len() == 0, "somebody has to do it");
    let open = Mutex::new(list.enumerate());
    let go = |tool: &mut T| {
        // Whoever panics does so at its work, when it holds neither.
        let next = || open.lock().unwrap_or_else(PoisonError::into_inner).next();
        while let Some((at, one)) = next() {
            let result = work(tool, one);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((at, result));
        }
    };
    if let [own, others @ ..] = tools {
        std::thread::scope(|scope| {
            let go = &go;
            // A thread that cannot be had is missed by nobody: the others take its work.
            let begun = |other| std::thread::Builder::new().spawn_scoped(scope, move || go(other)).ok();
            let threads: Vec<_> = others.iter_mut().filter_map(begun).collect();
            go(own);
            for thread in threads {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
        });
    }
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_order() {
        let list: Vec<u32> = (0..100).collect();
        assert_eq!(each(&list, |n| n * n), list.iter().map(|n| n * n).collect::<Vec<_>>());
        assert!(each(&[] as &[u32], |n| n * n).is_empty());
    }

    #[test]
    fn each_thread_has_its_own_tool() {
        let (mut tools, mut list) = ([0u32; 3], [1u32; 100]);
        let at_once = std::sync::Barrier::new(3);
        each_with(&mut tools, &mut list, |tool, one| {
            // Nobody goes on before all three have begun.
            if *tool == 0 {
                at_once.wait();
            }
            *tool += *one;
            *one = 0;
        });
        assert_eq!((tools.iter().sum::<u32>(), list), (100, [0; 100]));
        assert!(tools.iter().all(|tool| *tool > 0), "{tools:?}");
    }

    #[test]
    #[should_panic(expected = "at nine")]
    fn a_panic_is_not_lost() {
        each(0..20u32, |n| assert!(n != 9, "at nine"));
    }
}
