import type { RequestHandler } from 'express';
import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../templates/service/engine/access/policy.js';
import { asParent, owner, tenant } from '../../../templates/service/engine/model/access-rules.js';
import type { AppParts, Project } from '../../../templates/service/engine/service/project.js';
import * as tools from '../../../templates/service/engine/tools/index.js';
import { DOORS, DOORS_OF_KEYS } from '../../../templates/tools/prove/doors/index.js';
import { proveDoors } from '../../../templates/tools/prove/prove.js';
import type { Fault } from '../../../templates/tools/prove/report/report.js';
import { FEATURES, projectOf } from './every-feature.js';

const RULES: Parameters<typeof projectOf>[0] = {
  Team: { rows: [tenant('tenant_id')], fields: { budget: { read: ['Manager'] } } },
  Mark: { rows: [tenant('tenant_id')] },
  Item: {
    rows: [owner('owner_id'), tenant('tenant_id')],
    fields: { secret: { read: ['Manager'] } },
  },
  Remark: { rows: [asParent('item_id')], roles: { Viewer: ['list', 'show'] } },
};
const project = projectOf(RULES, FEATURES);

/** The faults of some doors in the answers of a service about some models, if the service is spoilt before it starts. */
async function faultsOf(
  doors: readonly string[],
  models: readonly string[],
  spoil: (parts: AppParts) => void = () => undefined,
): Promise<readonly Fault[]> {
  const spoilt: Project = {
    ...project,
    createApp(parts) {
      spoil(parts);
      return project.createApp(parts as never);
    },
  };
  const { faults, doors: counts } = await proveDoors({
    ...{ tools, project: spoilt, url: 'sqlite::memory:', seed: 1 },
    doors: DOORS.filter(({ name }) => doors.includes(name)),
    choose: (all) => all.filter(({ name }) => models.includes(name)),
  });
  expect(counts.map(({ door }) => door).sort()).toEqual(doors.toSorted());
  return faults;
}

type Breaks = (policy: Policy) => void;

/** The rules of rows are gone. */
const rows: Breaks = (policy) => {
  const grant = policy.grant.bind(policy);
  Object.assign(policy, {
    grant: (...[user, action, model]: Parameters<Policy['grant']>) => {
      const granted = grant(user, action, model);
      return granted && { ...granted, where: model.exists, isRestricted: false };
    },
    rowWhere: (...[, model]: Parameters<Policy['rowWhere']>) => model.exists,
  });
};

/** Everybody reads the field that has a rule. */
const fields: Breaks = (policy) => {
  const grant = policy.grant.bind(policy);
  Object.assign(policy, {
    grant: (...asked: Parameters<Policy['grant']>) => {
      const granted = grant(...asked);
      if (!granted || asked[2].name !== 'Item') return granted;
      const readable = new Set([...granted.readable, 'secret']);
      return { ...granted, readable, readableKey: `${granted.readableKey} and secret` };
    },
  });
};

/** Everybody may do what Admin may do. */
const roles: Breaks = (policy) => {
  const grant = policy.grant.bind(policy);
  Object.assign(policy, {
    grant: (...[user, action, model]: Parameters<Policy['grant']>) =>
      grant({ ...user, roles: ['Admin'] }, action, model),
  });
};

const BROKEN: Readonly<Record<string, readonly (readonly [Breaks, model: string])[]>> = {
  list: [
    [rows, 'Item'],
    [fields, 'Item'],
    [roles, 'Remark'],
  ],
  get: [
    [rows, 'Item'],
    [fields, 'Item'],
  ],
  'many by ids': [[rows, 'Mark']],
  filter: [
    [rows, 'Item'],
    [fields, 'Item'],
  ],
  sort: [[fields, 'Item']],
  search: [
    [rows, 'Item'],
    [fields, 'Item'],
  ],
  'cursor pages': [[rows, 'Item']],
  fields: [[fields, 'Item']],
  expand: [
    [rows, 'Item'],
    [fields, 'Remark'],
  ],
  count: [[rows, 'Item']],
  aggregate: [
    [rows, 'Item'],
    [fields, 'Item'],
  ],
  overviews: [
    [rows, 'Item'],
    [fields, 'Item'],
  ],
  export: [
    [rows, 'Item'],
    [fields, 'Item'],
  ],
  history: [
    [rows, 'Item'],
    [fields, 'Item'],
  ],
  openapi: [[fields, 'Item']],
  permissions: [
    [fields, 'Item'],
    [roles, 'Item'],
  ],
  ...Object.fromEntries(
    [
      'sessions',
      'api-keys',
      'oidc',
      'passkeys',
      'two-factor',
      'invitations',
      'jobs',
      'webhooks',
    ].map((name) => [name, [[roles, 'Item']] as const]),
  ),
};

