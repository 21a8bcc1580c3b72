import type { App } from '../../model/model.js';
import { planChanges } from '../../plan/plan-changes.js';
import type { Plan } from '../../plan/plan.js';
import { namedFeatures } from '../../render/features.js';
import type { Baseline } from '../../render/render-migration.js';
import { keepsBase, renderProject } from '../../render/render-project.js';
import { HOUSE } from '../../render/house-style.js';
import { KEPT_DATABASE, type KeptDatabase, printDatabase } from '../../pull/again/kept-database.js';
import { NO_FILES, type Tree } from '../../tree.js';
import { registerSearch } from '../change/edit-search.js';
import { type Edit, edited } from '../change/workspace.js';
import { styleCopies } from '../open/house-style.js';
import { newestMigration } from '../open/migration-files.js';
import { requireSaidModels } from './styled-sources.js';
import { templatesOf } from '../open/templates.js';

/** The facts that a project begins with besides its app. */
export interface NewProject {
  readonly now: Date;
  /** Goes into its `.env`. */
  readonly secret: string;
  /** Its house style, by the paths that templates have in crudgen. */
  readonly style?: Tree;
  /** Edits that are the developer's own from the start. */
  readonly edits?: readonly Edit[];
  /** The database of which it is made; absent where it begins without one. */
  readonly database?: PulledDatabase;
}

/** A database that was there before its project. */
export interface PulledDatabase {
  readonly baseline: Baseline;
  /** Its URL as the project has it; null where an empty database gets its tables. */
  readonly url: string | null;
  /** The spec that was made of it: the developer's own file; null where they have it already. */
  readonly spec: string | null;
  /** The database as it was read, from which a later `pull` finds what has changed. */
  readonly read: Omit<KeptDatabase, 'migration'>;
  /** The features that its tables need besides that of the baseline. */
  readonly features: readonly string[];
}

/** The file with the spec that `pull` made of the project's database. */
export const PULLED_SPEC = 'models.yaml';

/** The feature that knows of a baseline. */
const BASELINE = 'baseline';

/** The plan of a new project; refuses a house style that says something else of a model than the app. */
export function planNewProject(given: App, project: NewProject): Plan {
  const { now, secret, style = NO_FILES, edits = [], database } = project;
  const baseline = database?.baseline;
  const templates = templatesOf({ applied: style, installed: NO_FILES });
  const app = database
    ? { ...given, features: [...namedFeatures(given, templates), BASELINE, ...database.features] }
    : given;
  requireSaidModels(EMPTY, app, app.models, templates);
  const rendered = renderProject(app, {
    ...{ now, secret, templates, baseline },
    databaseUrl: database?.url ?? null,
  });
  const search = registerSearch({ unreadFiles: new Set() }, app.models);
  const told = edited(rendered, [search, ...edits]);
  const own = [...style].map(([name, text]) => [HOUSE + name, text] as const);
  const spec = database?.spec == null ? [] : [[PULLED_SPEC, database.spec] as const];
  const next = new Map([...told, ...own, ...spec]);
  const plan = planChanges({ base: NO_FILES, mine: NO_FILES, next });
  const copies = [...rendered].filter(([path]) => keepsBase(path));
  const migration = newestMigration(rendered.keys());
  const store = database
    ? new Map([[KEPT_DATABASE, printDatabase({ ...database.read, migration })]])
    : plan.store;
  return { ...plan, store, base: new Map([...copies, ...styleCopies(EMPTY, style)]) };
}

/** A project before its first file. */
const EMPTY = { mine: NO_FILES, base: NO_FILES, applied: NO_FILES, isAdopted: false };
