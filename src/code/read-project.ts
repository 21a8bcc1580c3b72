import type { App, Field, Model, ModelPart } from '../model/model.js';
import { BUILT_IN, EXTENSIBLE_MODELS, isUser, loginOf, setLogin, USER } from '../model/built-in.js';
import { camelCase, titleCase } from '../model/names.js';
import { isUnextended, withParts } from '../model/parts.js';
import { withoutDefaultJoins } from '../model/relations.js';
import { once } from '../once.js';
import type { Problem } from '../problem.js';
import { modelNames } from '../render/model-names.js';
import { isGenerated, type Tree } from '../tree.js';
import { accessPlaces } from './access-place.js';
import { buildModel } from './build-model.js';
import { carryUnread, type Gap } from './carry-unread.js';
import {
  defaultProblems,
  groupProblems,
  targetProblems,
  typeProblems,
  valueProblems,
  unitProblems,
} from './check-entities.js';
import { trashProblems } from './check-trash.js';
import { keyProblems, referenceProblems, unreadKeyProblems } from './check-keys.js';
import { partsOf } from './code-index.js';
import { recordActions } from './read-routes.js';
import { markersIn } from './conflict-markers.js';
import { isEntity } from './decorators.js';
import { matchKeys } from './match-keys.js';
import { withCards } from './read-cards.js';
import { withLists } from './list-columns.js';
import { withLayouts } from './read-layouts.js';
import { inMenuOrder, withPlaces } from './read-menu.js';
import {
  accessProblems,
  lostRules,
  mayBe,
  memberProblems,
  unreadEntityProblems,
} from './unread-problems.js';
import { NO_RULES, type AccessRules } from './read-access.js';
import { linkProblems, withLinks } from './read-links.js';
import type { Entity } from './read-entity.js';
import { importsIn, type Imports } from './imports.js';
import { readFiles, type Found } from './read-files.js';
import { readRoles } from './read-roles.js';
import { readSettings, type Settings } from './read-settings.js';
import { hidingModels, unreadProblems, type UnreadFiles } from './unread-files.js';

/** A project as read from its files. */
export interface Project {
  readonly app: App;
  readonly settings: Settings;
  /** Problems, once each, with file and line. */
  readonly problems: readonly Problem[];
  /** Tree that cannot be parsed: a plan that is only shown leaves them out. */
  readonly unreadFiles: ReadonlySet<string>;
  /** The fields whose code cannot be read, by table. They are as crudgen last knew them. */
  readonly unreadFields: ReadonlyMap<string, ReadonlySet<string>>;
  /** Tables of entities with parts that cannot be read. */
  readonly partlyRead: ReadonlySet<string>;
  /** Renamed exports of model parts: `taskAccess` -> `rules`. */
  readonly exported: ReadonlyMap<string, string>;
}

/** The knowledge about a project besides its files. */
export interface Knowledge {
  /** The pristine copies; none by default. */
  readonly base?: Tree;
  readonly unread?: UnreadFiles;
}

/** Reads the models and options of a project from its files; what cannot be read is reported and left alone. */
export function readProject(
  files: Tree,
  { base = new Map(), unread = new Map() }: Knowledge = {},
): Project {
  const { settings, problems } = readSettings(files);
  const found = readFiles(files, settings.ignore);
  const placeOf = accessPlaces(files, base);
  const hiding = hidingModels(unread, base);
  const isClosed = hiding.length + found.unreadFiles.length > 0;
  const known =
    base.size > 0 && (isClosed || isVague(found, placeOf)) ? knownApp(base, settings) : null;
  const entities = matchKeys(underTables(found.entities, known));
  const { name, database, features } = settings;
  const read = {
    name,
    database,
    ...(settings.ids && { ids: settings.ids }),
    features,
    models: entities
      .map((one) => asBuiltIn(modelOf(one, found, known), known))
      .map((model) => withParts(model, partsIn(files, model, placeOf(model))))
      .filter(hasOwn),
    ...readRoles(files),
  };
  const gaps = new Map(entities.map((entity) => [entity.table, gapOf(entity)] as const));
  const mayHide = (model: Model) =>
    isClosed || found.unreadEntities.some((one) => mayBe(one, model));
  const carried = withoutDefaultJoins(carryUnread(read, { models: gaps, mayHide }, known));
  const whole = withLinks(carried, entities, known);
  const listed = { ...whole, models: withLists(inMenuOrder(whole.models, files), files) };
  // Cards, places and layouts are merged with what their developer has made of them, so they are what crudgen wrote.
  const written = base.size > 0 ? base : files;
  const app = withLayouts(withPlaces(withCards(listed, written), written), written);
  const marked = markedFiles(files, base, found.unreadFiles);
  return {
    app,
    settings,
    problems: [
      ...problems,
      ...unreadProblems(unread, base),
      ...marked,
      ...entityProblems({ ...found, entities }, app, known, importsIn(files)),
    ],
    unreadFiles: new Set([
      ...unread.keys(),
      ...found.unreadFiles,
      ...marked.flatMap(({ at }) => at?.file ?? []),
    ]),
    unreadFields: unreadFieldsOf(app, read),
    partlyRead: new Set(
      entities.flatMap(({ table, unread }) => (unread.length > 0 ? [table] : [])),
    ),
    exported: exportedNames(
      files,
      app.models.map((model) => model.name),
    ),
  };
}

