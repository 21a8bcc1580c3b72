import { askChoice, askText, askYes } from './ask.js';
import type { App } from '../model/model.js';
import { packageName } from './package-name.js';

/** What `init` takes; what is missing is asked for or takes its default. */
export interface InitOptions {
  readonly name?: string;
  readonly db?: App['database'];
  readonly models?: string;
  readonly web: boolean;
  readonly install: boolean;
  readonly git: boolean;
  readonly yes?: boolean;
}

/** Asks for what the flags of `init` did not say. */
export async function askInit(options: InitOptions, usual: string): Promise<InitOptions> {
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
  const web =
    options.web && (await askYes({ message: 'With the React back-office?', initial: true }));
  return {
    ...options,
    name,
    db,
    web,
    ...(models === '' ? { models: undefined } : { models }),
  } as InitOptions;
}
