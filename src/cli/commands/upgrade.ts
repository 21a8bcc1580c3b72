import { ownCrudgen } from '../../disk/own-crudgen.js';
import { refusal } from '../../problem.js';
import { absentSettings } from '../../project/absent-settings.js';
import { withoutBlankParts } from '../../project/blank-parts.js';
import { withBuiltInFeatures } from '../../project/built-in-features.js';
import { followVersion } from '../../project/codemods.js';
import { findOldBuild } from '../../project/old-paths.js';
import { readSyncedState } from '../../project/read-synced-state.js';
import { changeModel } from '../change-model.js';
import { hasMarkers } from '../../code/conflict-markers.js';
import { readTemplates } from '../../project/templates.js';
import { UPGRADING } from '../../project/tolerated.js';
import { ownVersionProblem } from '../../project/version-problem.js';
import type { Context } from '../context.js';
import { openProject } from '../project.js';
import { VERSION } from '../../version.js';

/** Upgrades a project to what this crudgen writes; the version is recorded once all of it is written. */
export async function upgrade(context: Context): Promise<number> {
  const project = await openProject(context, UPGRADING);
  const { version } = project.settings;
  const from = version ?? 'an unknown version';
  const marked = [...project.mine].filter(([, text]) => hasMarkers(text)).map(([path]) => path);
  if (marked.length > 0) {
    const message = `there are conflict markers in ${marked.slice(0, 5).join(', ')}`;
    throw refusal('markers', message, 'resolve them, then run: crudgen upgrade');
  }
  const { app, known } = withoutBlankParts(project, readSyncedState(project));
  const followed = followVersion(project, app, version);
  // The only edit, so that it is made of these very files.
  const edits = [() => followed.files];
  const templates = readTemplates();
  const built = withBuiltInFeatures(app, templates, version);
  const change = {
    mode: 'upgrade',
    after: built.app,
    known,
    removed: 'keep-edited',
    edits,
  } as const;
  const messages = {
    done: `upgraded from ${from} to ${VERSION}`,
    nothing: `nothing to change: this project is already at ${VERSION}`,
    next: ['npm install', 'npm run build', 'npm test'],
  };
  const warnings = [
    ...ownVersionProblem(ownCrudgen(project.root), VERSION),
    ...followed.problems,
    ...built.problems,
    ...absentSettings(built.app, project.mine, templates),
    ...(await findOldBuild(project.root)),
  ];
  return changeModel(context, project, change, { messages, warnings });
}
