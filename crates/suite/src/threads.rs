//! The same for everything in a list, on all processors.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What comes of each, in the order of the list.
pub(crate) fn each<T: Sync, R: Send>(list: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(list.len()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(list.len());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((at, one)) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, list.get(at)?)))
                {
                    let result = work(one);
                    done.lock().expect("no thread that holds it panics").push((at, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no thread that holds it panics");
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_stand_in_order() {
        let list: Vec<u32> = (0..100).collect();
        assert_eq!(super::each(&list, |n| n * n), list.iter().map(|n| n * n).collect::<Vec<_>>());
        assert!(super::each(&[] as &[u32], |n| n * n).is_empty());
    }
}
