import { exportedClass } from '../code/definitions.js';
import { parseCode } from '../code/typescript.js';
import type { App } from '../model/model.js';
import { renderApp } from '../render/render-project.js';
import {
  exportedIn,
  MIGRATIONS_GEN,
  migrationsIn,
  MODELS_GEN,
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
}

/** The renders of the model before, as the lists of the kept copies name its parts, and of the model after. */
export function renderModels(
  { base, mine, exported }: OpenProject,
  { before, after, templates, existing, file }: RenderedModels,
): { readonly before: Tree; readonly after: Tree } {
  const listed = migrationsIn(base?.get(MIGRATIONS_GEN) ?? '');
  return {
    before: renderApp(before, {
      templates,
      migrations: base === null ? existing : [...listed.keys()],
      migrationClasses: listed,
      exported: exportedIn(base?.get(MODELS_GEN) ?? ''),
    }),
    after: renderApp(after, {
      templates,
      migrations: [...existing, ...file.keys()],
      migrationClasses: classesOf(existing, mine),
      exported,
    }),
  };
}

/** A render whose registry names the parts of models as they are exported. */
export function withRegistry(
  rendered: Tree,
  app: App,
  exported: ReadonlyMap<string, string>,
): Tree {
  return new Map(rendered).set(MODELS_GEN, renderModelsGen(app, exported));
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
