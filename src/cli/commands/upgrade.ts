import { hasMarkers } from '../../code/conflict-markers.js';
import { refusal } from '../../problem.js';
import { ownStyle } from '../../project/open/house-style.js';
import { upgradeOf } from '../../project/change/plan-upgrade.js';
import { UPGRADING } from '../../project/open/tolerated.js';
import { VERSION } from '../../version.js';
import { changeModel } from '../change-model.js';
import type { Context } from '../context.js';
import { projectOf } from '../project.js';
import { SEE_STATUS } from '../show-status.js';

/** What an upgrade to the same version brings. */
const DONE = `updated to the output of crudgen ${VERSION}`;

/** Upgrades a project to what this crudgen writes; the version is recorded once all of it is written. */
export async function upgrade(
  context: Context,
  { templates = false }: { readonly templates?: boolean } = {},
): Promise<number> {
  const project = await projectOf(context, UPGRADING);
  const { version } = project.settings;
  const from = version ?? 'an unknown version';
  const marked = [...project.mine].filter(([, text]) => hasMarkers(text)).map(([path]) => path);
  if (marked.length > 0) {
    const message = `there are conflict markers in ${marked.slice(0, 5).join(', ')}`;
    throw refusal('markers', message, 'resolve them, then run: crudgen upgrade');
  }
  const style = templates ? ownStyle(project) : undefined;
  const { change, problems } = upgradeOf(project, style);
  const messages = {
    done: version === VERSION ? DONE : `upgraded from ${from} to ${VERSION}`,
    nothing: `nothing to change: this project is already at ${VERSION}${templates ? ', and has your templates' : ''}`,
    besides: SEE_STATUS,
    next: ['npm install', 'npm run build', 'npm test'],
  };
  return changeModel(context, project, change, { messages, warnings: problems });
}
