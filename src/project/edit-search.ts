import { isDeepStrictEqual } from 'node:util';
import type { App, Model } from '../model/model.js';
import {
  parseSearchConfig,
  printSearchConfig,
  registerModels,
  type SearchConfig,
} from '../spec/search-config.js';
import type { OpenProject } from './open-project.js';
import type { Edit } from './workspace.js';

const FILE = 'config/search.json';

/** What has another name now, before and after. */
interface Renamed {
  readonly model?: readonly [string, string];
  readonly field?: readonly [string, string];
}

/** Brings the search config along: what has a new name, and what is no more. */
export function editSearch({ leftOut }: Read, after: App, renamed: Renamed = {}): Edit {
  return changing(leftOut, (config) => edited(config, after, renamed));
}

/** Registers new models for search, so that a project finds its records from its first day on; commands say and change it. */
export function registerSearch({ leftOut }: Read, models: readonly Model[]): Edit {
  return changing(leftOut, (config) => registerModels(config, models));
}

type Read = Pick<OpenProject, 'leftOut'>;

function changing(
  leftOut: ReadonlySet<string>,
  change: (config: SearchConfig) => SearchConfig,
): Edit {
  return (files) => {
    const text = files.get(FILE);
    if (text === undefined || leftOut.has(FILE)) return files;
    const config = parseSearchConfig(FILE, text);
    const next = change(config);
    if (isDeepStrictEqual(next, config)) return files;
    return new Map(files).set(FILE, printSearchConfig(next, text));
  };
}

function edited(config: SearchConfig, { models }: App, { model, field }: Renamed): SearchConfig {
  const named = config.models.map((name) => (name === model?.[0] ? model[1] : name));
  const fields = config.fields.map((name) => (name === field?.[0] ? field[1] : name));
  const searched = models.filter(({ name }) => named.includes(name));
  const matches = (name: string) =>
    searched.some((one) =>
      one.fields.some((other) => other.name === name || other.name.endsWith(`_${name}`)),
    );
  return {
    ...config,
    models: named.filter((name) => models.some((one) => one.name === name)),
    fields: [...new Set(fields)].filter(matches),
  };
}
