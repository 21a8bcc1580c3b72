import type { Problem } from '../../problem.js';
import type { Tree } from '../../tree.js';
import { followVersion } from '../history/codemods.js';
import { keepIcons } from './own-icons.js';
import type { OpenProject } from '../open/open-project.js';
import type { UpgradeChange } from './project-change.js';
import { readSyncedState } from '../open/read-synced-state.js';
import { templatesOf } from '../open/templates.js';

/** The changes of an upgrade to this version. */
export interface Upgrade {
  readonly change: UpgradeChange;
  readonly problems: readonly Problem[];
}

/**
 * The change of a project to what this version writes, in another house style if there is one: the same for `upgrade` and for what
 * tells of it before.
 */
export function upgradeOf(project: OpenProject, style?: Tree): Upgrade {
  const { app, mine, settings } = project;
  const followed = followVersion(mine, settings.version);
  const templates = templatesOf(project);
  const icons = keepIcons(project, followed.files, { app, templates });
  return {
    change: {
      mode: 'upgrade',
      after: app,
      known: readSyncedState(project),
      base: icons.base,
      ...(style && { style }),
      removed: 'keep-edited',
      // The only edit, so that it is made of these very files.
      edits: [() => followed.files],
    },
    problems: [...followed.problems, ...icons.problems],
  };
}
