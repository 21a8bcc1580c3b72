import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Policy } from '../../../templates/service/engine/access/policy.js';
import { defineAccess, tenant } from '../../../templates/service/engine/model/access-rules.js';
import type { AppParts, Project } from '../../../templates/service/engine/service/project.js';
import * as tools from '../../../templates/service/engine/tools/index.js';
import { DOORS } from '../../../templates/tools/prove/doors/index.js';
import { proveDoors } from '../../../templates/tools/prove/prove.js';
import { Order, shopProject } from '../service/trash/shop.js';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'search-door-'));
  for (const one of ['config', 'src']) mkdirSync(join(folder, one));
  const searched = { models: ['OrderLine'], fields: ['text', 'OrderLine.order.number'] };
  writeFileSync(join(folder, 'config/search.json'), JSON.stringify(searched));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The faults of the search in lines by the numbers of their orders, of which a reader sees those of their tenants; `spoil` changes the policy. */
async function faultsOf(spoil: (policy: Policy) => void = () => undefined) {
  const access = defineAccess<Order>({ rows: [tenant('tenant_id')] });
  const models = shopProject.models.map((module) =>
    (module.entity as unknown) === Order ? { ...module, access } : module,
  );
  const project: Project = {
    ...shopProject,
    folder: join(folder, 'src'),
    models: models as unknown as Project['models'],
    createApp(parts: AppParts) {
      spoil(parts.engine.policy);
      return shopProject.createApp(parts as never);
    },
  };
  const { faults } = await proveDoors({
    ...{ tools, project, url: 'sqlite::memory:', seed: 1 },
    doors: DOORS.filter(({ name }) => name === 'search'),
    choose: (all) => all.filter(({ name }) => name === 'OrderLine'),
  });
  return faults;
}

it('the search by a reference is found to obey the rules of the other model', async () => {
  expect(await faultsOf()).toEqual([]);
});

it('a search that finds by rows of others is found', async () => {
  const faults = await faultsOf((policy) => {
    const grant = policy.grant.bind(policy);
    Object.assign(policy, {
      grant: (...[user, action, model]: Parameters<Policy['grant']>) => {
        const granted = grant(user, action, model);
        const isOther = granted && model.name === 'Order' && action === 'list';
        return isOther ? { ...granted, where: model.exists } : granted;
      },
    });
  });
  expect(faults.length).toBeGreaterThan(0);
});
