import { expect, it } from 'vitest';
import type { Policy } from '../../../templates/service/engine/access/policy.js';
import type { AppParts, Project } from '../../../templates/service/engine/service/project.js';
import * as tools from '../../../templates/service/engine/tools/index.js';
import { DOORS } from '../../../templates/tools/prove/doors/index.js';
import { proveDoors } from '../../../templates/tools/prove/prove.js';
import {
  asParent,
  defineAccess,
  tenant,
} from '../../../templates/service/engine/model/access-rules.js';
import { Order, OrderLine, shopProject } from '../service/trash/shop.js';

/** Nobody is excepted from the rules of rows, not even who may delete. */
const ACCESS = new Map<object, object>([
  [Order, defineAccess<Order>({ rows: [tenant('tenant_id')] })],
  [OrderLine, defineAccess<OrderLine>({ rows: [asParent('order_id')] })],
]);
const models = shopProject.models.map((module) => ({
  ...module,
  ...(ACCESS.has(module.entity) && { access: ACCESS.get(module.entity) }),
}));

/** The faults of some doors in the answers about the orders of a shop, if the service is spoilt before it starts. */
async function faultsOf(
  doors: readonly string[],
  spoil: (policy: Policy) => void = () => undefined,
) {
  const spoilt: Project = {
    ...shopProject,
    models: models as unknown as Project['models'],
    createApp(parts: AppParts) {
      spoil(parts.engine.policy);
      return shopProject.createApp(parts as never);
    },
  };
  const { faults } = await proveDoors({
    ...{ tools, project: spoilt, url: 'sqlite::memory:', seed: 1 },
    doors: DOORS.filter(({ name }) => doors.includes(name)),
    choose: (all) => all.filter(({ name }) => ['Order', 'OrderLine', 'Label'].includes(name)),
  });
  return faults;
}

it('the trash and deletes are found to obey the rules', async () => {
  const found = await faultsOf(['trash', 'delete', 'list', 'get']);
  expect(found.map(({ rows: _, ...one }) => one)).toEqual([]);
});

it('a trash that shows rows of others, or to who may not delete, is found', async () => {
  const rows = (policy: Policy) => {
    const grant = policy.grant.bind(policy);
    Object.assign(policy, {
      grant: (...[user, action, model]: Parameters<Policy['grant']>) => {
        const granted = grant(user, action, model);
        return granted && { ...granted, where: model.exists, isRestricted: false };
      },
    });
  };
  const everybody = (policy: Policy) => {
    const grant = policy.grant.bind(policy);
    Object.assign(policy, {
      grant: (...[user, action, model]: Parameters<Policy['grant']>) =>
        grant(action === 'delete' ? { ...user, roles: ['Admin'] } : user, action, model),
    });
  };
  for (const spoil of [rows, everybody]) {
    const faults = await faultsOf(['trash'], spoil);
    expect(faults.length, spoil.name).toBeGreaterThan(0);
  }
});
