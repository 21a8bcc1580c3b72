import { relative, resolve } from 'node:path';
import { pendingPlans } from '../../project/inspect/pending-plans.js';
import { type ProjectStatus, statusOf } from '../../project/inspect/project-status.js';
import { asWarning, refusal, type Problem } from '../../problem.js';
import { VERSION } from '../../version.js';
import { type Context, printResult, warn } from '../context.js';
import { inspectProject } from '../project.js';
import { showStatus } from '../show-status.js';
import { type StatusJson, statusJson } from '../status-json.js';

/** Tells how the project differs from what crudgen would write; with paths, or with --files, what each file has. */
export async function status(
  context: Context,
  paths: readonly string[],
  { files = false }: { readonly files?: boolean },
): Promise<void> {
  const { project, problems } = await inspectProject(context);
  const { pending, problems: kept } = pendingPlans(project, problems, context.now);
  const whole = statusOf(project, problems, pending);
  const folders = paths.map((path) => pathIn(context, project.root, path));
  const found = paths.length === 0 ? whole : below(whole, folders, [...project.mine.keys()]);
  warn(context, [...problems.filter(isUntold), ...kept].map(asWarning));
  const { name, version } = { name: project.app.name, version: project.settings.version };
  const told = { name, version, crudgen: VERSION, ...found };
  printResult<StatusJson>(context, statusJson(told), ({ style }) =>
    showStatus(told, { style, isWhole: paths.length === 0, files: files || paths.length > 0 }),
  );
}

/** Whether no finding tells of a problem. Findings tell of their problems with the reason. */
const isUntold = ({ code }: Problem): boolean =>
  !/^(?:unreadable-(?:member|access|entity|file)|syntax-error|markers|no-base)$/.test(code);

/** A path as a project has it; empty for all of it. */
function pathIn({ cwd }: Context, root: string, path: string): string {
  return relative(root, resolve(cwd, path)).replaceAll('\\', '/').replace(/\/$/, '');
}

/** The findings in some files and folders; refuses one that the project has nothing of. */
function below(
  status: ProjectStatus,
  folders: readonly string[],
  present: readonly string[],
): ProjectStatus {
  const isIn = (path: string, folder: string) =>
    folder === '' || path === folder || path.startsWith(`${folder}/`);
  const all = [...present, ...status.findings.map(({ path }) => path)];
  const lost = folders.find((folder) => !all.some((path) => isIn(path, folder)));
  if (lost !== undefined)
    throw refusal(
      'no-file',
      `the project has no ${lost}`,
      'to see all differences: crudgen status',
    );
  const findings = status.findings.filter(({ path }) => folders.some((one) => isIn(path, one)));
  return { ...status, findings };
}
