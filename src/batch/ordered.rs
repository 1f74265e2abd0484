use std::any::Any;
use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Tasks that were taken from the source and whose results were not yet handed out.
const WINDOW: usize = 8192;
/// Their weight, unless a single one weighs more.
const WEIGHT: usize = 8 << 20;
/// Tasks a worker takes at once when there are plenty.
const BITE: usize = 16;
/// Bytes of a worker's stack. Pages that are not used take no memory.
const STACK: usize = 16 << 20;

/// The name of the threads that decide questions.
const WORKER: &str = "barrow worker";

/// Applies a function to the items of an iterator on several threads; the results come in the
/// order of the items.
///
/// The iterator may block: whatever it has given is worked on meanwhile. Dropping the results
/// stops the threads, the one that takes items from the iterator as soon as it gives the next.
/// A panic of the iterator or the function is passed on to whoever takes results.
pub(crate) struct Ordered<T, R> {
    shared: Arc<Shared<T, R>>,
    /// Results taken out of the shared state, oldest first.
    ready: VecDeque<R>,
}

struct Shared<T, R> {
    state: Mutex<State<T, R>>,
    /// A task is waiting, or there will be none.
    work: Condvar,
    /// The window has room.
    room: Condvar,
    /// The oldest result is there.
    result: Condvar,
}

struct State<T, R> {
    /// What waits for a worker: the newest of the tasks that have a slot.
    tasks: VecDeque<T>,
    /// One for each task taken from the source and not handed out, oldest first.
    slots: VecDeque<Slot<R>>,
    /// How many tasks have been handed out: the number of the first slot.
    first: u64,
    weight: usize,
    idle_workers: usize,
    source_waits: bool,
    /// The source has no more tasks.
    over: bool,
    /// Nobody wants results any more.
    cancelled: bool,
    panic: Option<Box<dyn Any + Send>>,
}

struct Slot<R> {
    weight: usize,
    result: Option<R>,
}

impl<T, R> Shared<T, R> {
    fn lock(&self) -> MutexGuard<'_, State<T, R>> {
        // No code of a caller runs while the lock is held, so a poisoned state is still sound.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a thread's loop; a panic in it reaches the consumer.
    fn guard(&self, body: impl FnOnce()) {
        if let Err(payload) = catch_unwind(AssertUnwindSafe(body)) {
            let mut state = self.lock();
            state.panic.get_or_insert(payload);
            state.cancelled = true;
            drop(state);
            self.wake_all();
        }
    }

    fn wake_all(&self) {
        self.work.notify_all();
        self.room.notify_all();
        self.result.notify_all();
    }

    /// Puts a task into the window once there is room; `false` when nobody wants it.
    fn push(&self, task: T, weight: usize) -> bool {
        let mut state = self.lock();
        while !state.cancelled && !state.has_room(weight) {
            state.source_waits = true;
            state = wait(&self.room, state);
        }
        state.source_waits = false;
        if state.cancelled {
            return false;
        }
        state.tasks.push_back(task);
        state.slots.push_back(Slot {
            weight,
            result: None,
        });
        state.weight += weight;
        let wake = state.idle_workers > 0;
        drop(state);
        if wake {
            self.work.notify_one();
        }
        true
    }

    fn finish(&self) {
        self.lock().over = true;
        self.wake_all();
    }

    /// Takes some tasks; their results belong into slots from the returned number on.
    fn take(&self, bite: &mut Vec<T>, workers: usize) -> Option<u64> {
        let mut state = self.lock();
        while state.tasks.is_empty() && !state.over && !state.cancelled {
            state.idle_workers += 1;
            state = wait(&self.work, state);
            state.idle_workers -= 1;
        }
        if state.tasks.is_empty() || state.cancelled {
            return None;
        }
        // Few tasks are spread over the workers one by one, and each is answered at once.
        let count = (state.tasks.len() / (2 * workers)).clamp(1, BITE);
        let number = state.first + (state.slots.len() - state.tasks.len()) as u64;
        bite.extend(state.tasks.drain(..count));
        Some(number)
    }

    fn put(&self, number: u64, results: &mut Vec<R>) {
        let mut state = self.lock();
        let start = (number - state.first) as usize;
        for (slot, result) in state.slots.range_mut(start..).zip(results.drain(..)) {
            slot.result = Some(result);
        }
        drop(state);
        if start == 0 {
            self.result.notify_one();
        }
    }
}

impl<T, R> State<T, R> {
    fn has_room(&self, weight: usize) -> bool {
        self.slots.is_empty() || (self.slots.len() < WINDOW && self.weight + weight <= WEIGHT)
    }
}

fn wait<'a, S>(condition: &Condvar, guard: MutexGuard<'a, S>) -> MutexGuard<'a, S> {
    condition
        .wait(guard)
        .unwrap_or_else(PoisonError::into_inner)
}