describe('the doors for reading', () => {
  it('find nothing in a service that obeys its rules', async () => {
    expect(await faultsOf(Object.keys(BROKEN), ['Item'])).toEqual([]);
  });

  it.each(Object.entries(BROKEN))('%s finds a service that does not', async (door, all) => {
    for (const [breaks, model] of all) {
      const found = await faultsOf([door], [model], ({ engine }) => breaks(engine.policy));
      expect(found.length, `${breaks.name} of ${model}`).toBeGreaterThan(0);
      for (const fault of found) expect(fault.door).toBe(door);
    }
  });

  it('find nothing that API keys may not do where the service obeys their limits', async () => {
    const keys = FEATURES.filter(({ name }) => ['api-keys', 'lines', 'sums'].includes(name));
    const { faults, doors } = await proveDoors({
      ...{ tools, project: projectOf(RULES, keys), url: 'sqlite::memory:', seed: 1 },
      doors: DOORS_OF_KEYS,
      choose: (all) => all.filter(({ name }) => ['Mark', 'Remark'].includes(name)),
    });
    expect(faults).toEqual([]);
    expect(doors.length).toBeGreaterThan(10);
  });

  it('find an API key that reaches further than its limits', async () => {
    const unlimited: Breaks = (policy) => {
      const grant = policy.grant.bind(policy);
      Object.assign(policy, {
        grant: (...[user, action, model]: Parameters<Policy['grant']>) =>
          grant({ ...user, limits: undefined }, action, model),
      });
    };
    const models = ['Team', 'Mark', 'Item', 'Remark', 'Person'];
    const found = await faultsOf(['expand'], models, ({ engine }) => unlimited(engine.policy));
    expect(found.length).toBeGreaterThan(0);
    for (const { actor } of found) expect(actor).toContain('API key for ');
  });

  it('find an API key that lends the other roles of its owner', async () => {
    const whole: Breaks = (policy) => {
      const grant = policy.grant.bind(policy);
      Object.assign(policy, {
        grant: (...[user, action, model]: Parameters<Policy['grant']>) =>
          grant(user.limits ? { ...user, roles: ['Admin', 'Manager'] } : user, action, model),
      });
    };
    const found = await faultsOf(['list'], ['Item'], ({ engine }) => whole(engine.policy));
    expect(found.map(({ actor }) => actor)).toEqual([expect.stringContaining('API key')]);
  });

  it('find a service that answers without a token', async () => {
    const admit = ({ authentication, directory }: AppParts) =>
      Object.assign(authentication, {
        signedIn: (request: { currentUser: object }, _response: unknown, next: () => void) => {
          request.currentUser = { id: 1, username: 'admin', roles: ['Admin'], tenants: [] };
          directory.changed();
          next();
        },
      });
    const found = await faultsOf(['no token'], ['Person'], admit);
    expect(found.map(({ expected }) => expected)).toEqual(['401']);
  });

  it.each([
    [
      'text',
      'SELECT secret AS hint FROM item WHERE id = 3',
      /^nothing of Item\.secret,.* in row 3$/,
    ],
    ['number', 'SELECT max(budget) AS hint FROM team', /^nothing of Team\.budget,/],
  ])('find a %s where nobody would look', async (_kind, select, expected) => {
    const hint = ({ middleware, database }: AppParts) =>
      void (middleware as RequestHandler[]).push((_request, response, next) => {
        void database.dataSource.query(select).then(([row]: { hint: unknown }[]) => {
          response.setHeader('x-hint', `it is ${String(row?.hint)}`);
          next();
        });
      });
    const [found] = await faultsOf(['list'], ['Person'], hint);
    expect(found?.expected).toMatch(expected);
    expect(found?.told).toMatch(/x-hint: it is (zq\d{6}z|7\d{6})/);
  });
});
