import { basename, resolve } from 'node:path';
import type { Feature } from '../render/features.js';
import { askChoice, askMany, askText, type Option } from './ask.js';
import type { App } from '../model/model.js';
import { packageName } from '../model/names.js';

/** The options of `init`; what is missing is asked for or takes its default. */
export interface InitOptions {
  readonly name?: string;
  readonly db?: App['database'];
  /** The ids of models without a key of their own. */
  readonly ids?: App['ids'] | 'integer';
  readonly models?: string;
  /** The folder of a house style, or of a project that has one. */
  readonly templates?: string;
  /** Features to add to the default ones, and default ones to leave out. */
  readonly with?: readonly string[];
  readonly without?: readonly string[];
  /** `--no-web` is `--without admin`. */
  readonly web: boolean;
  readonly install: boolean;
  readonly git: boolean;
  readonly yes?: boolean;
}

/** The options with the folder of the project; without one it is the current folder. */
export interface InitAnswers extends InitOptions {
  readonly dir?: string | undefined;
}

/** The place where a project may be created. */
export interface InitPlace {
  readonly cwd: string;
  /** What is wrong with a folder, relative to `cwd`; else null. */
  readonly check: (dir: string) => Promise<string | null>;
}

/** Asks for what the command line left open. */
export async function askInit(
  options: InitAnswers,
  features: readonly Feature[],
  place: InitPlace,
): Promise<InitAnswers> {
  const { dir, name } =
    options.dir === undefined
      ? await askFolder(options.name, place)
      : { dir: options.dir, name: options.name ?? (await askName(options.dir, place)) };
  const db =
    options.db ??
    (await askChoice('Database', [
      { title: 'SQLite (a file, nothing to install)', value: 'sqlite' },
      { title: 'PostgreSQL (your own server)', value: 'postgres' },
    ]));
  const models =
    options.models ?? (await askText('Spec file with your models (leave empty for none)'));
  const isChosen = options.with !== undefined || options.without !== undefined || !options.web;
  const chosen = isChosen ? {} : await askFeatures(features);
  return {
    ...options,
    dir,
    name,
    db,
    ...chosen,
    ...(models === '' ? { models: undefined } : { models }),
  } as InitAnswers;
}

/** What is wrong with the name of a package; else null. */
const packageNameFault = (text: string): string | null =>
  text === packageName(text) ? null : `not a valid npm name; try ${packageName(text)}`;

const folderName = (dir: string, { cwd }: InitPlace): string =>
  packageName(basename(resolve(cwd, dir)));

const askName = (dir: string, place: InitPlace): Promise<string> =>
  askText('Project name', packageNameFault, folderName(dir, place));

/** What is wrong with a folder for a new project, whose name is that of the folder unless it has one; else null. */
export async function checkFolder(
  dir: string,
  name: string | undefined,
  { check }: InitPlace,
): Promise<string | null> {
  const isNamed = name !== undefined || dir === '.';
  return (isNamed ? null : packageNameFault(basename(dir))) ?? (await check(dir));
}

/** Asks for the name of a project, which is that of its new folder; an empty current folder is the default. */
async function askFolder(name: string | undefined, place: InitPlace) {
  const isEmpty = (await place.check('.')) === null;
  const dir = await askText(
    name === undefined
      ? 'Project name: a new folder here (. for the current folder)'
      : 'Project folder (. for the current folder)',
    (text) => checkFolder(text, name, place),
    isEmpty ? '.' : (name ?? 'my-app'),
  );
  return { dir, name: name ?? folderName(dir, place) };
}

/** Asks which features a project has: those of every new project are chosen, all others are not. */
async function askFeatures(features: readonly Feature[]): Promise<Partial<InitOptions>> {
  const choices = featureChoices(features);
  const chosen = await askMany('Features (space toggles, enter goes on)', choices);
  const defaults = choices.filter(({ selected }) => selected).map(({ value }) => value);
  return {
    with: chosen.filter((name) => !defaults.includes(name)),
    without: defaults.filter((name) => !chosen.includes(name)),
  };
}

/** The features by name and purpose, those of every new project first. Features that a model brings cannot be chosen. */
export const featureChoices = (features: readonly Feature[]): readonly Option<string>[] =>
  features
    .filter(({ broughtBy }) => broughtBy === undefined)
    .toSorted((one, other) => Number(other.default) - Number(one.default))
    .map(({ name, about, default: selected }) => ({
      ...{ title: `${name}: ${about}`, value: name, selected },
    }));
