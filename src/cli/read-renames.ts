import { problem, quoted, refuseErrors } from '../problem.js';
import { type GoneName, goneNames } from '../project/change/gone-names.js';
import type { OpenProject } from '../project/open/open-project.js';
import {
  addRename,
  type Draft,
  type Named,
  parseRenames,
} from '../project/change/parse-renames.js';
import type { SyncedState } from '../project/open/read-synced-state.js';
import { type BothApps, shownNames } from '../project/change/shown-names.js';
import type { Renames } from '../schema/rename-schema.js';
import { columnIn } from '../schema/schema.js';
import { askYes } from './ask.js';
import type { Context } from './context.js';

/** What was renamed by hand: given by `--rename`, or asked where something went and something similar came. */
export async function readRenames(
  context: Context,
  project: OpenProject,
  known: SyncedState,
  given: readonly string[],
): Promise<Renames> {
  const renames = parseRenames(given, project, known);
  if (!context.terminal.interactive) return renames;
  const asked = new Set<string>();
  for (;;) {
    // An answer may settle other questions.
    const open = goneNames(known, project.app, renames);
    const gone = open.find((one) => !asked.has(shownPlace(one)));
    if (gone === undefined) return renames;
    asked.add(shownPlace(gone));
    const apps = { before: known.before, after: project.app, tables: renames.tables };
    const to = await askWhich(gone, freeNames(gone, known, renames), apps);
    if (to !== null) addRename(renames, gone, to);
  }
}

const shownPlace = ({ table, column }: Named): string =>
  column === null ? table : `${table}.${column}`;

/** The candidates whose name no other column keeps. */
function freeNames({ table, column, others }: GoneName, { schema }: SyncedState, draft: Draft) {
  if (column === null) return others;
  const isFree = (name: string) => columnIn(schema, table, name) === undefined;
  return others.filter((one) => isFree(one) || draft.columns[table]?.[one] !== undefined);
}

/** Asks which new name replaces an old one; null where none does. */
async function askWhich(
  one: GoneName,
  names: readonly string[],
  apps: BothApps,
): Promise<string | null> {
  for (const name of names) {
    const { gone, come } = shownNames(one, name, apps);
    if (await askYes(`Was \`${gone}\` renamed to \`${come}\`?`)) return name;
  }
  return null;
}

/** Refuses to drop what may have been renamed: without a terminal a flag must decide. */
export function requireRenames({ app }: OpenProject, known: SyncedState, renames: Renames): void {
  const apps = { before: known.before, after: app, tables: renames.tables };
  const problems = goneNames(known, app, renames).map((one) => {
    const shown = one.others.map((to) => shownNames(one, to, apps));
    const { gone, come } = shown[0]!;
    const names = quoted(shown.map((name) => name.come));
    return problem(
      'renamed-or-dropped',
      `\`${gone}\` is gone from ${known.place ?? 'the entities'} and ${names} is new; was it renamed or replaced?`,
      `--rename ${gone}:${come} keeps the data, --drop-data drops it`,
    );
  });
  refuseErrors(problems);
}
