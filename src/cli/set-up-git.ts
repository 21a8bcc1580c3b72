import { isNamedByProject, readMergeDriver, setMergeDriver } from '../disk/merge-driver.js';
import { type Problem, warning } from '../problem.js';

/** The result of setting up git. */
export interface GitSetUp {
  readonly problems: readonly Problem[];
  /** The repairs. */
  readonly mended: readonly string[];
}

type Fault = keyof typeof DRIVERS;

const NOTHING: GitSetUp = { problems: [], mended: [] };

/** Configures the merge driver, which git does not clone; a dry run only warns. */
export async function setUpGit(root: string, dryRun: boolean): Promise<GitSetUp> {
  const driver = await readMergeDriver(root);
  if (driver === null || driver === 'set-up') return NOTHING;
  return dryRun ? warnOf(driver, 'set it up: crudgen doctor') : mend(root, driver);
}

/**
 * Configures the merge driver in a clone that has none, where the project's `.gitattributes` names it. A driver of another version
 * stays: projects of several versions may share a repository.
 */
export async function setUpClone(root: string): Promise<GitSetUp> {
  const isMissing = (await isNamedByProject(root)) && (await readMergeDriver(root)) === 'missing';
  return isMissing ? mend(root, 'missing') : NOTHING;
}

async function mend(root: string, driver: Fault): Promise<GitSetUp> {
  const isSet = await setMergeDriver(root);
  return isSet
    ? { problems: [], mended: [DRIVERS[driver].mended] }
    : warnOf(driver, 'check that .git/config is writable');
}

const warnOf = (driver: Fault, help: string): GitSetUp => ({
  problems: [warning('merge-driver', DRIVERS[driver].message, help)],
  mended: [],
});

const DRIVERS = {
  missing: {
    mended: 'set up the git merge driver in this clone, which merges by structure',
    message: 'the git merge driver is not set up in this clone, so git merges line by line',
  },
  outdated: {
    mended: 'replaced the git merge driver of an earlier crudgen',
    message: 'the git merge driver in this clone is of an earlier crudgen',
  },
  lost: {
    mended: 'told the git merge driver of this clone which crudgen to run',
    message:
      'the git merge driver cannot find crudgen, so git merges line by line: crudgen is not in node_modules of the project and not on PATH, and the crudgen that set the driver up no longer exists',
  },
};
