import type { App } from '../model/model.js';
import { compareText } from '../model/compare-text.js';
import { isSelfReference } from '../model/relations.js';
import { type Problem, Refusal } from '../problem.js';
import type { Column, Schema, Table } from '../schema/schema.js';
import type { Templates } from './template.js';

/** A part of a project that it can be without, as the manifest in `templates/features/<name>/` describes it. */
export interface Feature {
  readonly name: string;
  /** What it brings, in half a sentence. */
  readonly about: string;
  /** Whether a new project has it where nobody says otherwise. */
  readonly default: boolean;
  /** Features without which it is of no use. */
  readonly needs: readonly string[];
  /** What a model says that brings the feature by itself. */
  readonly broughtBy?: 'self-reference';
  /** Paths in the project; a folder ends in `/`. */
  readonly files: readonly string[];
  readonly packages: readonly string[];
  /** What the back-office is given for it. */
  readonly web?: Brought;
  /** The same for the service. */
  readonly service?: Brought;
  /** Short names that code imports from, and commands of package.json. */
  readonly imports: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly tables: Schema;
  /** Its pages in `docs/`. */
  readonly docs: readonly Page[];
  /** What the project's README and `.env.example` say of it. */
  readonly readme: string | null;
  readonly environment: string | null;
}

/** An object, and where it is imported from. */
export interface Brought {
  readonly name: string;
  readonly from: string;
}

/** A page of the documentation: what somebody asks who looks for it, and what it is about. */
export interface Page {
  readonly file: string;
  readonly question: string;
  readonly about: string;
}

/** A table as a manifest has it: what is left out is empty. */
interface TableWords extends Partial<Omit<Table, 'columns'>> {
  readonly columns: Readonly<Record<string, Column>>;
}

const FOLDER = 'features/';
const MANIFEST = /^features\/([a-z][a-z-]*)\/feature\.json$/;

const known = new WeakMap<Templates, readonly Feature[]>();

/** All features that there are, by name. */
export function featuresIn(templates: Templates): readonly Feature[] {
  const read = known.get(templates) ?? readManifests(templates);
  known.set(templates, read);
  return read;
}

function readManifests(templates: Templates): readonly Feature[] {
  const found = [...templates].flatMap(([path, text]): Feature[] => {
    const name = MANIFEST.exec(path)?.[1];
    if (name === undefined) return [];
    const part = (file: string) => templates.get(`${FOLDER}${name}/${file}`)?.trimEnd() ?? null;
    const said = JSON.parse(text) as Manifest;
    const parts = { readme: part('readme.md'), environment: part('env.example') };
    const tables = tablesOf(said.tables ?? {});
    return [{ ...NOTHING, ...said, name, tables, ...parts }];
  });
  return found.sort((one, other) => compareText(one.name, other.name));
}

interface Manifest extends Pick<Feature, 'about' | 'default' | 'files'> {
  readonly tables?: Readonly<Record<string, TableWords>>;
}

const NOTHING = { needs: [], packages: [], imports: {}, scripts: {}, docs: [] };

const tablesOf = (words: Readonly<Record<string, TableWords>>): Schema =>
  new Map(
    Object.entries(words).map(([name, { columns, ...table }]) => [
      name,
      {
        ...{ primaryKey: ['id'], uniques: [], indexes: [], trigrams: [], foreignKeys: [] },
        ...table,
        columns: new Map(Object.entries(columns)),
      },
    ]),
  );

/** The tables that the features of an application bring; refuses one that a model has already. */
export function featureTables(app: App, templates: Templates): Schema {
  const on = featuresOf(app, templates);
  const taken = on.flatMap(({ name, tables }) =>
    app.models
      .filter(({ table }) => tables.has(table))
      .map(({ table, name: model }): Problem => ({
        code: 'table-taken',
        message: `the feature \`${name}\` has a table \`${table}\`, and so has the model \`${model}\``,
        help: `crudgen model rename ${model} <new name>`,
      })),
  );
  if (taken.length > 0) throw new Refusal(taken);
  return new Map(on.flatMap(({ tables }) => [...tables]));
}

/** The features of an application: those that it names, or else the usual ones, and those that its models bring. */
export function featuresOf(app: App, templates: Templates): readonly Feature[] {
  const named = namedFeatures(app, templates);
  const wanted = featuresIn(templates).filter(
    (feature) => named.includes(feature.name) || isBrought(feature, app),
  );
  const names = new Set(wanted.map(({ name }) => name));
  return wanted.filter(({ needs }) => needs.every((need) => names.has(need)));
}

/** The features that an application does without. */
export function featuresOff(app: App, templates: Templates): readonly Feature[] {
  const on = new Set(featuresOf(app, templates));
  return featuresIn(templates).filter((feature) => !on.has(feature));
}

/** The names that the project itself lists. */
export function namedFeatures(app: App, templates: Templates): readonly string[] {
  const usual = featuresIn(templates).filter((one) => one.default);
  const named = app.features ?? usual.map(({ name }) => name);
  return [...new Set([...named, ...(app.web ? [ADMIN] : [])])]
    .filter((name) => name !== ADMIN || app.web)
    .sort(compareText);
}

/** Whether the models of an application bring a feature, whether it is named or not. */
export const isBrought = ({ broughtBy }: Feature, { models }: App): boolean =>
  broughtBy === 'self-reference' &&
  models.some((model) => model.fields.some((field) => isSelfReference(model, field)));

/** The feature that is the whole back-office. */
export const ADMIN = 'admin';

/** Whether a path belongs to a feature. */
export const isPartOf = ({ files }: Feature, path: string): boolean =>
  files.some((file) => (file.endsWith('/') ? path.startsWith(file) : path === file));
