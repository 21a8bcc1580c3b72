import { once } from '../once.js';
import type { Value } from './code.js';
import { isFile } from '../model/bytes.js';
import { layoutOf } from '../model/layouts.js';
import type { App, Default, Field, Model } from '../model/model.js';
import { hasCompositeKey, isMadeByPackage } from '../model/keys.js';
import { compareText, schemaName } from '../model/names.js';
import { isSelfReference } from '../model/relations.js';
import { problem, Refusal } from '../problem.js';
import type { ColumnSpec, Schema, TableSchema } from '../schema/engine/schema.js';
import { defaultSpec, EMPTY_TABLE } from '../schema/schema.js';
import { type CoreSetting, coreSettings, isOfService, type Setting } from './settings.js';
import type { Tree } from '../tree.js';
import type { Templates } from './template.js';

/**
 * An optional part of a project, from its manifest in `templates/features/<name>/`, or of a feature of others that a project has.
 * What else is in that folder are its files, at their paths in a project.
 */
export interface Feature {
  readonly name: string;
  /** The version of one of others; those of crudgen have none of their own. */
  readonly version?: string;
  /** What it is, in half a sentence. */
  readonly about: string;
  /** Whether new projects have it by default. */
  readonly default: boolean;
  /** Features that it needs. */
  readonly needs: readonly string[];
  /** What in a model brings the feature automatically. */
  readonly broughtBy?: Bringing;
  /** Whether it needs an address for each user alone: to add it makes `email` unique. */
  readonly uniqueEmails?: boolean;
  /** Settings of every project that production refuses to start without where the feature is on. */
  readonly requires: readonly string[];
  /** Folders that a project has with this feature alone, whichever features add to them; each ends in `/`. */
  readonly rooms: readonly string[];
  /** What is in its folders of `engine/` and `ui/`, whose maps say it. */
  readonly layers: Readonly<Record<string, string>>;
  /** Packages with their exact versions. */
  readonly dependencies: Packages;
  readonly devDependencies: Packages;
  /** Versions that its packages get of what they need themselves, in the words of npm. */
  readonly overrides: Overrides;
  /** What it registers in the back-office. */
  readonly web?: Brought;
  /** What it registers in the service. */
  readonly service?: Brought;
  /** Import aliases, and scripts of package.json. */
  readonly imports: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  /** Files that follow from the code of the project and leave with the feature: path -> the script that writes it. */
  readonly writes: Readonly<Record<string, string>>;
  readonly tables: Schema['tables'];
  /** What each of its tables has of persons, and what erasing them does there; for a table that has nothing, why. */
  readonly personal: Readonly<Record<string, PersonalWords>>;
  /** What custom endpoints may `accept` with it alone. */
  readonly reads: readonly string[];
  /** Its pages in `docs/`. */
  readonly docs: readonly Page[];
  readonly settings: readonly Setting[];
  /** Its section in the project's README. */
  readonly readme: string | null;
}

/** Packages of npm: name -> version. */
export type Packages = Readonly<Record<string, string>>;

/** Package -> what it needs -> version. */
export type Overrides = Readonly<Record<string, Packages>>;

/** An exported object and its module. */
export interface Brought {
  readonly name: string;
  readonly from: string;
}

/** A page of the documentation: the question it answers, and its subject. */
export interface Page {
  readonly file: string;
  readonly question: string;
  readonly about: string;
}

/** What a table has of persons, as `PersonalTable` of the feature `privacy` says it; a text says why it has nothing. */
export type PersonalWords = string | Readonly<Record<string, Value>>;

/** A table in a manifest; missing keys are empty. */
interface TableWords extends Partial<Omit<TableSchema, 'columns'>> {
  readonly personal?: PersonalWords;
  readonly columns: Readonly<Record<string, ColumnWords>>;
}

/** A column in a manifest. */
interface ColumnWords extends Omit<ColumnSpec, 'default'> {
  readonly default?: Default;
}

const FOLDER = 'features/';
const MANIFEST = /^features\/([a-z][a-z-]*)\/feature\.json$/;

/** All features, by name. */
export const featuresIn = once((templates: Templates): readonly Feature[] => {
  const found = [...templates].flatMap(([path, text]): Feature[] => {
    const name = MANIFEST.exec(path)?.[1];
    if (name === undefined) return [];
    const readme = templates.get(`${FOLDER}${name}/feature.md`)?.trimEnd() ?? null;
    const manifest = JSON.parse(text) as Manifest;
    const tables = tablesOf(manifest.tables ?? {});
    const personal = personalIn(manifest.tables ?? {});
    return [{ ...NOTHING, ...manifest, name, tables, personal, readme }];
  });
  return found.sort((one, other) => compareText(one.name, other.name));
});

