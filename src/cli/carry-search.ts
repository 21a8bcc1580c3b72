import { isDeepStrictEqual } from 'node:util';
import type { App } from '../model/model.js';
import type { Plan } from '../plan/plan.js';
import { parseSearchConfig, printSearchConfig, type SearchConfig } from '../spec/search-config.js';
import type { OpenProject } from './project.js';

const FILE = 'config/search.json';

/** The plan with the search config brought along: what has a new name, and what is no more. */
export function carrySearch(
  plan: Plan,
  { mine, leftOut }: OpenProject,
  after: App,
  renamed: {
    readonly model?: readonly [string, string];
    readonly field?: readonly [string, string];
  } = {},
): Plan {
  const text = mine.get(FILE);
  if (text === undefined || leftOut.has(FILE)) return plan;
  if (plan.changes.some(({ path }) => path === FILE)) return plan;
  const config = parseSearchConfig(FILE, text);
  const next = edited(config, after, renamed);
  if (isDeepStrictEqual(next, config)) return plan;
  const change = { kind: 'merge', path: FILE, mine: text, next: printSearchConfig(next, text) };
  return { ...plan, changes: [...plan.changes, change as Plan['changes'][number]] };
}

function edited(
  config: SearchConfig,
  { models }: App,
  { model, field }: Parameters<typeof carrySearch>[3] & object,
): SearchConfig {
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
