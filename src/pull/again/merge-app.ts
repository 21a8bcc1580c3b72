import { isDeepStrictEqual } from 'node:util';
import { addFields, addModels, removeField, removeModel } from '../../model/change.js';
import { isComposite } from '../../model/composite-references.js';
import type { App, Field, Model } from '../../model/model.js';
import { kebabCase } from '../../model/names.js';
import { joinTableOf } from '../../model/relations.js';
import { type Problem, quoted, warning } from '../../problem.js';
import type { Renames } from '../../schema/rename-schema.js';
import { printField } from '../../spec/print-field.js';
import { PAGE_PREFIXES, reservedClass, RESERVED_PREFIXES } from '../../spec/reserved.js';
import { adoptField, withReference } from './adopt-field.js';
import {
  columnsIn,
  differencesOf,
  type GroupDifference,
  hasGroup,
  type ModelDifference,
  placeOf,
} from './differences.js';
import { followKey } from './follow-key.js';
import { draftOf, type GuessedApp } from './guessed-app.js';
import { mergeField } from './merge-field.js';
import { mergeRules } from './merge-rules.js';
import { fieldAt, freeName, type Merging, modelAt, putModel, type Told } from './merging.js';

/** A database before and now, as guesses with the present names of tables and columns. */
export interface BothGuesses {
  readonly before: Pick<App, 'models'>;
  readonly now: GuessedApp;
  /** The tables and columns that have other names in the database now. */
  readonly renames: Renames;
}

/** The developer's models with what changed in the database. */
export interface MergedApp {
  readonly app: App;
  readonly told: readonly Told[];
  /** Warnings of what is not taken over. */
  readonly problems: readonly Problem[];
}

/** Merges what changed in a database into the developer's models; what these have changed themselves stays. */
export function mergeApp(mine: App, { before, now, renames }: BothGuesses): MergedApp {
  const { came, gone, changed } = differencesOf(before, now);
  const merging: Merging = {
    ...{ app: mine, told: [], problems: [], before, theirs: now },
    drafts: now.pulled.models,
  };
  moveTables(merging, renames);
  addNewModels(merging, came);
  for (const difference of changed) mergeModel(merging, difference);
  for (const { table } of gone) dropModel(merging, table);
  return merging;
}

/** Leads models and fields to tables and columns that have another name now; their own names stay. */
function moveTables(merging: Merging, { tables, columns }: Renames): void {
  for (const model of merging.app.models) {
    const table = tables[model.table] ?? model.table;
    const moved = columns[model.table] ?? {};
    if (table === model.table && Object.keys(moved).length === 0) continue;
    const { told, app } = merging;
    if (table !== model.table)
      told.push({ ...toldOf('move-table', model), change: `${model.table} -> ${table}` });
    const fields = model.fields.map((field): Field => {
      const column = field.type === 'refs' ? field.column : (moved[field.column] ?? field.column);
      if (column !== field.column) {
        const change = `${field.column} -> ${column}`;
        told.push({ ...toldOf('move-column', model, field.name), change });
      }
      return table === model.table
        ? { ...field, column }
        : withFixedJoin(app, model, { ...field, column });
    });
    putModel(merging, model, { ...model, table, fields });
  }
}

/** A many-to-many field whose join table keeps its name although a table gets another one. */
function withFixedJoin(app: App, model: Model, field: Field): Field {
  if (field.type !== 'refs') return field;
  const { table, ownColumn, otherColumn } = joinTableOf(app, model, field);
  return { ...field, reference: { ...field.reference!, join: { table, ownColumn, otherColumn } } };
}

const toldOf = (what: Told['what'], { name }: Model, field: string | null = null): Told => ({
  what,
  model: name,
  field,
  change: '',
  reasons: [],
});