/** The app of pristine copies, which the project that they are of may be compared with many times. */
export const appOfCopies = once((base: Tree): App => readProject(base).app);

/** Whether something cannot be read and must be looked up in the pristine copies. */
const isVague = (
  { entities, access, unreadEntities }: Found,
  placeOf: (entity: Entity) => string | null,
): boolean =>
  unreadEntities.length > 0 ||
  entities.some((entity) => {
    const call = access.get(entity.name);
    const isUnreadAccess = call === undefined ? placeOf(entity) !== null : call.unread.length > 0;
    const isUnread = entity.relations.some(({ lines }) => lines === null);
    return isUnreadAccess || isUnread || entity.unread.length > 0;
  });

/** The models as crudgen last wrote them, without those that the developer took out of the service. */
function knownApp(base: Tree, { ignore }: Settings): App {
  const app = appOfCopies(base);
  return { ...app, models: app.models.filter(({ table }) => !ignore.includes(table)) };
}

/** The entities; one with a computed table gets the known table of its class, and is left out without one. */
function underTables(entities: readonly Entity[], known: App | null): Entity[] {
  return entities.flatMap((entity) => {
    if (!entity.unread.some(({ property }) => isEntity({ name: property.slice(1) })))
      return [entity];
    const before = known?.models.find(({ name }) => name === entity.name);
    return before ? [{ ...entity, table: before.table }] : [];
  });
}

/** The built-in model with this table. */
const builtInAt = (table: string): Model | undefined =>
  EXTENSIBLE_MODELS.find((model) => model.table === table);

/** The built-in settings of users and tenants, whatever their class is called, and built-in fields apart from the project's own. */
function asBuiltIn(model: Model, known: App | null): Model {
  const builtIn = builtInAt(model.table);
  if (builtIn === undefined) return model;
  const { name, prefix, timestamps } = builtIn;
  const login = loginOf(known?.models.find(({ table }) => table === model.table) ?? builtIn);
  const isLogin = (field: Field) => login.some((one) => one.name === field.name);
  const own = {
    ...model,
    name,
    prefix,
    timestamps,
    fields: model.fields.filter((one) => !isLogin(one)),
  };
  // What cannot be read is as crudgen last knew it.
  return setLogin(
    own,
    login.map((field) => {
      const read = model.fields.find((one) => one.name === field.name);
      return read ? { ...read, read: null, write: null } : field;
    }),
  );
}

/** Whether a model is the project's own, or an extended built-in one: the class of `User` alone is in every project. */
const hasOwn = (model: Model): boolean => !(isUser(model) && isUnextended(model));

/** The rules of a model without an access file: of a built-in one, only an Admin has access. */
const rulesWithout = ({ table }: Entity): AccessRules => ({
  ...NO_RULES,
  roles: builtInAt(table)?.access ?? {},
});

