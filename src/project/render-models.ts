import type { App, Model } from '../model/model.js';
import { reachedFrom } from '../model/relations.js';
import { hasBackOffice } from '../render/features.js';
import { modelPaths } from '../render/render-model.js';
import { renderApp } from '../render/render-project.js';
import {
  MIGRATIONS_GEN,
  migrationsIn,
  MODELS_GEN,
  type Registered,
  registeredIn,
  renderModelsGen,
} from '../render/render-registry.js';
import type { Tree } from '../tree.js';
import { migrationClasses } from './migration-files.js';
import type { OpenProject } from './open-project.js';
import { withVersion } from './with-version.js';

/** The models before and after, and the migrations before and between them. */
export interface RenderedModels {
  readonly before: App;
  readonly after: App;
  readonly templates: Tree;
  /** The existing migrations. */
  readonly existing: readonly string[];
  /** The new migration; empty where the tables stay the same. */
  readonly file: Tree;
  /** Whether everything is rendered anew, and not only what differs between the two models. */
  readonly isWhole: boolean;
}

/** Renders both models: the one before with the registry of the kept copies; `withRegistry` adds that of the one after. */
export function renderModels(
  project: OpenProject,
  { before, after, templates, existing, file, isWhole }: RenderedModels,
): { readonly before: Tree; readonly after: Tree } {
  const { base, mine, settings } = project;
  const known = isWhole ? () => null : copiesOfUnchanged(project, before, after);
  const listed = migrationsIn(base.get(MIGRATIONS_GEN) ?? '');
  const at = (tree: Tree) => (isWhole ? tree : withVersion(tree, settings.version));
  return {
    before: at(
      renderApp(before, {
        templates,
        migrations: [...listed.keys()],
        migrationClasses: listed,
        ...registeredIn(base.get(MODELS_GEN) ?? ''),
        known,
      }),
    ),
    after: at(
      renderApp(after, {
        templates,
        migrations: [...existing, ...file.keys()],
        migrationClasses: migrationClasses(existing, mine),
        known,
      }),
    ),
  };
}

/**
 * The kept copies of models that are the same before and after, with all that their files depend on: of hundreds of models
 * nearly all are, and need not be rendered to be compared.
 */
function copiesOfUnchanged({ base, merging, repaired }: OpenProject, before: App, after: App) {
  const isBroken = merging.size + repaired.size > 0;
  if (isBroken || hasBackOffice(before) !== hasBackOffice(after)) return () => null;
  const own = new Set(before.models);
  const isSame = (model: Model) =>
    own.has(model) && isAlike(reachedFrom(before, model), reachedFrom(after, model));
  const unchanged = new Set(after.models.filter(isSame));
  return (model: Model): Tree | null => {
    if (!unchanged.has(model)) return null;
    const paths = modelPaths(after, model);
    return paths.every((path) => base.has(path))
      ? new Map(paths.map((path) => [path, base.get(path)!]))
      : null;
  };
}

const isAlike = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item, at) => item === other[at]);

/** A render whose registry names the parts of models by their exports. */
export function withRegistry(rendered: Tree, app: App, registered: Registered): Tree {
  return new Map(rendered).set(MODELS_GEN, renderModelsGen(app, registered));
}
