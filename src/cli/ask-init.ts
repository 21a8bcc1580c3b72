import type { Feature } from '../render/features.js';
import { askChoice, askMany, askText } from './ask.js';
import type { App } from '../model/model.js';
import { packageName } from '../model/names.js';

/** The options of `init`; what is missing is asked for or takes its default. */
export interface InitOptions {
  readonly name?: string;
  readonly db?: App['database'];
  readonly models?: string;
  /** Features to add to the default ones, and default ones to leave out. */
  readonly with?: readonly string[];
  readonly without?: readonly string[];
  /** `--no-web` is `--without admin`. */
  readonly web: boolean;
  readonly install: boolean;
  readonly git: boolean;
  readonly yes?: boolean;
}

/** Asks for what the flags of `init` left open. */
export async function askInit(
  options: InitOptions,
  defaultName: string,
  features: readonly Feature[],
): Promise<InitOptions> {
  const name =
    options.name ??
    (await askText(
      'Project name',
      (text) =>
        text === packageName(text) ? null : `not a valid npm name; try ${packageName(text)}`,
      defaultName,
    ));
  const db =
    options.db ??
    (await askChoice('Database', [
      { title: 'SQLite (a file, nothing to install)', value: 'sqlite' },
      { title: 'PostgreSQL (your own server)', value: 'postgres' },
    ]));
  const models = options.models ?? (await askText('Spec file with your models (empty: none yet)'));
  const isChosen = options.with !== undefined || options.without !== undefined || !options.web;
  const chosen = isChosen ? {} : await askFeatures(features);
  return {
    ...options,
    name,
    db,
    ...chosen,
    ...(models === '' ? { models: undefined } : { models }),
  } as InitOptions;
}

/** Features that a model brings along are not asked for. */
async function askFeatures(features: readonly Feature[]): Promise<Partial<InitOptions>> {
  const free = features.filter(({ broughtBy }) => broughtBy === undefined);
  const chosen = await askMany(
    'Features (space toggles)',
    free.map((one) => ({
      title: `${one.name}: ${one.about}`,
      value: one.name,
      selected: one.default,
    })),
  );
  const defaults = free.filter((one) => one.default).map(({ name }) => name);
  return {
    with: chosen.filter((name) => !defaults.includes(name)),
    without: defaults.filter((name) => !chosen.includes(name)),
  };
}
