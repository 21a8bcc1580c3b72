import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AccessFiles } from '../report/access-files.js';
import { clauseOf, type RulePart } from '../report/deciding-rule.js';
import type { Unproven } from '../report/report.js';
import type { AccessChange } from './access-change.js';
import { accessChanges } from './access-changes.js';
import { compareEndpoints } from './compare-endpoints.js';
import { commonModels, inquiriesOf } from './pair.js';
import { runVersion, type RunningVersion } from './run-version.js';
import { openWorktree } from './worktree.js';

export interface AgainstOptions {
  /** The folder of the project. */
  readonly folder: string;
  /** A branch, tag or commit. */
  readonly ref: string;
  readonly seed: number;
}

/** The changes of access since another commit, and the endpoints that nobody can compare. */
export interface ProvedAgainst {
  /** All changes, whether the project allows them or not. */
  readonly changes: readonly AccessChange[];
  /** The endpoints of the project's own code whose answers nobody can compare. */
  readonly uncompared: readonly Unproven[];
}

/**
 * The meaning of the changes since another commit: both versions of the project judge the rows of both by their own rules. Reads no
 * database, and changes nothing in the working tree.
 */
export async function proveAgainst({ folder, ref, seed }: AgainstOptions): Promise<ProvedAgainst> {
  const worktree = openWorktree(folder, ref);
  const running: RunningVersion[] = [];
  const end = (): void => {
    for (const version of running) version.stop();
    worktree.remove();
  };
  const endByForce = (): void => {
    end();
    process.exit(1);
  };
  // Not once: crudgen passes on the signal that a terminal sends to all, and the second one must not end the clean-up.
  for (const signal of SIGNALS) process.on(signal, endByForce);
  const start = async (place: string, name: string) => {
    const version = await runVersion(place, name, seed);
    running.push(version);
    return version;
  };
  try {
    const [before, now] = await Promise.all([
      start(worktree.folder, `the project at ${ref}`).catch((error: Error) => {
        // The engine of an earlier version of crudgen may lack what a proof needs.
        if (toolsIn(folder) === toolsIn(worktree.folder)) throw error;
        takeEngine(folder, worktree.folder);
        return start(worktree.folder, `the project at ${ref}, with the engine of now,`);
      }),
      start(folder, 'the project'),
    ]);
    return await compare(before, now);
  } finally {
    for (const signal of SIGNALS) process.off(signal, endByForce);
    end();
  }
}

/** The exports of the engine for programs of crudgen. */
const toolsIn = (folder: string): string =>
  readFileSync(join(folder, 'engine/tools/index.ts'), 'utf8');

/** Gives the other version the engine of this one: its rules stay its own. */
function takeEngine(from: string, to: string): void {
  rmSync(join(to, 'engine'), { recursive: true, force: true });
  cpSync(join(from, 'engine'), join(to, 'engine'), { recursive: true });
}

/** The signals that end a program. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function compare(before: RunningVersion, now: RunningVersion): Promise<ProvedAgainst> {
  const facts = { before: before.facts, now: now.facts };
  const inquiries = inquiriesOf(facts);
  const judgements = {
    before: await before.judge(inquiries.before),
    now: await now.judge(inquiries.now),
  };
  const { actors, scenes } = inquiries.now;
  const judged = { facts, actors, scenes, judgements, models: commonModels(facts) };
  const { cases, uncompared } = await compareEndpoints({ before, now }, judged);
  const files = new AccessFiles(process.cwd());
  const placeOf = (rule: RulePart) => files.placeOf(rule.model, clauseOf(rule));
  return { changes: accessChanges(judged, placeOf, cases), uncompared };
}
