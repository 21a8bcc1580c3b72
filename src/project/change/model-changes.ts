import {
  findModel,
  removeField,
  removeModel,
  renameField,
  renameModel,
  fieldNamed,
  referencesTo,
} from '../../model/change.js';
import type { App, Field, Model } from '../../model/model.js';
import { isRowNumber } from '../../model/keys.js';
import { namesColumn } from '../../model/sql-expression.js';
import { referencesToField } from '../../model/unique-references.js';
import { type Refusal, refusal } from '../../problem.js';
import { applyStep } from '../../schema/engine/replay.js';
import { schemaOf } from '../../schema/schema.js';
import { updateSearch, warnOfSearch } from './edit-search.js';
import type { OpenProject } from '../open/open-project.js';
import { fieldMembers, type ModelChange, type OldName } from './project-change.js';
import { renamedParts } from './rename-model.js';
import { pathOfEntity } from '../../code/code-index.js';
import { dropInverses } from '../../refactor/edit-members.js';
import { fixedKey } from '../../spec/check-key.js';
import { printJson } from '../../spec/print-json.js';
import type { Edit } from './workspace.js';
import { readSyncedState } from '../open/read-synced-state.js';

/** Renames a model, with its table and prefix where they are the defaults. */
export function renamedModel(project: OpenProject, from: string, to: string): ModelChange {
  const old = findModel(project.app, from);
  const parts = old.parts && renamedParts(old, { name: to });
  const renamed = renameModel(project.app, from, to);
  const models = renamed.models.map((one) => (one.name === to && parts ? { ...one, parts } : one));
  const after = { ...renamed, models };
  const now = findModel(after, to);
  return {
    mode: 'change',
    after,
    renames: { tables: old.table === now.table ? {} : { [old.table]: now.table }, columns: {} },
    renamed: [old, now],
    edits: [updateSearch(project, after, { models: [[from, to]] })],
    oldNames: oldInverses(project, old, now),
  };
}

/** Inverse relations that were named after the model by default. */
function oldInverses({ app }: OpenProject, old: Model, now: Model): OldName[] {
  return old.fields.flatMap(({ reference }, at) => {
    const inverse = reference?.inverse;
    if (inverse == null || now.fields[at]?.reference?.inverse === inverse) return [];
    const model = app.models.find(({ name }) => name === reference?.model);
    return model === undefined ? [] : [{ model, names: [inverse] }];
  });
}

/** Removes a model with its files and table; with `keep` both stay. */
export function removedModel(project: OpenProject, name: string, keep: boolean): ModelChange {
  const { table } = findModel(project.app, name);
  const after = removeModel(project.app, name);
  const all = schemaOf(project.app);
  const schema = keep ? applyStep(all, { do: 'dropTable', table }) : all;
  const search = updateSearch(project, after);
  const edits = keep ? [withoutInverses(project, name), ignoreTable(project, table)] : [];
  const removed = keep ? 'keep' : 'refuse';
  const oldNames = referencesTo(project.app, name).map(({ model, field }): OldName => {
    return { model, names: fieldMembers(field) };
  });
  return { mode: 'change', after, schema, removed, edits: [...edits, search], oldNames };
}

/** Gives fields of a model other settings; `after` is the app with them. */
export function changedFields(
  project: OpenProject,
  model: Model,
  fields: ReadonlyMap<Field, Field>,
  after: App,
): ModelChange {
  for (const field of fields.keys()) requireReadable(project, model, field);
  return { mode: 'change', after, edits: [updateSearch(project, after)] };
}

/** Renames a field and its column, unless the column has a name of its own. */
export function renamedField(
  project: OpenProject,
  model: Model,
  field: Field,
  to: string,
): ModelChange {
  requireReadable(project, model, field);
  if (field.key === 'public' && field.name === 'id') throw keptPublicId(model, field, to);
  const after = renameField(project.app, model.name, field.name, to);
  const renamed = findModel(after, model.name).fields[model.fields.indexOf(field)]!;
  const members = fieldMembers(field).map(
    (name, at) => [name, fieldMembers(renamed)[at]!] as const,
  );
  const names = new Map(members.filter(([old, now]) => old !== now));
  const searched = { model: model.name, from: field.name, to: renamed.name };
  return {
    mode: 'change',
    after,
    renames: { tables: {}, columns: { [model.table]: { [field.column]: renamed.column } } },
    edits: [updateSearch(project, after, { fields: [searched] })],
    members: { model, names },
    oldNames: [{ model, names: [...names.keys()] }],
    warnings: warnOfSearch(project, after, searched),
  };
}

