import { type ProcessResult, runProcess } from '../../disk/run-process.js';
import { installPackages } from '../install-packages.js';
import { inScratchFolder } from '../../disk/scratch-folder.js';
import type { Integer } from '../../integer.js';
import { isError, problem, type Problem, Refusal } from '../../problem.js';
import { type Trial, type TrialKind, tryFeatures } from '../../project/inspect/try-features.js';
import { type Context, warn } from '../context.js';
import { isFeatureSource, readFeatures } from '../read-features.js';

const TRIALS: Readonly<Record<TrialKind, string>> = {
  alone: 'alone',
  'with-all': 'with all features of crudgen',
};

/** What a project that has the feature has to pass, in this order. */
const BUILD = [['run', 'typecheck'], ['run', 'build'], ['run', 'lint'], ['test']];

/** The results of trying features in new projects. */
export interface FeatureTestJson {
  /** A result for each project; `problems` has the details. */
  readonly trials: readonly TrialJson[];
}

/** A trial as programs read it. */
export interface TrialJson {
  /** The other features of the project: none (`alone`), or all features of crudgen (`with-all`). */
  readonly features: TrialKind;
  /** Whether the trial succeeded. */
  readonly ok: boolean;
  /** The number of files that the features add, together with the features that they need. */
  readonly files: Integer;
  /** The tables that the features add. */
  readonly tables: readonly string[];
}

/** Tries features of others in new projects, and returns 1 where something is wrong with them. */
export async function testFeature(
  context: Context,
  sources: readonly string[],
  { build = false }: { readonly build?: boolean },
): Promise<number> {
  const given = sources.map((word) => (isFeatureSource(word) ? word : `./${word}`));
  const features = await readFeatures(context, given);
  const { terminal } = context;
  const trials: TrialJson[] = [];
  for (const kind of Object.keys(TRIALS) as TrialKind[]) {
    const trial = await inScratchFolder((root) =>
      tryFeatures(features, kind, {
        root,
        now: context.now,
        check: (place) => (build ? buildIn(place, context) : Promise.resolve([])),
      }).catch(asTrial),
    );
    const ok = !trial.problems.some(isError);
    const { files, tables } = trial;
    trials.push({ features: kind, ok, files, tables });
    warn(context, trial.problems);
    terminal.print(`${TRIALS[kind]}: ${ok ? summary(trial, build) : 'has problems'}`);
  }
  terminal.data<FeatureTestJson>({ trials });
  return trials.every(({ ok }) => ok) ? 0 : 1;
}

function summary({ files, tables }: Trial, isBuilt: boolean): string {
  const found =
    tables.length === 0 ? '' : `, ${tables.length === 1 ? 'a table' : `${tables.length} tables`}`;
  const built = isBuilt ? ', builds and passes its tests' : '';
  return `${files} files${found}${built}`;
}

/** What a feature is refused for, as the outcome of its trial. */
function asTrial(error: unknown): Trial {
  if (error instanceof Refusal) return { files: 0, tables: [], problems: error.problems };
  throw error;
}

/** Installs, checks, builds and tests a project; the first command that fails ends it. */
async function buildIn(root: string, context: Context): Promise<readonly Problem[]> {
  const { terminal } = context;
  const installed = await installPackages(context, root);
  if (installed.code !== 0) return [failed('npm install', installed, terminal)];
  for (const args of BUILD) {
    const command = ['npm', ...args].join(' ');
    terminal.note(command);
    const result = await runProcess('npm', args, { cwd: root });
    if (result.code !== 0) return [failed(command, result, terminal)];
  }
  return [];
}

function failed(
  command: string,
  { stdout, stderr }: ProcessResult,
  terminal: Context['terminal'],
): Problem {
  const said = `${stdout}\n${stderr}`.trim().split('\n').slice(-LINES);
  terminal.note(said.join('\n'));
  const message = `\`${command}\` fails in a project with the feature: ${said.at(-1)}`;
  return problem('trial-failed', message, 'fix the feature');
}

/** How much of what a command printed is shown: the end, where it says what is wrong. */
const LINES = 30;
