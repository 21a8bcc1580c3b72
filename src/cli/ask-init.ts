import type { Feature } from '../render/features.js';
import { askChoice, askMany, askText } from './ask.js';
import type { App } from '../model/model.js';
import { packageName } from './package-name.js';

/** What `init` takes; what is missing is asked for or takes its default. */
export interface InitOptions {
  readonly name?: string;
  readonly db?: App['database'];
  readonly models?: string;
  /** Features beside the usual ones, and usual ones that are left out. */
  readonly with?: readonly string[];
  readonly without?: readonly string[];
  /** `--no-web` is `--without admin`. */
  readonly web: boolean;
  readonly install: boolean;
  readonly git: boolean;
  readonly yes?: boolean;
}

/** Asks for what the flags of `init` did not say. */
export async function askInit(
  options: InitOptions,
  usual: string,
  features: readonly Feature[],
): Promise<InitOptions> {
  const name =
    options.name ??
    (await askText({ message: 'Name of the project', initial: usual }, (text) =>
      text === packageName(text) ? null : `npm takes names such as ${packageName(text)}`,
    ));
  const db =
    options.db ??
    (await askChoice({ message: 'Database', initial: 'sqlite' }, [
      { title: 'SQLite (a file, nothing to install)', value: 'sqlite' },
      { title: 'PostgreSQL (a server of yours)', value: 'postgres' },
    ]));
  const models =
    options.models ?? (await askText({ message: 'File with your models (empty: none yet)' }));
  const says = options.with !== undefined || options.without !== undefined || !options.web;
  const chosen = says ? {} : await askFeatures(features);
  return {
    ...options,
    name,
    db,
    ...chosen,
    ...(models === '' ? { models: undefined } : { models }),
  } as InitOptions;
}

/** A model may bring a feature: those are not asked for. */
async function askFeatures(features: readonly Feature[]): Promise<Partial<InitOptions>> {
  const free = features.filter(({ broughtBy }) => broughtBy === undefined);
  const chosen = await askMany(
    'What it has beside your models (space: in or out)',
    free.map((one) => ({
      title: `${one.name}: ${one.about}`,
      value: one.name,
      selected: one.default,
    })),
  );
  const usual = free.filter((one) => one.default).map(({ name }) => name);
  return {
    with: chosen.filter((name) => !usual.includes(name)),
    without: usual.filter((name) => !chosen.includes(name)),
  };
}