/** Removes a field and its column. */
export function removedField(project: OpenProject, model: Model, field: Field): ModelChange {
  requireReadable(project, model, field);
  if (field.key !== null) throw keptKey(model);
  const [first] = referencesToField(project.app, model, field);
  if (first !== undefined) {
    const { name } = first.model;
    const { relation } = first.field.reference!;
    throw refusal(
      'referred-field',
      `\`${name}.${relation}\` refers to rows of \`${model.name}\` by \`${field.name}\``,
      `remove the reference first: crudgen model remove-field ${name} ${relation}`,
    );
  }
  const user = model.fields.find(
    (one) => one !== field && one.generated !== null && namesColumn(one.generated, field.column),
  );
  if (user !== undefined)
    throw refusal(
      'generated-from',
      `\`${model.name}.${user.name}\` is generated from \`${field.column}\``,
      `change or remove it first: crudgen model remove-field ${model.name} ${user.name}`,
    );
  const after = removeField(project.app, model.name, field.name);
  const edits = [updateSearch(project, after)];
  return { mode: 'change', after, edits, oldNames: [{ model, names: fieldMembers(field) }] };
}

/** Refuses a field in code that crudgen cannot read: only its developer can change it. */
function requireReadable({ unreadFields }: OpenProject, model: Model, field: Field): void {
  const { name, table } = model;
  if (isRowNumber(model, field)) throw keptKey(model);
  if (unreadFields.get(table)?.has(field.name) !== true) return;
  const message = `\`${name}.${field.name}\` is in code that crudgen cannot read and therefore does not change`;
  throw refusal('unreadable-member', message, 'change it by hand, then run: crudgen sync');
}

/** Says that a public id is called `id`, and how its column gets another name. */
const keptPublicId = ({ name }: Model, { column }: Field, to: string): Refusal =>
  refusal(
    'bad-key',
    `\`${name}.id\` is a public id, which is called \`id\`: it is what the world sees of a row`,
    `to rename its column, write \`name: '${to}'\` in its \`@Column\`, then run: crudgen sync --rename ${name}.${column}:${to}`,
  );

/** Says that the rows of a model keep their key. */
function keptKey(model: Model): Refusal {
  const { message, help } = fixedKey(model);
  return refusal('fixed-key', message, help);
}

const SETTINGS = 'crudgen.json';

/** Notes in crudgen.json that a class is no longer a model. */
function ignoreTable({ settings }: OpenProject, table: string): Edit {
  return (files) => {
    const json = JSON.parse((files.get(SETTINGS) ?? '{}').replace(/^\uFEFF/, '')) as object;
    const next = { ...json, ignore: [...settings.ignore, table] };
    return new Map(files).set(SETTINGS, `${printJson(next)}\n`);
  };
}

/** Removes the inverse relations from a class that is taken out, since the other models lose their side. */
function withoutInverses({ app }: OpenProject, name: string): Edit {
  const gone = findModel(app, name).fields.flatMap(({ reference }) => reference?.inverse ?? []);
  return (files) => {
    const path = pathOfEntity(files, name);
    if (path === null) return files;
    return new Map(files).set(path, dropInverses(path, files.get(path) ?? '', { name, gone }));
  };
}

/** The values of `--rename` for a field that the developer has renamed but not synced; else null. */
export function renameByHand(
  project: OpenProject,
  model: Model,
  from: string,
  to: string,
): readonly string[] | null {
  const { before } = readSyncedState(project);
  const old = before.models.find(({ table }) => table === model.table);
  const was = old && fieldNamed(old, from);
  const now = fieldNamed(model, to);
  if (!was || !now || fieldNamed(old, to)) return null;
  return was.column === now.column ? [] : [`${model.table}.${was.column}:${now.column}`];
}
