//! Replays a talk with an engine from a script, which has one event a line; time stands still between them:
//!
//! ```text
//! begin, exit WHY          the engine is wanted early; its process has ended
//! ask N [LEFT BUDGET]      the question of turn N, with the clock and the budget in milliseconds
//! stop N                   the answer of turn N is no longer wanted
//! <- LINE, E- LINE         a line on the engine's output, on its error output
//! +MS                      time passes
//! start, refuse WHY        a process was asked for; it runs, or could not be started
//! -> LINE, kill            a line to the engine (… at its end: any rest), its end by force
//! = N MOVE [SCORE]         the answer to turn N
//! ! N WORDS                the fault of turn N, its text holding WORDS
//! ```

use crate::question::{question, turn};
use botdock::engine::dialogue::{Dialogue, Input, Output};
use botdock::engine::launch::Kind;
use botdock::game::othello::Mode;
use botdock::play::clock::Moment;
use std::collections::VecDeque;
use std::time::Duration;

const START_BOARD: &str = "---------------------------O*------*O---------------------------";

struct Replay {
    dialogue: Dialogue,
    now: Moment,
    out: VecDeque<Output>,
}

impl Replay {
    fn feed(&mut self, input: Input, row: &str) {
        assert_eq!(self.out, VecDeque::new(), "not expected before: {row}");
        self.out.extend(self.dialogue.step(self.now, input));
    }

    fn pass_time(&mut self, span: Duration) {
        let until = self.now + span;
        let mut wakes = 0;
        while let Some(deadline) = self.dialogue.deadline().filter(|deadline| *deadline <= until) {
            self.now = self.now.max(deadline);
            self.out.extend(self.dialogue.step(self.now, Input::Woke));
            wakes += 1;
            assert!(wakes < 1000, "the deadline {deadline:?} does not move");
        }
        self.now = until;
    }

    fn row(&mut self, row: &str) {
        let (mark, rest) = row.split_once(' ').unwrap_or((row, ""));
        let mut words = rest.split(' ');
        let mut number = || words.next().and_then(|word| word.parse().ok());
        match mark {
            "begin" => self.feed(Input::Begin, row),
            "exit" => self.feed(Input::Exited(rest.to_owned()), row),
            "ask" => {
                let (revision, left, budget) = (number().unwrap(), number(), number());
                let ask = question(Mode::Std, revision, left.unwrap_or(60_000), budget.unwrap_or(10_000));
                self.feed(Input::Ask(ask), row);
            }
            "stop" => self.feed(Input::Stop { turn: turn(number().unwrap()) }, row),
            "<-" => self.feed(Input::Line(rest.to_owned()), row),
            "E-" => self.feed(Input::Complaint(rest.to_owned()), row),
            "start" => {
                assert_eq!(self.out.pop_front(), Some(Output::Start));
                self.feed(Input::Started, row);
            }
            "refuse" => {
                assert_eq!(self.out.pop_front(), Some(Output::Start));
                self.feed(Input::NotStarted(rest.to_owned()), row);
            }
            "kill" => assert_eq!(self.out.pop_front(), Some(Output::Kill)),
            "->" => match (self.out.pop_front(), rest.strip_suffix('…')) {
                (Some(Output::Send(line)), Some(start)) => assert!(line.starts_with(start), "{row}: {line}"),
                (Some(Output::Send(line)), None) => assert_eq!(line, rest),
                (other, _) => panic!("{row}: {other:?}"),
            },
            "=" => match self.out.pop_front() {
                Some(Output::Answered { turn: answered, outcome: Ok(answer) }) => {
                    let score = answer.score.map(|score| format!(" {score}")).unwrap_or_default();
                    assert_eq!(format!("{} {}{score}", answered.revision, answer.mv.name(8)), rest);
                }
                other => panic!("{row}: {other:?}"),
            },
            "!" => match self.out.pop_front() {
                Some(Output::Answered { turn: answered, outcome: Err(fault) }) => {
                    let (revision, words) = rest.split_once(' ').unwrap();
                    assert_eq!(answered.revision.to_string(), revision);
                    assert!(fault.to_string().contains(words), "{row}: {fault}");
                }
                other => panic!("{row}: {other:?}"),
            },
            _ => {
                let millis = row.strip_prefix('+').and_then(|ms| ms.parse().ok()).expect(row);
                assert_eq!(self.out, VecDeque::new(), "not expected before: {row}");
                self.pass_time(Duration::from_millis(millis));
            }
        }
    }
}

/// Plays a script, and returns the dialogue as it is at its end.
pub fn replay(kind: &Kind, script: &str) -> Dialogue {
    let mut replay = Replay { dialogue: Dialogue::new(kind), now: Moment::default(), out: VecDeque::new() };
    for row in script.lines().map(str::trim_start).filter(|row| !row.is_empty()) {
        // The names that scripts use for long lines.
        replay.row(&row.replace("START", &format!("8 {START_BOARD} *")));
    }
    assert_eq!(replay.out, VecDeque::new(), "not expected at the end");
    replay.dialogue
}
