import type { ColumnInfo } from '../../service/engine/fields/column-info.js';
import { DAY } from './calendar.js';
import { oncePerRow, type Make } from './scene.js';
import { endingWith, snakeCase } from './table.js';

/** How far a row has come, by the word of its state. */
export type Stage = 'new' | 'running' | 'late' | 'done' | 'dropped';

/** The stages in the order in which rows pass through them; `late` is a kind of running. */
const STAGES: readonly Stage[] = ['new', 'running', 'late', 'done', 'dropped'];
const RANK: Readonly<Record<Stage, number>> = { new: 0, running: 1, late: 1, done: 2, dropped: 3 };

const WORDS: Readonly<Record<Stage, RegExp>> = {
  late: endingWith('overdue|late|past_due|delayed'),
  dropped: endingWith(
    'cancell?ed|rejected|declined|failed|lost|abandoned|void|voided|withdrawn|no_?show|refunded|deleted|blocked|suspended|' +
      'inactive|retired|dropped|spam|archived|denied|disabled|terminated|discontinued|wont_?fix|duplicate|bounced',
  ),
  done: endingWith(
    'done|closed|completed?|finished|paid|resolved|delivered|invoiced|fixed|merged|ended|sold|won|checked_?out|discharged|' +
      'returned|settled|expired|published|fulfilled|released|graduated|billed|solved|answered|read|passed|signed|received',
  ),
  new: endingWith(
    'new|draft|open|todo|to_?do|pending|planned|booked|requested|submitted|backlog|queued|scheduled|placed|registered|' +
      'proposed|reserved|unpaid|unread|created|ordered|lead|upcoming|invited|trial|reported|quoted|idea',
  ),
  running: /^/,
};

/** What the state of a model's rows says about them. */
export interface Lifecycle {
  readonly column: ColumnInfo;
  /** A state that fits the age of a row: the newest are new, most of the old ones done. */
  readonly make: Make<string>;
  readonly stage: Make<Stage | null>;
  /** Whether a row has come to a state, or to a stage past it; null when the states do not tell. */
  reached(word: string): Make<boolean> | null;
}

/** The lifecycle of a model with a field of documented states, at least half of which are words that we know. */
export function lifecycleOf(columns: readonly ColumnInfo[]): Lifecycle | null {
  const column = columns.find(
    ({ name, values }) =>
      values.length > 1 && endingWith('status|state|stage|phase|progress').test(snakeCase(name)),
  );
  if (!column) return null;
  const states = column.values.map(snakeCase);
  const stages = states.map(stageOf);
  if (stages.filter((stage) => stage !== 'running').length < states.length / 2) return null;
  const at: Make<number> = (scene) => column.values.indexOf(scene.get(column.name) as string);
  const reached: Lifecycle['reached'] = (word) => {
    const wanted = states.indexOf(word);
    if (wanted >= 0) return (scene) => isPast(at(scene), wanted, stages);
    const by = REACHED_BY.find(([words]) => words.test(word))?.[1];
    return by === undefined ? null : (scene) => by.includes(stages[at(scene)]!);
  };
  return {
    column,
    make: (scene) => column.values[pickState(scene, stages)]!,
    stage: oncePerRow((scene) => stages[at(scene)] ?? null),
    reached,
  };
}

const stageOf = (state: string): Stage =>
  (['late', 'dropped', 'done', 'new'] as const).find((stage) => WORDS[stage].test(state)) ??
  'running';

/** The stages that words tell of, but that are not states of the model. */
const REACHED_BY: readonly (readonly [words: RegExp, stages: readonly Stage[]])[] = [
  [endingWith('closed|ended'), ['done', 'dropped']],
  [endingWith('completed|done|finished|resolved|settled|fulfilled|delivered|paid'), ['done']],
  [endingWith('cancell?ed|rejected|withdrawn|deleted|dropped'), ['dropped']],
  [endingWith('started|confirmed|accepted|approved|sent'), ['running', 'late', 'done']],
];

/** Of two states of one stage, the later one in the model's list is the later one. */
function isPast(at: number, wanted: number, stages: readonly Stage[]): boolean {
  if (at === wanted) return true;
  const [stage, goal] = [stages[at], stages[wanted]];
  if (!stage || !goal || stage === 'dropped' || goal === 'dropped') return false;
  return RANK[stage] === RANK[goal] ? stage === goal && at > wanted : RANK[stage] > RANK[goal];
}

/** The chances of a row of so many days, by stage. */
function chancesOf(days: number): Readonly<Record<Stage, number>> {
  if (days < 8) return { new: 6, running: 3, late: 0, done: 1, dropped: 0.3 };
  if (days < 30) return { new: 1.5, running: 5, late: 0.6, done: 3, dropped: 0.6 };
  if (days < 90) return { new: 0.3, running: 1, late: 0.7, done: 7, dropped: 0.7 };
  return { new: 0.1, running: 0.3, late: 0.2, done: 9, dropped: 0.8 };
}

function pickState({ dice, now, created }: Parameters<Make<string>>[0], stages: readonly Stage[]) {
  const chances = { ...chancesOf((now - created) / DAY) };
  // What never ends goes on.
  if (!stages.includes('done')) chances.running += chances.done;
  if (!stages.includes('running'))
    chances[stages.includes('done') ? 'done' : 'new'] += chances.running;
  const present = STAGES.filter((stage) => stages.includes(stage));
  const stage = present[dice.weighted(present.map((one) => chances[one]))]!;
  const of = stages.flatMap((one, index) => (one === stage ? [index] : []));
  return dice.early(of);
}
