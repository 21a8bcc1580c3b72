import { once } from '../once.js';
import type { Integer } from '../integer.js';
import type { App } from '../model/model.js';
import { type Feature, featuresOf, featuresOff } from './features.js';
import { Draft, type Drafts } from './draft.js';
import { fillTemplate, type Templates } from './template.js';

/** A file that every project has, or every one with a feature. */
interface ProjectFile {
  /** Its path in a project. */
  readonly path: string;
  /** The feature in whose folder it lies; null in that of the service. */
  readonly feature: string | null;
  readonly template: string;
  readonly text: string;
}

/** `templates/service/` and `templates/features/<name>/` lie over each other in a project. */
const PLACE = /^(?:service|features\/([a-z][a-z-]*))\/(.+)$/;

/** What tells of a feature, and what is rendered otherwise: for each model, or with a secret. */
const NOT_COPIED =
  /^features\/[^/]+\/(?:feature\.(?:json|md)|model\/.*)$|^service\/(?:_env|package\.json)\.ejs$/;

/** The files that a project has from its models. The templates of these files only let other files type-check where they stand. */
const STANDS_IN = /\.gen\.ts$|^src\/models\/|^web\/src\/(?:settings|pages\/resources)\.ts$/;

/** All files that are not those of a model, by their templates. */
const projectFiles = once((templates: Templates): readonly ProjectFile[] =>
  [...templates].flatMap(([template, text]) => {
    const [, feature = null, place] = PLACE.exec(template) ?? [];
    if (place === undefined || NOT_COPIED.test(template)) return [];
    return [{ path: renderedPath(place), feature, template, text }];
  }),
);

/** `_env.example.ejs` -> `.env.example`: npm drops or renames some dotfiles. */
const renderedPath = (place: string): string => place.replace(/^_/, '.').replace(/\.ejs$/, '');

const isFilled = ({ template }: ProjectFile): boolean => template.endsWith('.ejs');

/** The files that are copied as they are, by path: the same in every project that has them. */
export const staticFiles = once(
  (templates: Templates): ReadonlyMap<string, ProjectFile> =>
    new Map(
      projectFiles(templates)
        .filter((file) => !isFilled(file) && !STANDS_IN.test(file.path))
        .map((file) => [file.path, file]),
    ),
);

/** The paths of all files that projects have independently of their models. */
export const projectPaths = once(
  (templates: Templates): ReadonlySet<string> =>
    new Set(projectFiles(templates).map(({ path }) => path)),
);

/** The files of an application by its features: copied, or filled with a view where the name of the template ends in `.ejs`. */
export function renderFiles(app: App, templates: Templates, view: object): Drafts {
  const on = new Set(featuresOf(app, templates).map(({ name }) => name));
  const closed = featuresOff(app, templates).flatMap(({ rooms }) => rooms);
  const files = projectFiles(templates).filter(
    ({ path, feature }) =>
      (feature === null || on.has(feature)) && !closed.some((room) => path.startsWith(room)),
  );
  return new Map(files.map((file) => [file.path, contentOf(file, templates, view)]));
}

/** Code that is filled in is laid out; the text of other files is as its template has it. */
function contentOf(file: ProjectFile, templates: Templates, view: object): string | Draft {
  if (!isFilled(file)) return file.text;
  const filled = fillTemplate(templates, file.template, view);
  return /\.[jt]sx?$/.test(file.path) ? new Draft(filled) : filled;
}

/** Whether a file belongs to the engine or the back-office: code that all projects share, and that only works together. */
export const isShared = (path: string): boolean => /^(?:engine|ui)\//.test(path);

/** What a feature adds to a project; a folder that nothing else adds to, or that goes with it, ends in `/`. */
export function placesOfFeature({ name, rooms }: Feature, templates: Templates): readonly string[] {
  const all = projectFiles(templates);
  const others = all.filter(({ feature }) => feature !== name);
  const isOwn = (folder: string) =>
    rooms.includes(folder) || !others.some(({ path }) => path.startsWith(folder));
  const own = all.filter(({ feature }) => feature === name);
  return [...new Set(own.map(({ path }) => foldersOf(path).find(isOwn) ?? path))];
}

/** How many files a feature adds beside those of models, and their lines as its templates have them. */
export interface FeatureSize {
  /** The number of files. */
  readonly files: Integer;
  /** The number of their lines. */
  readonly lines: Integer;
}

/** What a feature is of an application that has it: without its files in rooms of features that are off. */
export function sizeOfFeature(name: string, app: App, templates: Templates): FeatureSize {
  const closed = featuresOff(app, templates).flatMap(({ rooms }) => rooms);
  const own = projectFiles(templates).filter(
    ({ path, feature }) => feature === name && !closed.some((room) => path.startsWith(room)),
  );
  const lines = own.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
  return { files: own.length, lines };
}

/** `a/b/c.ts` -> `a/`, `a/b/`. */
const foldersOf = (path: string): readonly string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
