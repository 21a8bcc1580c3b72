import { exportedClass } from '../code/definitions.js';
import { parseCode } from '../code/typescript.js';
import type { App, Model } from '../model/model.js';
import { reachedFrom } from '../model/relations.js';
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
import type { OpenProject } from './open-project.js';

/** The two models of a plan, and the migrations before and between them. */
export interface RenderedModels {
  readonly before: App;
  readonly after: App;
  readonly templates: Tree;
  /** Migrations that the project has. */
  readonly existing: readonly string[];
  /** The new migration; empty where the tables stay as they are. */
  readonly file: Tree;
  /** Whether all is wanted as this crudgen writes it, and not only what differs between the two models. */
  readonly isWhole: boolean;
}

/** The renders of the model before, as the lists of the kept copies name its parts, and of the model after, whose parts `withRegistry` names. */
export function renderModels(
  project: OpenProject,
  { before, after, templates, existing, file, isWhole }: RenderedModels,
): { readonly before: Tree; readonly after: Tree } {
  const { base, mine } = project;
  const known = isWhole ? () => null : copiesOfUnchanged(project, before, after);
  const listed = migrationsIn(base?.get(MIGRATIONS_GEN) ?? '');
  return {
    before: renderApp(before, {
      templates,
      migrations: base === null ? existing : [...listed.keys()],
      migrationClasses: listed,
      ...registeredIn(base?.get(MODELS_GEN) ?? ''),
      known,
    }),
    after: renderApp(after, {
      templates,
      migrations: [...existing, ...file.keys()],
      migrationClasses: classesOf(existing, mine),
      known,
    }),
  };
}

/**
 * The kept copies of models that are the same before and after, with all that their files speak of: what does not change need
 * not be rendered twice to be found the same, and of hundreds of models nearly all are such.
 */
function copiesOfUnchanged({ base, merging, mended }: OpenProject, before: App, after: App) {
  const isBroken = merging.size + mended.size > 0;
  if (base === null || isBroken || before.web !== after.web) return () => null;
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

/** A render whose registry names the parts of models as they are exported. */
export function withRegistry(rendered: Tree, app: App, registered: Registered): Tree {
  return new Map(rendered).set(MODELS_GEN, renderModelsGen(app, registered));
}

/** The class that each migration exports. */
function classesOf(paths: readonly string[], files: Tree): Map<string, string> {
  return new Map(
    paths.flatMap((path): [string, string][] => {
      const name = exportedClass(parseCode(path, files.get(path) ?? ''));
      return name === null ? [] : [[path, name]];
    }),
  );
}
