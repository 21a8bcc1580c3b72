import { type Problem, warning } from '../problem.js';
import { isShared } from '../render/project-files.js';
import { excerpts } from './excerpts.js';
import { keptFile } from './kept-file.js';
import type { Change, Choice, Conflict, FileConflict, PlaceConflict } from './plan.js';

/** An answer that a developer can give to a conflict. */
interface Answer<C extends Conflict> {
  readonly choice: Choice;
  /** The text of the answer in the list of answers. */
  title(conflict: C): string;
  /** The change of the file; null if the file stays. */
  change(conflict: C): Change | null;
  /** The warning that the answer may not fit the rest of the code. */
  warning?(conflict: C): Problem | null;
}

/** The facts of a kind of conflict. */
interface KindFacts<C extends Conflict> {
  /** The reason of the conflict: said of the file, or of crudgen's side of a place. */
  sentence(conflict: C): string;
  /** The next step for the developer: of a file that blocks the plan, or of a place that keeps the developer's side. */
  readonly help: string;
  /** The answers in the order of their list. A conflict without answers stops the command until its file is edited. */
  readonly answers: readonly Answer<C>[];
  /** The kept copy that changes with any answer: its path, and its new text or null. */
  copy(conflict: C): readonly [path: string, text: string | null] | null;
}

const SIDES: readonly Answer<PlaceConflict>[] = [
  { choice: 'mine', title: () => 'yours', change: withSide('keepMine'), warning: keptSide },
  { choice: 'theirs', title: (place) => `${otherSide(place)}'s`, change: withSide('takeTheirs') },
  {
    choice: 'mark',
    title: () => 'both, between conflict markers, to resolve by hand',
    change: withSide('marked'),
  },
];

const FATES: readonly Answer<FileConflict>[] = [
  {
    choice: 'theirs',
    title: () => 'delete it',
    change: ({ path, mine }) => ({ kind: 'delete', path, mine }),
  },
  {
    choice: 'mine',
    title: () => 'keep it',
    change: () => null,
    warning: ({ path, breaks }) => keptFile(path, breaks),
  },
];

const DECIDE = '--on-conflict=theirs deletes it, mine keeps it, mine:<path> keeps one file';
const FITS = 'npm run typecheck shows code that no longer fits';

const PLACE = {
  help: FITS,
  answers: SIDES,
  copy: ({ settles }: PlaceConflict) => [settles.path, settles.text] as const,
};

/** All that commands do and say about each kind of conflict. */
export const KINDS: {
  readonly [K in Conflict['kind']]: KindFacts<Extract<Conflict, { readonly kind: K }>>;
} = {
  changed: {
    ...PLACE,
    sentence: (place) => `the rest of ${place.feature ?? 'the engine'} expects ${side(place, 1)}`,
  },
  removed: {
    ...PLACE,
    sentence: (place) => `${otherSide(place)} has removed this code`,
  },
  moved: {
    ...PLACE,
    sentence: (place) =>
      `${otherSide(place)} has moved this code to ${place.now.join(', ')}, so your edit may have no effect here`,
    help: `make your edit there instead; ${FITS}`,
  },
  'edited-generated': {
    sentence: () => 'is a generated file and was edited by hand',
    help: 'to get the generated text back: crudgen restore; put your own code into a file of your own',
    answers: [],
    copy: () => null,
  },
  'edited-removed': {
    sentence: () => 'would be deleted, but you have edited it',
    help: DECIDE,
    answers: FATES,
    copy: ({ key }) => [key, null],
  },
  'own-removed': {
    sentence: () => 'is your own file in a folder that would be deleted',
    help: DECIDE,
    answers: FATES,
    copy: () => null,
  },
};

/** The facts of a conflict. */
export const factsOf = ({ kind }: Conflict): KindFacts<Conflict> => KINDS[kind];

/** Whether the command itself can settle a conflict, as the developer decides. */
export const hasAnswers = (conflict: Conflict): boolean => factsOf(conflict).answers.length > 0;

/** The answer to a conflict that a choice means; none if the kind does not have it. */
export const answerTo = (conflict: Conflict, choice: Choice | null): Answer<Conflict> | undefined =>
  factsOf(conflict).answers.find((answer) => answer.choice === choice);

/** The name of the side that is not the developer's: crudgen, or a feature of others. */
export const otherSide = ({ feature = 'crudgen' }: PlaceConflict): string => feature;

/** The files to which crudgen has moved the code of a place. */
export const movedTo = (place: PlaceConflict): readonly string[] =>
  place.kind === 'moved' ? place.now : [];

/** The change that gives the file of a place the text with one of the sides. */
function withSide(side: 'keepMine' | 'takeTheirs' | 'marked') {
  return ({ path, from, mine, [side]: next }: PlaceConflict): Change | null => {
    if (from === null) return { kind: 'create', path, next };
    if (from !== path) return { kind: 'move', path, from, mine, next, edited: true };
    return next === mine ? null : { kind: 'merge', path, mine, next };
  };
}

/**
 * Warns of a place that keeps the developer's side, if the rest of the code may not fit: in the engine, which expects its own
 * code, and in all files if crudgen no longer has the code.
 */
function keptSide(place: PlaceConflict): Problem | null {
  if (place.kind === 'changed' && !isShared(place.path)) return null;
  const { sentence, help } = factsOf(place);
  const message = `${place.path}:${place.line} keeps ${side(place, 0)}, but ${sentence(place)}`;
  return warning('kept-yours', message, help);
}

/** An excerpt of the developer's side of a place, or of crudgen's. */
function side({ yours, crudgen, was }: PlaceConflict, at: 0 | 1): string {
  if ([yours, crudgen][at]!.trim() === '') return 'nothing';
  return `\`${excerpts(yours, crudgen, was)[at]!.trim()}\``;
}
