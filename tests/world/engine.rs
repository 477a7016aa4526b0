//! Engines of every temper.

use botdock::game::grid::Square;
use botdock::game::othello::Move;
use botdock::play::think::{Answer, EngineFault, ThinkRequest};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Temper {
    Instant,
    Quick,
    Slow,
    /// Some answers never come.
    Late,
    /// Ends, or does not start.
    Dead,
    /// Some answers are no move here.
    Wild,
}

impl Temper {
    pub const ALL: [Temper; 6] =
        [Temper::Instant, Temper::Quick, Temper::Slow, Temper::Late, Temper::Dead, Temper::Wild];

    /// What it answers to `request`, and after how many milliseconds; none is never.
    pub fn answer(self, request: &ThinkRequest, random: &mut ChaCha8Rng) -> Option<(u64, Result<Answer, EngineFault>)> {
        let pick = random.next_u32();
        let some = request.legal.iter().nth((pick % request.legal.len()) as usize).map(Move::Place);
        let good = Ok(Answer { mv: some.unwrap_or(Move::Pass), score: Some(0.5), depth: None });
        let after_ms = u64::from(random.next_u32());
        match self {
            Temper::Instant => Some((0, good)),
            Temper::Quick => Some((after_ms % 50, good)),
            Temper::Slow => Some((100 + after_ms % 300, good)),
            Temper::Late if pick.is_multiple_of(16) => None,
            Temper::Late => Some((after_ms % 100, good)),
            Temper::Dead if pick.is_multiple_of(2) => Some((1, Err(EngineFault::Start("no such file".into())))),
            Temper::Dead => Some((20, Err(EngineFault::Exited("signal 9".into())))),
            Temper::Wild => {
                let mv = match pick % 8 {
                    0 => Move::Pass,
                    1 => Square::new(pick as usize % 128).map_or(Move::Pass, Move::Place),
                    2 => return Some((5, Err(EngineFault::Unreadable("hello?".into())))),
                    _ => return Some((after_ms % 100, good)),
                };
                Some((after_ms % 100, Ok(Answer { mv, score: Some(f32::NAN), depth: None })))
            }
        }
    }
}
