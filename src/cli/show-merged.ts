import type { Told } from '../pull/again/merging.js';
import type { Pulled } from '../pull/pull.js';
import type { Style } from './style.js';

/** What a database has since the last pull, and no model says. */
export interface Gap {
  readonly table: string;
  readonly what: string;
}

/** What came since the last pull and no model says: of tables that are models, tables that are none, and views. */
export function newGaps(before: Pulled, now: Pulled): readonly Gap[] {
  const known = new Set(gapsOf(before).map(keyOf));
  return gapsOf(now).filter((gap) => !known.has(keyOf(gap)));
}

/** An index is known by its name: the text of one may be written in several ways. */
const keyOf = ({ table, what }: Gap): string =>
  `${table}\n${what.replace(/^((?:unique )?index \w+) .*$/, '$1')}`;

const gapsOf = ({ models, leftOut }: Pulled): readonly Gap[] => [
  ...models.flatMap(({ table, gaps }) => gaps.map((what) => ({ table: table.name, what }))),
  ...leftOut.map(({ name, why }) => ({ table: name, what: why })),
];

/** A change of the database, as models follow it. */
export interface MergedChangeJson {
  /** The kind of change. `move-table` and `move-column` lead a model or field to a new name in the database. */
  readonly kind: Told['what'];
  /** The class. */
  readonly model: string;
  /** The field; null for the whole model. */
  readonly field: string | null;
  /** The change in a few words. */
  readonly change: string;
  /** Why the field or model is guessed so. */
  readonly reasons: readonly string[];
}

/** What has changed in a database since the last pull. */
export interface MergedJson {
  /** The database, without a password. */
  readonly source: string;
  /** The changes that the models follow. */
  readonly changes: readonly MergedChangeJson[];
  /** What came and no model says. */
  readonly not_expressed: readonly GapJson[];
}

/** What came into a table, and no model says. */
export interface GapJson {
  /** The table. */
  readonly table: string;
  /** The part of the table. */
  readonly what: string;
}

/** What was merged, for programs. */
export const mergedJson = (
  told: readonly Told[],
  gaps: readonly Gap[],
  source: string,
): MergedJson => ({
  source,
  changes: told.map(({ what, ...rest }) => ({ kind: what, ...rest })),
  not_expressed: gaps,
});

const SIGNS: Readonly<Record<Told['what'], '+' | '-' | '~'>> = {
  'add-model': '+',
  'add-field': '+',
  'remove-model': '-',
  'remove-field': '-',
  'change-model': '~',
  'change-field': '~',
  'move-table': '~',
  'move-column': '~',
};

const COLOURS = { '+': 'green', '-': 'red', '~': 'yellow' } as const;

/** What was merged, a line each. */
export const showMerged = (told: readonly Told[], gaps: readonly Gap[], style: Style): string =>
  [
    ...told.map((one) => {
      const sign = SIGNS[one.what];
      const place = one.field === null ? one.model : `${one.model}.${one.field}`;
      const why = one.reasons.length === 0 ? '' : style.dim(` # ${one.reasons.join('; ')}`);
      return `${style[COLOURS[sign]](sign)} ${place}: ${words(one)}${why}`;
    }),
    ...gaps.map(({ table, what }) => style.dim(`  not expressed: ${table}: ${what}`)),
  ].join('\n');

function words({ what, change }: Told): string {
  switch (what) {
    case 'move-table':
      return `the table ${change}`;
    case 'move-column':
      return `the column ${change}`;
    case 'remove-field':
      return `the column ${change} is gone`;
    case 'remove-model':
      return `${change} is gone`;
    default:
      return change;
  }
}
