import type { Problem } from '../problem.js';
import { commandLine } from '../spec/parse-arguments.js';
import { compareVersions, LAYOUT_SINCE, VERSION, versionNumbers } from '../version.js';

/** Codes of what is wrong between a project's version and that of crudgen. */
export const VERSION_CODES: ReadonlySet<string> = new Set(['older-crudgen', 'older-project']);

/**
 * What a crudgen is to say of a project of another version: refuse where the project is newer, or laid out as it was before;
 * name `upgrade` where the project is of an earlier series. Null where there is nothing to say.
 */
export function versionProblem(
  project: string | null,
  args: readonly string[],
  { version = VERSION, layoutSince = LAYOUT_SINCE } = {},
): Problem | null {
  if (project === null) return null;
  if (compareVersions(project, version) > 0) {
    const message = `the project was written by crudgen ${project}, and this is the older ${version}, which does not know all that is in it`;
    const again = commandLine(args, `npx crudgen@${project}`).text;
    return { code: 'older-crudgen', message, help: `use that one: ${again}` };
  }
  if (compareVersions(project, layoutSince) < 0) {
    const message = `the project is laid out as crudgen ${project} did, and this is ${version}, which lays it out otherwise`;
    const help = 'bring it along first: crudgen upgrade (--dry-run shows what it does)';
    return { code: 'older-project', message, help };
  }
  const series = (one: string) => versionNumbers(one).slice(0, 2).join('.');
  if (series(project) === series(version)) return null;
  const message = `the project is at crudgen ${project}, and this is ${version}: what is written differently since waits`;
  const help = 'crudgen upgrade brings it (--dry-run shows what it does)';
  return { code: 'older-project', message, help, severity: 'warning' };
}

/**
 * Why a project cannot come into another layout: without kept copies nothing tells what was written where. Null where there
 * are some, or where it is laid out alike.
 */
export function lostCopies(
  { version, isKept }: { readonly version: string | null; readonly isKept: boolean },
  layoutSince = LAYOUT_SINCE,
): Problem | null {
  if (isKept || version === null || compareVersions(version, layoutSince) >= 0) return null;
  const message = `there is no .crudgen/base, and without it nothing tells which files crudgen ${version} wrote`;
  const help = `bring it back with git, or take the project as it is: npx crudgen@${version} sync; then: crudgen upgrade`;
  return { code: 'no-base', message, help };
}
