import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { App } from '../../src/model/model.js';
import { HttpProblem } from '../../templates/service/engine/problem/problem.js';
import type { ModelInfo } from '../../templates/service/engine/model/model-info.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { EXAMPLES, appOf } from '../golden/example.js';
import { openToFill } from '../unit/service/fixtures/filled-service.js';
import { generateService } from '../unit/service/fixtures/generated-service.js';
import { Dice } from '../../templates/tools/prove/worlds/dice.js';
import { randomApp } from './random-spec.js';

const specOf = (path: string): App =>
  appOfSpec('own', readFileSync(join(import.meta.dirname, '..', path), 'utf8'));

const ENOUGH = 25;
const RANDOM = Number(process.env['FAKE_SPECS'] ?? 10);

beforeEach(() => void vi.resetModules());

/** Fills a service and sends back each of its rows, as somebody who works for all tenants; returns what was refused. */
async function refusals(app: App, seed: number): Promise<readonly string[]> {
  const service = generateService(app);
  const filled = await openToFill(service);
  try {
    const results = await filled.fill({ count: ENOUGH, seed });
    const refused = results.flatMap(({ model, lacks, refusal }) =>
      lacks.length > 0 || refusal !== null ? [`${model} lacks ${lacks.join()} ${refusal}`] : [],
    );
    const tenants = await filled.query('SELECT id FROM auth_tenant');
    const admin = {
      ...{ id: 1, username: 'admin', roles: ['Admin'] },
      tenants: tenants.map(({ id }) => Number(id)),
    };
    for (const model of filled.own) {
      const { rows } = results.find((result) => result.model === model.name)!;
      refused.push(...(await refusalsOf(model, rows, filled.engine, admin)));
    }
    return refused;
  } finally {
    await filled.close();
    service.remove();
  }
}

type Filled = Awaited<ReturnType<typeof openToFill>>;
type Caller = Parameters<Filled['engine']['as']>[0];

async function refusalsOf(
  { name, entity }: ModelInfo,
  rows: number,
  { system, as }: Filled['engine'],
  admin: Caller,
): Promise<readonly string[]> {
  const own = as(admin)(entity);
  const refused: string[] = [];
  const isOpen = (action: 'list' | 'edit'): boolean => {
    try {
      own.authorize(action);
      return true;
    } catch {
      return false;
    }
  };
  const seen = isOpen('list') ? await own.count() : rows;
  if (seen !== rows) refused.push(`${name}: of ${rows} rows ${seen} are seen`);
  const records = isOpen('edit') && isOpen('list') ? own : system(entity);
  for (const record of await records.find()) {
    const { id } = record as { id: number };
    try {
      await records.replace(id, records.pick(record) as object);
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      refused.push(`${name} ${JSON.stringify(record)}: ${JSON.stringify(error)} ${error.message}`);
    }
  }
  return refused;
}

describe('made-up rows are such as the service takes from people', { timeout: 120_000 }, () => {
  it.each(EXAMPLES)('in the example %s', async (example) => {
    expect(await refusals(appOf(example), 7)).toEqual([]);
  });

  it.each(['fixtures/garage.yaml', 'web/trade/models.yaml'])('in %s', async (path) => {
    expect(await refusals(specOf(path), 7)).toEqual([]);
  });

  it.each(Array.from({ length: RANDOM }, (_, at) => at + 1))(
    'in made-up models %i',
    async (seed) => {
      expect(await refusals(randomApp(new Dice(seed)), seed)).toEqual([]);
    },
  );
});