/** Adds the models of new tables: first alone, so that they can refer to each other. */
function addNewModels(merging: Merging, came: readonly Model[]): void {
  const isJoin = (table: string) =>
    merging.app.models.some((model) => fieldAt(merging.app, model, `(${table})`) !== undefined);
  const added = came.filter(({ table }) => !modelAt(merging, table) && !isJoin(table));
  for (const model of added) {
    const bare = { ...model, ...namesFor(merging, model), fields: model.fields.filter(isOwn) };
    merging.app = addModels(merging.app, [bare]);
  }
  for (const { table, fields, name } of added) {
    const bare = modelAt(merging, table)!;
    const adopted = fields
      .map((field) => withNames(merging, bare, field))
      .filter(({ type, reference }) => !/^refs?$/.test(type) || reference !== null);
    putModel(merging, modelAt(merging, table)!, { ...bare, fields: adopted });
    const draft = draftOf(table, merging.drafts)!;
    const clash = name === bare.name ? '' : `; \`${name}\` is another model`;
    const change = `the table ${table} with ${draft.table.columns.length} columns${clash}`;
    merging.told.push({ ...toldOf('add-model', bare), change, reasons: draft.reasons });
  }
}

const isOwn = ({ reference }: Field): boolean => reference === null;

/** A field of a new model, whose references lead to the developer's classes under a free name. */
function withNames(merging: Merging, model: Model, field: Field): Field {
  const now = withReference(merging, model, field);
  if (now.reference !== null) {
    const known = modelAt(merging, model.table)!;
    putModel(merging, known, {
      ...known,
      fields: [...known.fields.filter(({ name }) => name !== now.name), now],
    });
  }
  return now;
}

/** A class and a prefix that no other model has. */
function namesFor({ app }: Merging, { name, prefix }: Model): Pick<Model, 'name' | 'prefix'> {
  const files = new Set(app.models.map((model) => kebabCase(model.name)));
  const prefixes = new Set(app.models.map((model) => model.prefix.toLowerCase()));
  const isFreeClass = (one: string) => !files.has(kebabCase(one)) && reservedClass(one) === null;
  const isFreePrefix = (one: string) =>
    !prefixes.has(`/${one}`.toLowerCase()) &&
    !RESERVED_PREFIXES.has(one) &&
    !PAGE_PREFIXES.has(one);
  return {
    name: isFreeClass(name)
      ? name
      : freeName(`${name}Record`, isFreeClass).replace(/_(\d+)$/, '$1'),
    prefix: `/${freeName(prefix.slice(1), isFreePrefix)}`,
  };
}

/** Gives a developer's model what changed of its table. */
function mergeModel(merging: Merging, given: ModelDifference): void {
  const { table } = given.now;
  if (modelAt(merging, table) === undefined) return;
  const difference = followKey(merging, given);
  const { now } = difference;
  mergeSettings(merging, difference);
  for (const field of difference.came) addNewField(merging, now, field);
  for (const one of difference.changed) mergeField(merging, table, one);
  // A reference of several columns goes before these do.
  const gone = difference.gone.toSorted(
    (one, other) => Number(isComposite(other)) - Number(isComposite(one)),
  );
  for (const field of gone) dropField(merging, difference, field);
  mergeGroups(merging, table, 'unique', difference.unique);
  mergeGroups(merging, table, 'indexes', difference.indexes);
}

/** The settings of a model that only the database has changed. */
function mergeSettings(merging: Merging, difference: ModelDifference): void {
  const { was, now, settings } = difference;
  for (const key of settings) {
    if (key === 'sqlIndexes' || key === 'checks') {
      mergeRules(merging, key, difference);
      continue;
    }
    const model = modelAt(merging, now.table)!;
    const [before, after, mine] = [was[key], now[key], model[key]];
    if (isDeepStrictEqual(mine, after)) continue;
    const change = `${key}: ${JSON.stringify(before ?? null)} -> ${JSON.stringify(after ?? null)}`;
    if (!isDeepStrictEqual(mine, before)) {
      const message = `\`${model.name}\`: ${change} in the database, and ${JSON.stringify(mine ?? null)} in the model, where it stays`;
      merging.problems.push(warning('both-changed', message));
      continue;
    }
    const { [key]: _, ...rest } = model;
    const changed = { ...rest, ...(after !== undefined && { [key]: after }) } as Model;
    putModel(merging, model, changed);
    merging.told.push({ ...toldOf('change-model', model), change });
  }
}

