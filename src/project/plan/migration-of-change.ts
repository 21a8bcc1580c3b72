import type { App } from '../../model/model.js';
import { type Feature, featuresIn, featureTables } from '../../render/features.js';
import type { Schema } from '../../schema/engine/schema.js';
import { type ProjectChange, toldWith } from '../change/project-change.js';
import type { OpenProject } from '../open/open-project.js';
import { readSyncedState, requireSynced, type SyncedState } from '../open/read-synced-state.js';
import type { BothModels, TemplatesOfBoth } from './both-models.js';
import { type PlannedMigration, planMigration } from './plan-migration.js';

/** The migration of a change; refuses a change of models whose entities have edits without a migration. */
export function migrationOf(
  project: OpenProject,
  change: ProjectChange,
  { before, after, templates, existing }: BothModels,
  now: Date,
): PlannedMigration {
  const known = change.mode === 'change' ? undefined : change.known;
  const migration = planMigration({
    ...{ after, now, existing },
    isPulled: change.mode === 'change' && change.pulled !== undefined,
    ...toldWith(change),
    before: change.mode === 'sync' ? before : project.app,
    schema: schemaBefore(change),
    templates: templates.after,
    featureTables: [
      tablesBefore(before, after, templates, known ?? foundAgain(project, templates)),
      featureTables(after, templates.after),
    ],
  });
  // A field that is renamed may keep its column, but its kept copy would hide that the column has no migration yet.
  const isOfTables =
    change.mode === 'change' && (migration.own.length > 0 || change.members !== undefined);
  if (isOfTables) requireSynced(project);
  return migration;
}

/** The tables from which the migration of a command starts, if these differ from the schema of its first model. */
function schemaBefore(change: ProjectChange): Schema | undefined {
  if (change.mode === 'sync') return change.known.schema;
  return change.mode === 'change' ? change.schema : undefined;
}

/** The present tables of features: as the migrations create them if these were read, else as the features define them. */
function tablesBefore(
  before: App,
  after: App,
  templates: TemplatesOfBoth,
  known?: SyncedState,
): Schema {
  const had = featureTables(before, templates.before);
  const made = known?.migrated;
  if (made === undefined) return had;
  const has = featureTables(after, templates.after);
  const names = new Set([had, has].flatMap(({ tables }) => Object.keys(tables)));
  const tables = Object.entries(made.tables).filter(([name]) => names.has(name));
  return { tables: Object.fromEntries(tables) };
}

/** The tables of a project to which a feature of others returns after its pack was lost: its own tables are still there. */
function foundAgain(
  project: OpenProject,
  { before, after }: TemplatesOfBoth,
): SyncedState | undefined {
  const had = new Set(featuresIn(before).map(({ name }) => name));
  const isFound = ({ name }: Feature) => project.settings.features.includes(name) && !had.has(name);
  return featuresIn(after).some(isFound) ? readSyncedState(project) : undefined;
}