interface Manifest extends Pick<Feature, 'about'> {
  readonly tables?: Readonly<Record<string, TableWords>>;
}

const NOTHING = {
  default: false,
  ...{ needs: [], requires: [], rooms: [], reads: [], docs: [], settings: [] },
  ...{ dependencies: {}, devDependencies: {}, overrides: {}, layers: {}, imports: {}, scripts: {} },
  writes: {},
};

const tablesOf = (words: Readonly<Record<string, TableWords>>): Feature['tables'] =>
  mapped(words, ({ columns, personal: _, ...table }) => ({
    ...EMPTY_TABLE,
    ...table,
    columns: mapped(columns, featureColumn),
  }));

const personalIn = (words: Readonly<Record<string, TableWords>>): Feature['personal'] =>
  Object.fromEntries(
    Object.entries(words).flatMap(([table, { personal }]) =>
      personal === undefined ? [] : [[table, personal]],
    ),
  );

/** Defaults in manifests are values and moments, which are the same in both databases. */
const BOTH = { database: 'sqlite' } as const;

const featureColumn = ({ default: given, ...column }: ColumnWords): ColumnSpec => ({
  ...column,
  ...defaultSpec(BOTH, given ?? null),
});

const mapped = <T, Made>(all: Readonly<Record<string, T>>, make: (one: T) => Made) =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, make(one)]));

/** The tables of an application's features; refuses one that a model already uses. */
export function featureTables(app: App, templates: Templates): Schema {
  const on = featuresOf(app, templates);
  const taken = on.flatMap(({ name, tables }) =>
    app.models
      .filter(({ table }) => Object.hasOwn(tables, table))
      .map(({ table, name: model }) => {
        const message = `the feature \`${name}\` and the model \`${model}\` both have a table \`${table}\``;
        return problem(
          'table-taken',
          message,
          `rename the model: crudgen model rename ${model} <new name>`,
        );
      }),
  );
  if (taken.length > 0) throw new Refusal(taken);
  return { tables: Object.fromEntries(on.flatMap(({ tables }) => Object.entries(tables))) };
}

/** The features of an application: the listed ones, or else the default ones, and those that its models bring. */
export function featuresOf(app: App, templates: Templates): readonly Feature[] {
  const named = namedFeatures(app, templates);
  const wanted = featuresIn(templates).filter(
    (feature) => named.includes(feature.name) || isBrought(feature, app),
  );
  return withNeeds(wanted);
}

/** The features that have what they need, and the features that they need. */
function withNeeds(features: readonly Feature[]): readonly Feature[] {
  const names = new Set(features.map(({ name }) => name));
  const whole = features.filter(({ needs }) => needs.every((need) => names.has(need)));
  return whole.length === features.length ? whole : withNeeds(whole);
}

/** The scripts that write what is in a project and follows from its code: to be run when that has changed. */
export const writersOf = (app: App, templates: Templates, files: Tree): readonly string[] =>
  [...writtenByScripts(featuresOf(app, templates))].flatMap(([path, script]) =>
    files.has(path) ? [script] : [],
  );

/** The files that scripts of features write from a project's code, with the script. */
export const writtenByScripts = (features: readonly Feature[]): ReadonlyMap<string, string> =>
  new Map(features.flatMap(({ writes }) => Object.entries(writes)));

/** The features that an application does not have. */
export function featuresOff(app: App, templates: Templates): readonly Feature[] {
  const on = new Set(featuresOf(app, templates));
  return featuresIn(templates).filter((feature) => !on.has(feature));
}

/** The settings that every project has, required where one of these features requires them. */
export function coreSettingsWith(
  features: readonly Feature[],
  templates: Templates,
): readonly CoreSetting[] {
  const required = new Set(features.flatMap(({ requires }) => requires));
  return coreSettings(templates).map((one) =>
    required.has(one.name) ? { ...one, required: true } : one,
  );
}

/** The settings of a feature that are for its service alone: without the feature they are a mistake. */
export const ownSettings = ({ settings }: Feature): readonly Setting[] =>
  settings.filter((one) => isOfService(one) && one.shared !== true);

