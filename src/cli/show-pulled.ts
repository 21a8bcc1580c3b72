import { groupedBy } from '../pull/print-spec.js';
import type { Pulled } from '../pull/pull.js';
import { splitGaps } from '../pull/shared-gaps.js';
import { skippedText } from '../pull/skipped.js';
import type { Style } from './style.js';

/** More tables than this are counted instead of named. */
const MANY = 8;

/** What was pulled, in a few lines. */
export function showPulled(
  { models, leftOut, skipped }: Pulled,
  source: string,
  style: Style,
): string {
  const columns = models.reduce((sum, { table }) => sum + table.columns.length, 0);
  const { shared, ofModel } = splitGaps(models);
  const gaps = models.reduce((sum, model) => sum + ofModel(model).length, shared.length);
  const named = (names: readonly string[]) =>
    names.length > MANY
      ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
      : names.join(', ');
  const views = models.filter(({ table }) => table.kind === 'view').length;
  const tables = count(models.length - views, 'table');
  const lists = views === 1 ? '1 that is only read' : `${views} that are only read`;
  const read = views === 0 ? tables : `${tables} and ${lists}`;
  return [
    `${style.bold(source)}: ${read} with ${count(columns, 'column')} became models`,
    ...groupedBy(leftOut).map(([why, names]) => `  left out: ${named(names)}: ${why}`),
    ...skipped.slice(0, MANY).map((one) => `  skipped: ${skippedText(one)}`),
    ...(skipped.length > MANY
      ? [`  and ${skipped.length - MANY} more, which models.yaml names at its top`]
      : []),
    ...(gaps === 0
      ? []
      : [
          `  ${count(gaps, 'other thing')} that no spec says: see \`not expressed\` in models.yaml`,
        ]),
  ].join('\n');
}

const count = (number: number, what: string): string =>
  `${number} ${number === 1 ? what : `${what}s`}`;
