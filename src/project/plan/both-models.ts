import type { App } from '../../model/model.js';
import type { Tree } from '../../tree.js';
import { requireListedFeatures } from '../change/feature-changes.js';
import { keepDashboard } from '../change/keep-dashboard.js';
import { keepLists } from '../change/keep-lists.js';
import {
  installedAfter,
  type ProjectChange,
  styleAfter,
  toldWith,
} from '../change/project-change.js';
import { migrationsOf, withoutNewMigrations } from '../open/migration-files.js';
import type { OpenProject } from '../open/open-project.js';
import { templatesOf } from '../open/templates.js';

/** The models before and after a change, with what renders them. */
export interface BothModels {
  readonly before: App;
  readonly after: App;
  readonly templates: TemplatesOfBoth;
  /** The existing migrations. */
  readonly existing: readonly string[];
}

/**
 * The templates with the features of others before a change and from now on. Both have the house style from now on: as after an
 * upgrade, the model before is rendered as this crudgen would have rendered it.
 */
export interface TemplatesOfBoth {
  readonly before: Tree;
  readonly after: Tree;
}

/** The models of a change; refuses features that `crudgen.json` lists and nobody knows, and features that it no longer lists. */
export function bothModels(project: OpenProject, change: ProjectChange): BothModels {
  const templates = templatesFor(project, change);
  requireListedFeatures(project, templates);
  const { mode } = change;
  const known = mode === 'change' ? undefined : change.known;
  const before = known?.before ?? project.app;
  const listed = mode === 'change' ? keepLists(before, change.after) : change.after;
  const after =
    mode === 'upgrade'
      ? listed
      : keepDashboard(before, listed, project.mine, toldWith(change).renames);
  return { before, after, templates, existing: migrationsOf(project.mine, templates.after) };
}

/** The templates for a project in its house style, without migrations that only `upgrade` brings. */
function templatesFor(project: OpenProject, change: ProjectChange): TemplatesOfBoth {
  const templates = (installed: Tree): Tree => {
    const all = templatesOf({ applied: styleAfter(project, change), installed });
    return change.mode === 'upgrade' ? all : withoutNewMigrations(all, project);
  };
  const after = templates(installedAfter(project, change));
  // One tree if both are alike: functions remember what they made of a tree.
  const isSame = installedAfter(project, change) === project.installed;
  return { before: isSame ? after : templates(project.installed), after };
}