/** The commands that a feature adds to the process of the service. */
export const commandsOf = ({ scripts }: Feature): readonly string[] =>
  Object.values(scripts).flatMap(
    (script) => /^(?:exec )?tsx src\/main\.ts (\S+)$/.exec(script)?.[1] ?? [],
  );

/** The names of the listed features, or else the default ones. */
export function namedFeatures(app: App, templates: Templates): readonly string[] {
  const defaults = featuresIn(templates).filter((one) => one.default);
  const named = app.features ?? defaults.map(({ name }) => name);
  return [...new Set(named)].sort(compareText);
}

/** Whether the models of an application bring a feature, listed or not. */
export const isBrought = (feature: Feature, app: App): boolean => bringerOf(feature, app) !== null;

/** A field that brings a feature. */
interface Bringer {
  readonly model: Model;
  readonly field: Field;
}

/** The first field of an application that brings a feature; null without any. */
export function bringerOf({ broughtBy }: Feature, app: App): Bringer | null {
  return (broughtBy && bringersIn(app).get(broughtBy)) ?? null;
}

const bringersIn = once(({ models }: App): ReadonlyMap<Bringing, Bringer> => {
  const found = new Map<Bringing, Bringer>();
  for (const model of models)
    for (const field of model.fields)
      for (const [bringing, brings] of BRINGING)
        if (!found.has(bringing) && brings(model, field)) found.set(bringing, { model, field });
  return found;
});

/** The fields that bring a feature. */
const BRINGS = {
  board: (model, { name }) => layoutOf(model, 'board')?.field === name,
  bytes: (_model, { type }) => type === 'bytes',
  calendar: (model, { name }) => layoutOf(model, 'calendar')?.field === name,
  'composite-key': (model, { key }) => key !== null && hasCompositeKey(model),
  exact: (_model, { type }) => type === 'exact',
  file: (_model, field) => isFile(field),
  frozen: ({ frozen }, { name }) => frozen?.field === name,
  layout: ({ layouts = [] }, { name }) => layouts.some(({ field }) => field === name),
  lines: (_model, { reference }) => reference?.lines === true,
  native: (_model, { native }) => native !== null,
  list: (_model, { type }) => type === 'list',
  'no-overlap': ({ noOverlap }, { name }) => noOverlap?.fields[0] === name,
  'read-only': ({ readOnly }) => readOnly === true,
  schema: ({ table }, { reference }) =>
    [table, reference?.join?.table ?? ''].some((one) => schemaName(one) !== null),
  'self-reference': isSelfReference,
  personal: (_model, { personal }) => personal !== null,
  series: (_model, { series }) => series !== null,
  'show-if': (_model, { showIf }) => showIf !== null,
  steps: (_model, { steps }) => steps !== null,
  total: (_model, { total }) => total !== null,
  'trigram-index': (_model, { search }) => search === 'trigram',
  'uuid-key': (_model, field) => isMadeByPackage(field),
  history: ({ history }) => history !== undefined,
  trash: ({ trash }) => trash !== undefined,
} satisfies Record<string, (model: Model, field: Field) => boolean>;

/** What in a model brings a feature. */
export type Bringing = keyof typeof BRINGS;
const BRINGING = Object.entries(BRINGS) as [Bringing, (typeof BRINGS)[Bringing]][];

/** The feature that finds and erases persons. */
export const PRIVACY = 'privacy';

/** The feature with views over lists. */
const VIEWS = 'views';

/** Whether the lists of an application have views of the team, in their resource files. */
export const hasTeamViews = ({ features }: App): boolean => features?.includes(VIEWS) ?? false;

/** Features of which the resource files of models tell: where one of them comes or goes, these are rendered anew. */
const TOLD_BY_MODELS = ['action-buttons', 'in-place', VIEWS];

/** The features of an application of which the files of its models tell. */
export const featuresOfModels = ({ features }: App): string =>
  TOLD_BY_MODELS.filter((name) => features?.includes(name)).join();

/** Whether the back-office of an application has a dashboard; one that names no features has it by default. */
export const hasDashboard = ({ features }: App): boolean => features?.includes('dashboard') ?? true;

/** The feature of the back-office. */
export const ADMIN = 'admin';

/** Whether an application has a back-office; one that names no features has the default ones. */
export const hasBackOffice = ({ features }: App): boolean => features?.includes(ADMIN) ?? true;