/** The model of an entity, with the rules of its access file, else with the last known ones. */
function modelOf(entity: Entity, { access }: Found, known: App | null): Model {
  const call = access.get(entity.name);
  const before = known?.models.find(({ table }) => table === entity.table);
  if (call?.unread.length === 0 || !before)
    return buildModel(entity, call?.rules ?? rulesWithout(entity));
  const fields: AccessRules['fields'] = new Map(
    before.fields.map(({ name, column, read, write }) => {
      const own = entity.columns.find((one) => one.column === column);
      return [own?.property ?? name, { read, write }] as const;
    }),
  );
  const { access: roles, rows, sentences = [] } = before;
  return buildModel(entity, { roles, rows, fields, sentences });
}

/** What a model has beside its entity; of its access rules, which are never forgotten, the place is known. */
function partsIn(files: Tree, model: Model, access: string | null): ModelPart[] {
  const parts = partsOf(files).filter((part) => part.model === model.name);
  const own = parts.flatMap(({ kind, path, exportedAs }): ModelPart[] =>
    kind !== 'access' && exportedAs !== null
      ? [{ kind, path, name: exportedAs, ...(kind === 'routes' && actionsIn(files, path, model)) }]
      : [],
  );
  if (access === null) return own;
  const rules = parts.find(({ kind }) => kind === 'access');
  const name = rules?.exportedAs ?? modelNames(model).access;
  return [{ kind: 'access', path: access, name }, ...own];
}

/** The actions of a model's routes on a record. */
function actionsIn(files: Tree, path: string, { name }: Model): Pick<ModelPart, 'actions'> {
  const actions = recordActions(path, files.get(path) ?? '', name);
  return actions.length === 0 ? {} : { actions };
}

const gapOf = ({ unread }: Entity): Gap => ({
  members: unread.flatMap(({ property, holds, columns }) =>
    columns ? [] : [property, ...(holds ?? [])],
  ),
  groups: unread.flatMap(({ columns }) => (columns ? [columns] : [])),
  any: unread.some(({ holds }) => holds === null),
});

/** Reports kept files with conflict markers, except generated ones, which are rewritten anyway. */
function markedFiles(files: Tree, base: Tree, reported: readonly string[]): Problem[] {
  return [...base.keys()].flatMap((path) => {
    const text = files.get(path);
    if (text === undefined || reported.includes(path)) return [];
    return isGenerated(path) ? [] : (markersIn(path, text) ?? []);
  });
}

/** The checks of entities, each by itself, in the order of their problems. */
const ENTITY_CHECKS: readonly ((entity: Entity, imports: Imports) => Problem[])[] = [
  keyProblems,
  typeProblems,
  valueProblems,
  defaultProblems,
  unitProblems,
  groupProblems,
];

function entityProblems(found: Found, app: App, known: App | null, imports: Imports): Problem[] {
  const { entities } = found;
  const tables = new Set(entities.map(({ table }) => table));
  const carried = app.models.filter(({ table }) => !tables.has(table));
  const classes = new Set([...Object.keys(BUILT_IN), ...app.models.map(({ name }) => name)]);
  return [
    ...found.problems,
    ...entities.flatMap(memberProblems),
    ...unreadEntityProblems(found, carried),
    ...accessProblems(found),
    ...lostRules(found, known),
    ...entities.flatMap((one) => targetProblems(one, classes)),
    ...entities.flatMap((one) => trashProblems(one, entities, imports)),
    ...entities.flatMap((one) => unreadKeyProblems(one, known)),
    ...entities.flatMap((one) => referenceProblems(one, entities)),
    ...ENTITY_CHECKS.flatMap((check) => entities.flatMap((one) => check(one, imports))),
    ...linkProblems(app, entities, imports),
  ];
}

/** The unread fields, by table. */
function unreadFieldsOf(app: App, read: App): Map<string, ReadonlySet<string>> {
  return new Map(
    app.models.map(({ table, fields }) => {
      const own = read.models.find((model) => model.table === table);
      const names = new Set(own?.fields.map(({ name }) => name));
      return [table, new Set(fields.map(({ name }) => name).filter((one) => !names.has(one)))];
    }),
  );
}

/** Renamed exports of the parts of some classes, by their default names. */
export function exportedNames(files: Tree, classes: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { kind, model, exportedAs } of partsOf(files)) {
    const defaultName = `${camelCase(model)}${titleCase(kind)}`;
    if (
      exportedAs !== null &&
      exportedAs !== defaultName &&
      [...classes, USER.name].includes(model)
    )
      names.set(defaultName, exportedAs);
  }
  return names;
}
