import type { App } from '../model/model.js';
import { compareText } from '../model/compare-text.js';
import { isSelfReference } from '../model/relations.js';
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
  /** The object that the back-office is given for it, and where it is imported from. */
  readonly web?: { readonly name: string; readonly from: string };
  /** What the project's README and `.env.example` say of it. */
  readonly readme: string | null;
  readonly environment: string | null;
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
    const said = JSON.parse(text) as Pick<Feature, 'about' | 'default' | 'files'>;
    const parts = { readme: part('readme.md'), environment: part('env.example') };
    return [{ needs: [], packages: [], ...said, name, ...parts }];
  });
  return found.sort((one, other) => compareText(one.name, other.name));
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
