import type { OwnCrudgen } from '../../disk/own-crudgen.js';
import { type Problem, problem, warning } from '../../problem.js';
import { commandLine } from '../../spec/parse-arguments.js';
import { compareVersions, LAST_FOR_OLDER, OLDEST, VERSION } from '../../version.js';
import { layoutSince as presentLayout } from '../history/layout-moves.js';

/** The versions that a project is held against. */
interface Versions {
  readonly version?: string;
  readonly layoutSince?: string;
}

/** Codes of version mismatches between a project and crudgen. */
export const VERSION_CODES: ReadonlySet<string> = new Set([
  'older-crudgen',
  'older-project',
  'no-base',
]);

/** Returns the problem with a project that is too old for every command, or null if it is not. */
export function bygoneProblem(project: string | null): Problem | null {
  if (project === null || compareVersions(project, OLDEST) >= 0) return null;
  const message = `crudgen ${project} wrote the project, but ${VERSION} upgrades only projects of ${OLDEST} and newer`;
  const help = `build crudgen from commit ${LAST_FOR_OLDER} of its repository, run its crudgen upgrade, then run crudgen upgrade with this version`;
  return problem('bygone-project', message, help);
}

/**
 * The problem with a project of another version: an error where it is newer or in an older layout, a warning where it is older;
 * else null.
 */
export function versionProblem(
  project: string | null,
  args: readonly string[],
  { version = VERSION, layoutSince = presentLayout() }: Versions = {},
): Problem | null {
  if (project === null || project === version) return null;
  if (compareVersions(project, version) > 0) {
    const message = `crudgen ${project} wrote the project, but this is the older version ${version}`;
    const again = commandLine(args).text;
    const help = `install crudgen ${project} or newer (see its repository), then run again: ${again}`;
    return problem('older-crudgen', message, help);
  }
  if (compareVersions(project, layoutSince) < 0) {
    const message = `the project has the layout of crudgen ${project}, which ${version} no longer writes`;
    const help = 'upgrade it first: crudgen upgrade (--dry-run shows the changes)';
    return problem('older-project', message, help);
  }
  const message = `the project is at crudgen ${project}, but this is ${version}: the changes of the newer version are pending`;
  const help = 'apply them with: crudgen upgrade (--dry-run shows the changes)';
  return warning('older-project', message, help);
}

/** A warning if another version wrote the project and there is nothing to upgrade. */
export function newerVersion(version: string | null): Problem[] {
  if (version === VERSION || versionProblem(version, []) !== null) return [];
  const message = `the project is at version ${version ?? 'unknown'}, but this is crudgen ${VERSION}`;
  const help = 'to see the changes of the newer version: crudgen upgrade --dry-run';
  return [warning('other-version', message, help)];
}

/**
 * A warning where the crudgen among a project's packages is older than the version that the project is at, as after an upgrade by
 * another one.
 */
export function ownVersionProblem(own: OwnCrudgen | null, project: string | null): Problem[] {
  if (own === null || project === null || compareVersions(own.version, project) >= 0) return [];
  const message = `the project is at crudgen ${project}, but its own crudgen in node_modules is the older version ${own.version}`;
  const help = `run npm install, or install ${project} in the project: npm install --save-dev ./crudgen-${project}.tgz`;
  return [warning('older-own-crudgen', message, help)];
}

const NO_BASE = 'there is no .crudgen/base';

/**
 * Why a project without kept copies, or without some of them, is not adopted: only the crudgen that wrote it can tell its own from
 * what the developer changed. Null where this one can.
 */
export function lostCopies(version: string | null, what = NO_BASE): Problem | null {
  if (versionProblem(version, []) === null) return null;
  const message = `${what}, so crudgen cannot tell the output of version ${version} from your changes`;
  const help = `restore it with git; or run crudgen sync with crudgen ${version}, which adopts the project as it is, then run: crudgen upgrade`;
  return problem('no-base', message, help);
}
