import type { Fault, MutantResult, ProveReport, SentenceResult } from './report.js';

/** A report as people read it: the terminal, Markdown and HTML show these parts, each in its own way. */
export interface Page {
  readonly title: string;
  /** The result in a sentence. */
  readonly verdict: string;
  readonly isProven: boolean;
  /** The circumstances: names and values. */
  readonly facts: readonly Entry['facts'][number][];
  readonly sections: readonly Section[];
}

export interface Section {
  readonly title: string;
  readonly text?: string;
  /** Whether there is nothing to show, so that a terminal leaves the section out. */
  readonly isEmpty?: true;
  readonly table?: Table;
  readonly entries?: readonly Entry[];
}

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Something that is wrong, with all that is needed to see it. */
export interface Entry {
  readonly title: string;
  readonly facts: readonly {
    readonly name: string;
    readonly value: string;
    /** Whether the value is code, which keeps its lines. */
    readonly isCode?: true;
  }[];
}

/** Whether nothing is wrong, something was asked, all sentences hold, and no mutant is missed or kept from being tried. */
export const isProven = (report: ProveReport): boolean =>
  report.faults.length === 0 && questionsOf(report) > 0 && othersIn(report).length === 0;

/** The sentences that are broken, or that forbid nothing in any world. */
const unheldIn = ({ sentences = [] }: ProveReport): readonly SentenceResult[] =>
  sentences.filter(({ held, counterexample }) => counterexample !== null || held === 0);

/** The mutants that nothing noticed, and that nobody has accepted. */
const missedIn = ({ mutants = [] }: ProveReport): readonly MutantResult[] =>
  mutants.filter(({ killer, allowed }) => killer === null && allowed === undefined);

/** What is wrong beside answers. */
function othersIn(report: ProveReport): readonly string[] {
  const unheld = unheldIn(report);
  const broken = unheld.filter(({ counterexample }) => counterexample !== null).length;
  const untried = unheld.length - broken;
  const missed = missedIn(report).length;
  const failing = report.failing?.length ?? 0;
  return [
    ...(broken > 0
      ? [`${counted(broken, 'sentence')} about them ${broken === 1 ? 'does' : 'do'} not hold`]
      : []),
    ...(untried > 0
      ? [`${counted(untried, 'sentence')} about them ${untried === 1 ? 'is' : 'are'} not proven`]
      : []),
    ...(missed > 0 ? [`no test notices ${counted(missed, 'mutant')}`] : []),
    ...(failing > 0
      ? [
          `no mutant was tried, because ${counted(failing, 'test')} ${failing === 1 ? 'fails' : 'fail'}`,
        ]
      : []),
  ];
}

const questionsOf = ({ doors }: ProveReport): number =>
  doors.reduce((sum, { questions }) => sum + questions, 0);

export function pageOf(report: ProveReport, name: string): Page {
  return {
    title: `Access rules of ${name}`,
    verdict: verdictOf(report),
    isProven: isProven(report),
    facts: factsOf(report),
    sections: [
      ...[faultsOf(report), ...sentencesOf(report), ...mutantsOf(report)],
      ...[doorsOf(report), worldsOf(report), ...ownCodeOf(report), unprovenOf(report)],
    ],
  };
}

function verdictOf(report: ProveReport): string {
  const { doors, faults } = report;
  const questions = questionsOf(report);
  if (questions === 0) return 'Nothing was proven: no question was asked.';
  const asked = `${number(questions)} questions at ${counted(doors.length, 'door')}`;
  const others = othersIn(report).join(', and ');
  if (faults.length === 0)
    return others === ''
      ? `The service keeps the rules: ${asked}, no fault.`
      : `The service keeps the rules, but ${others}.`;
  const also = others === '' ? '' : `, and ${others}`;
  return `The service breaks the rules: ${counted(faults.length, 'fault')} in ${asked}${also}.`;
}

function factsOf(report: ProveReport): Page['facts'] {
  const { commit, uncommitted, seed, database, seconds, crudgen, models, since } = report;
  const edited = uncommitted ? ', with changes that are not committed' : '';
  const facts = {
    Commit: commit === null ? 'none: not in git' : `${commit}${edited}`,
    Models: `${models.join(', ')}${since === undefined ? '' : ` (changed since ${since.slice(0, 12)})`}`,
    Seed: String(seed),
    Database: database === 'sqlite' ? 'SQLite' : 'PostgreSQL',
    Duration: `${seconds} s`,
    crudgen,
  };
  return Object.entries(facts).map(([name, value]) => ({ name, value }));
}

function faultsOf({ faults }: ProveReport): Section {
  if (faults.length === 0) return { title: 'Faults', text: 'None.', isEmpty: true };
  return { title: 'Faults', entries: faults.map(entryOf) };
}

function entryOf(fault: Fault): Entry {
  const { door, model, actor, request, expected, told, rows, origin, place, more } = fault;
  const shown = Object.entries(rows).flatMap(([of, some]) =>
    some.map((row) => `${of} ${JSON.stringify(row)}`),
  );
  return {
    title: `${model}, ${door}`,
    facts: [
      ...(place === null ? [] : [{ name: origin, value: place }]),
      { name: 'who asks', value: actor },
      { name: 'request', value: request, isCode: true },
      { name: 'expected', value: expected },
      { name: 'answer', value: told },
      { name: 'rows', value: shown.join('\n') || 'none', isCode: true },
      ...(more === 0 ? [] : [{ name: 'also', value: `${counted(more, 'answer')} of this kind` }]),
    ],
  };
}

