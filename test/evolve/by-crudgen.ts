import { sumOf } from './sum.js';
import { perFile, type Asked, type Taken, type Way } from './way.js';
import { type Answer, type Problem, type Ran, runAt } from './step.js';

/** Problems that leave a place to its developer: code that says what is no longer there. */
const BY_HAND: ReadonlySet<string> = new Set(['old-form', 'old-name', 'gone-export']);

/** The commands of crudgen in the edited project; where it asks, the developer's side is kept. */
export class ByCrudgen implements Way {
  #moved: ReadonlyMap<string, string> = new Map();

  constructor(readonly folder: string) {}

  /** Where files went in the last step. */
  get moved(): ReadonlyMap<string, string> {
    return this.#moved;
  }

  take({ step, at }: Asked): Taken {
    step.before?.(this.folder);
    const ran = step.commands.flatMap((command) => this.#run(at, command));
    const last = ran.filter(({ status }) => status === 0);
    this.#moved = new Map(last.flatMap(({ answer }) => movesIn(answer)));
    return {
      // A command that asks is run again with the answer, which names what is left to do.
      asked: perFile(
        ran.filter((one) => !last.includes(one)).flatMap(({ answer }) => conflictsIn(answer)),
      ),
      named: perFile(last.flatMap(({ answer }) => namedIn(answer))),
      seconds: sumOf(ran, (one) => one.seconds),
    };
  }

  /** Runs a command, a second time where it asks. */
  #run(at: Date, command: readonly string[]): readonly Ran[] {
    const first = runAt(this.folder, at, command);
    if (first.status === 0) return [first];
    const again = runAt(this.folder, at, [...command, '--on-conflict=mine']);
    if (again.status === 0) return [first, again];
    throw new Error(`crudgen ${command.join(' ')}: ${JSON.stringify(again.answer.problems)}`);
  }
}

const movesIn = ({ changes = [] }: Answer): readonly (readonly [string, string])[] =>
  changes.flatMap(({ from, path }) => (from === undefined ? [] : [[from, path] as const]));

const conflictsIn = ({ conflicts = [], refused = [] }: Answer): readonly string[] =>
  [...conflicts, ...refused].map(({ path }) => path);

const namedIn = ({ problems }: Answer): readonly string[] =>
  problems.filter(({ code }) => BY_HAND.has(code)).flatMap(placesOf);

/** The files of the places that a problem is about; of those that it only counts, that of the last one it names. */
function placesOf({ message, help = '' }: Problem): readonly string[] {
  const named = `${message} ${help}`.match(/[\w./-]+(?=:\d)/g) ?? [];
  const count = Number(/ in (\d+) places$/.exec(message)?.[1] ?? 1);
  return Array.from({ length: count }, (_, at) => named[at] ?? named.at(-1) ?? 'elsewhere');
}
