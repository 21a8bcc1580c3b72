import { sentenceOf } from '../pull/difference.js';
import type { Drift, DriftReport } from '../project/inspect/find-drift.js';
import { type Mend, MENDS } from '../project/inspect/mend-drift.js';
import { fileName } from '../tree.js';
import { displayText } from './display-text.js';
import type { Style } from './style.js';

/** What to do about differences. */
const HEADINGS: Readonly<Record<Mend, string>> = {
  migrate: 'npm run migrate makes these, with the migrations that wait:',
  sync: 'the entities were edited: crudgen sync writes the migration for these:',
  pull: 'the database was changed: crudgen pull takes these into the models, or change it back:',
  undo: 'the service needs these as its migrations make them: change the database back:',
};

/** The differences as text, below what to do about them. */
export function showDrift(report: DriftReport, database: string, style: Style): string {
  const { drifts, pending, unserved, compared } = report;
  const tables = `${compared} ${compared === 1 ? 'table' : 'tables'}`;
  const isSame = drifts.length === 0 && pending.length === 0;
  const count = `${drifts.length} ${drifts.length === 1 ? 'difference' : 'differences'}`;
  const head = isSame
    ? `${style.green('no drift')}: ${database} and the project agree in ${tables}`
    : `${style.bold(database)}: ${count} in ${tables}`;
  return [
    head,
    ...(pending.length === 0
      ? []
      : [`\n${style.bold('migrations that wait')}: ${pending.map(fileName).join(', ')}`]),
    ...MENDS.flatMap((mend) => groupOf(drifts, mend, style)),
    ...(unserved.length === 0
      ? []
      : [
          `${isSame ? '' : '\n'}${style.dim(`not served, and not compared: ${unserved.join(', ')}`)}`,
        ]),
  ].join('\n');
}

function groupOf(drifts: readonly Drift[], mend: Mend, style: Style): readonly string[] {
  const found = drifts.filter((one) => one.mend === mend);
  if (found.length === 0) return [];
  return [`\n${style.bold(HEADINGS[mend])}`, ...found.map((one) => lineOf(one, style))];
}

function lineOf(drift: Drift, { dim }: Style): string {
  const { at } = drift;
  const place = at === null ? '' : `  ${dim(`${at.file}:${at.line}`)}`;
  return `  ${displayText(sentenceOf(drift))}${place}`;
}