/** Adds the field of a new column, unless the developer has it already. */
function addNewField(merging: Merging, guessed: Model, field: Field): void {
  const model = modelAt(merging, guessed.table)!;
  const place = placeOf(merging.theirs, guessed, field);
  const isKnown =
    fieldAt(merging.app, model, place) !== undefined ||
    (model.others ?? []).some(({ column }) => column === place) ||
    modelAt(merging, place.slice(1, -1)) !== undefined;
  if (isKnown) return;
  if (field.key !== null) {
    merging.problems.push(ofKey(model, place));
    return;
  }
  const adopted = adoptField(merging, model, field);
  if (/^refs?$/.test(adopted.type) && adopted.reference === null) return;
  merging.app = addFields(merging.app, model.name, [adopted]);
  const change = printField(adopted, model.table) ?? adopted.type;
  const columns = draftOf(guessed.table, merging.drafts)?.fields ?? [];
  const { reasons = [] } = columns.find(({ column }) => column?.name === field.column) ?? {};
  merging.told.push({ ...toldOf('add-field', model, adopted.name), change, reasons });
}

const ofKey = ({ name }: Model, place: string): Problem =>
  warning(
    'key-changed',
    `the primary key of \`${name}\` has changed in the database (\`${place}\`), which a model cannot follow`,
    `remove the model and keep its table, then add it anew: crudgen model remove ${name} --keep`,
  );

/** Removes the field of a column that went. */
function dropField(merging: Merging, { was, now }: ModelDifference, field: Field): void {
  const model = modelAt(merging, now.table)!;
  const place = placeOf(merging.before, was, field);
  const found = fieldAt(merging.app, model, place);
  if (found === undefined) return;
  if (found.key !== null) {
    merging.problems.push(ofKey(model, place));
    return;
  }
  if (isComposite(found)) {
    // Its columns stay, until the database has none of them.
    const fields = model.fields.filter((one) => one !== found);
    putModel(merging, model, { ...model, fields });
  } else merging.app = removeField(merging.app, model.name, found.name);
  merging.told.push({ ...toldOf('remove-field', model, found.name), change: found.column });
}

/** Adds and removes groups of fields that are unique together, or have an index together. */
function mergeGroups(
  merging: Merging,
  table: string,
  kind: 'unique' | 'indexes',
  { came, gone }: GroupDifference,
): void {
  const model = modelAt(merging, table)!;
  const columns = columnsIn(model, model[kind]);
  const kept = model[kind].filter((_, at) => !hasGroup(gone, columns[at]!));
  const added = came
    .filter((group) => !hasGroup(columns, group) && !(kind === 'indexes' && model.readOnly))
    .map((group) => group.map((column) => fieldAt(merging.app, model, column)?.name))
    .filter((group): group is string[] => group.every((name) => name !== undefined));
  if (kept.length === model[kind].length && added.length === 0) return;
  putModel(merging, model, { ...model, [kind]: [...kept, ...added] });
  const listed = (groups: Model['unique']) => quoted(groups.map((group) => group.join(', ')));
  const lost = model[kind].filter((group) => !kept.includes(group));
  const change = [
    ...(added.length === 0 ? [] : [`${kind} + ${listed(added)}`]),
    ...(lost.length === 0 ? [] : [`${kind} - ${listed(lost)}`]),
  ].join(', ');
  merging.told.push({ ...toldOf('change-model', model), change });
}

/** Removes the model of a table that went. */
function dropModel(merging: Merging, table: string): void {
  const model = modelAt(merging, table);
  if (model === undefined) return;
  merging.app = removeModel(merging.app, model.name);
  merging.told.push({ ...toldOf('remove-model', model), change: `the table ${table}` });
}