function sentencesOf({ sentences }: ProveReport): readonly Section[] {
  if (sentences === undefined) return [];
  const rows = sentences.map(({ sentence, held, counterexample }) => {
    const worlds =
      held === 0 ? 'not proven: no such users and rows' : `held in ${counted(held, 'world')}`;
    return [sentence, counterexample === null ? worlds : 'broken'];
  });
  const broken = sentences.flatMap(counterexampleOf);
  return [
    ...(broken.length > 0 ? [{ title: 'Broken sentences', entries: broken }] : []),
    { title: 'Sentences', table: { head: ['Sentence', 'Result'], rows } },
  ];
}

function counterexampleOf({ sentence, place, counterexample }: SentenceResult): Entry[] {
  if (counterexample === null) return [];
  const { actor, action, row, becomes, rule } = counterexample;
  const after = becomes && {
    name: 'becomes',
    value: JSON.stringify(becomes),
    isCode: true as const,
  };
  const facts = [
    { name: 'sentence', value: place },
    ...(rule === null ? [] : [{ name: 'rule', value: rule }]),
    { name: 'who acts', value: actor },
    { name: 'action', value: action },
    { name: 'row', value: JSON.stringify(row), isCode: true as const },
    ...(after ? [after] : []),
  ];
  return [{ title: sentence, facts }];
}

function mutantsOf(report: ProveReport): readonly Section[] {
  const { mutants, failing } = report;
  if (failing) return [failingTestsOf(failing)];
  if (!mutants) return [];
  const noticed = mutants.filter(({ killer }) => killer !== null).length;
  const text = `Tests and sentences notice ${number(noticed)} of ${counted(mutants.length, 'mutant')}.`;
  const accepted = mutants.filter(({ allowed }) => allowed !== undefined);
  const rows = [...missedIn(report), ...accepted].map(({ name, place, key, allowed }) => [
    ...[`${name}: no test of yours would miss it`, place ?? '', `mutant: ${key}`, allowed ?? ''],
  ]);
  const head = ['Missed', 'Place', 'Line of access.allow', 'Accepted'];
  return [
    { title: 'Mutants', text, ...(rows.length > 0 && { table: { head, rows } }) },
    ...staleMutantsOf(report),
  ];
}

const failingTestsOf = (failing: readonly string[]): Section => ({
  title: 'Mutants',
  text: 'No mutant was tried, because these tests fail without any mutant. To see why, run: npm test',
  table: { head: ['Test'], rows: failing.map((name) => [name]) },
});

function staleMutantsOf({ stale = [] }: ProveReport): readonly Section[] {
  if (stale.length === 0) return [];
  const rows = stale.map(({ line, key, reason }) => [String(line), key, reason]);
  const title = 'Lines of access.allow that accept nothing';
  return [{ title, table: { head: ['Line', 'Mutant', 'Reason'], rows } }];
}

function doorsOf({ doors }: ProveReport): Section {
  const rows = doors.map(({ door, questions, refused, models }) => [
    ...[door, number(questions), number(refused), String(models.length)],
  ]);
  return { title: 'Doors', table: { head: ['Door', 'Questions', 'Refused', 'Models'], rows } };
}

function worldsOf({ worlds }: ProveReport): Section {
  const title = 'Worlds';
  if (worlds.length === 0)
    return { title, text: 'None of the models has row rules.', isEmpty: true };
  const rows = worlds.map(({ model, rule, worlds: count, complete }) => [
    ...[model, rule, String(count), complete ? 'all' : 'some'],
  ]);
  return { title, table: { head: ['Rows of', 'Rule', 'Worlds', 'Combinations'], rows } };
}

/** Code past the rules; a project without any has no such sections. */
function ownCodeOf({ sql, system }: ProveReport): readonly Section[] {
  const rows = sql.map(({ place, models, statement, request }) => [
    ...[place ?? 'unknown', models.join(', '), request ?? 'not called', statement],
  ]);
  const uses = system.map(({ place, model, request }) => [
    ...[place ?? 'unknown', request ?? 'not called', model ?? 'SQL'],
  ]);
  const sections: readonly Section[] = [
    {
      title: 'Own SQL on tables with rules',
      table: { head: ['Place', 'Models', 'Request', 'Statement'], rows },
    },
    {
      title: 'Uses of system, without rules',
      table: { head: ['Place', 'Request', 'Model'], rows: uses },
    },
  ];
  return sections.filter(({ table }) => table!.rows.length > 0);
}

function unprovenOf({ unproven }: ProveReport): Section {
  const title = 'Not proven';
  if (unproven.length === 0)
    return { title, text: 'Nothing is known that no question was about.', isEmpty: true };
  const reasons = [...new Set(unproven.map(({ reason }) => reason))];
  const rows = reasons.map((reason) => {
    const some = unproven.filter((one) => one.reason === reason);
    return [reason, some.map(({ subject }) => subject).join(', ')];
  });
  return { title, table: { head: ['Reason', 'Parts'], rows } };
}

/** `1 door`, `3 doors`. */
export const counted = (count: number, noun: string): string =>
  `${number(count)} ${noun}${count === 1 ? '' : 's'}`;

const number = (count: number): string => count.toLocaleString('en-US');
