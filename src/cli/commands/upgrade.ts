import type { Plan } from '../../plan/plan.js';
import { Refusal } from '../../problem.js';
import { changeModel } from '../change-model.js';
import { hasMarkers } from '../../code/conflict-markers.js';
import type { Context } from '../context.js';
import { openProject, UPGRADING } from '../project.js';
import { readKnown } from '../read-known.js';
import { VERSION } from '../version.js';

const SETTINGS = 'crudgen.json';

/** Brings a project to what this crudgen writes; the version is noted when all of it has landed. */
export async function upgrade(context: Context): Promise<number> {
  const project = await openProject(context, UPGRADING);
  const from = project.settings.version ?? 'an unknown version';
  const marked = [...project.mine].filter(([, text]) => hasMarkers(text)).map(([path]) => path);
  if (marked.length > 0) {
    const message = `there are conflict markers in ${marked.slice(0, 5).join(', ')}`;
    throw new Refusal([{ code: 'markers', message, help: 'settle them, then: crudgen upgrade' }]);
  }
  return changeModel(context, project, project.app, {
    everything: true,
    known: (await readKnown(project)).before,
    removed: 'keep',
    whenMarked: withoutVersion,
    words: {
      done: `upgraded from ${from} to ${VERSION}`,
      nothing: `nothing to change: this project is at ${VERSION} already`,
      next: ['npm install', 'npm run build', 'npm test'],
    },
  });
}

/** While something is left to be done by hand, the project is not at the new version. */
function withoutVersion(plan: Plan): Plan {
  const changes = plan.changes.filter(({ path }) => path !== SETTINGS);
  return { ...plan, changes, base: new Map([...plan.base].filter(([path]) => path !== SETTINGS)) };
}