impl<T, R> Ordered<T, R>
where
    T: Send + 'static,
    R: Send + 'static,
{
    pub fn new<I, F>(
        mut source: I,
        workers: usize,
        weight: impl Fn(&T) -> usize + Send + 'static,
        function: F,
    ) -> io::Result<Self>
    where
        I: Iterator<Item = T> + Send + 'static,
        F: Fn(T) -> R + Send + Sync + 'static,
    {
        let shared = Arc::new(Shared {
            state: Mutex::new(State {
                tasks: VecDeque::new(),
                slots: VecDeque::new(),
                first: 0,
                weight: 0,
                idle_workers: 0,
                source_waits: false,
                over: false,
                cancelled: false,
                panic: None,
            }),
            work: Condvar::new(),
            room: Condvar::new(),
            result: Condvar::new(),
        });
        // Made first: when a thread cannot be started, dropping it stops the others.
        let ordered = Self {
            shared: Arc::clone(&shared),
            ready: VecDeque::new(),
        };
        let function = Arc::new(function);
        let thread = |name: &str| thread::Builder::new().name(name.into()).stack_size(STACK);
        for started in 0..workers {
            let (shared, function) = (Arc::clone(&shared), Arc::clone(&function));
            let spawned = thread(WORKER).spawn(move || {
                shared.guard(|| {
                    let (mut bite, mut results) = (Vec::new(), Vec::new());
                    while let Some(number) = shared.take(&mut bite, workers) {
                        results.extend(bite.drain(..).map(|task| function(task)));
                        shared.put(number, &mut results);
                    }
                });
            });
            // Fewer threads than wanted only take longer.
            if started == 0 {
                spawned?;
            }
        }
        thread("barrow reader").spawn(move || {
            shared.guard(|| {
                let wanted = |task| {
                    let weight = weight(&task);
                    shared.push(task, weight)
                };
                source.all(wanted);
            });
            shared.finish();
        })?;
        Ok(ordered)
    }
}

impl<T, R> Ordered<T, R> {
    /// Whether the next result can be had without waiting.
    pub fn is_ready(&self) -> bool {
        if !self.ready.is_empty() {
            return true;
        }
        let state = self.shared.lock();
        state
            .slots
            .front()
            .is_some_and(|slot| slot.result.is_some())
    }

    /// Moves what is done into `ready`, after waiting for it; nothing when all is handed out.
    fn refill(&mut self) {
        let mut guard = self.shared.lock();
        while guard.panic.is_none() {
            match guard.slots.front() {
                None if guard.over => return,
                Some(Slot {
                    result: Some(_), ..
                }) => break,
                _ => guard = wait(&self.shared.result, guard),
            }
        }
        if let Some(payload) = guard.panic.take() {
            drop(guard);
            resume_unwind(payload);
        }
        let state = &mut *guard;
        while let Some(slot) = state.slots.front_mut() {
            let Some(result) = slot.result.take() else {
                break;
            };
            self.ready.push_back(result);
            state.weight -= slot.weight;
            state.slots.pop_front();
            state.first += 1;
        }
        // The source is woken once it can go on for a while.
        let wake =
            state.source_waits && state.slots.len() <= WINDOW / 2 && state.weight <= WEIGHT / 2;
        drop(guard);
        if wake {
            self.shared.room.notify_one();
        }
    }
}

impl<T, R> Iterator for Ordered<T, R> {
    type Item = R;

    fn next(&mut self) -> Option<R> {
        if self.ready.is_empty() {
            self.refill();
        }
        self.ready.pop_front()
    }
}

impl<T, R> Drop for Ordered<T, R> {
    fn drop(&mut self) {
        self.shared.lock().cancelled = true;
        self.shared.wake_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn order_is_kept_beyond_the_window() {
        for workers in [1, 3] {
            let squares = Ordered::new(0..50_000_u64, workers, |_| 1000, |n| n * n);
            let squares = squares.expect("threads start");
            assert!(squares.eq((0..50_000).map(|n| n * n)));
        }
    }

    #[test]
    fn one_heavy_task_passes() {
        let lengths = Ordered::new(0..5, 2, |_| 2 * WEIGHT, |n| n).expect("threads start");
        assert_eq!(lengths.collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_source_that_waits_keeps_nothing_back() {
        let (sender, receiver) = std::sync::mpsc::channel();
        let mut results =
            Ordered::new(receiver.into_iter(), 2, |_| 1, |n| n + 1).expect("threads start");
        for n in 0..5 {
            sender.send(n).expect("the source listens");
            assert_eq!(results.next(), Some(n + 1));
            assert!(!results.is_ready());
        }
        drop(sender);
        assert_eq!(results.next(), None);
    }

    #[test]
    fn a_panic_is_passed_on() {
        let refuse = |n: i32| {
            assert!(n < 50, "too many");
            n
        };
        let results = Ordered::new(0..100, 2, |_| 1, refuse).expect("threads start");
        let all = catch_unwind(AssertUnwindSafe(|| results.count()));
        assert!(all.is_err());
    }

    #[test]
    fn dropped_early() {
        let slow = |n: i32| {
            thread::sleep(Duration::from_millis(1));
            n
        };
        let mut results = Ordered::new(0.., 2, |_| 1, slow).expect("threads start");
        assert_eq!(results.next(), Some(0));
    }
}
