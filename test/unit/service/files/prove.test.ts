import { expect, test } from 'vitest';
import { files } from '../../../../templates/features/files/engine/files/files-feature.js';
import { history } from '../../../../templates/features/history/engine/history/history-feature.js';
import { lines } from '../../../../templates/features/lines/engine/lines/lines-feature.js';
import { pastFiles } from '../../../../templates/features/past-files/engine/past-files/past-files-feature.js';
import { uploads } from '../../../../templates/features/uploads/engine/uploads/uploads-feature.js';
import type { Policy } from '../../../../templates/service/engine/access/policy.js';
import type { AppParts, Project } from '../../../../templates/service/engine/service/project.js';
import * as tools from '../../../../templates/service/engine/tools/index.js';
import { DOORS } from '../../../../templates/tools/prove/doors/index.js';
import { proveDoors } from '../../../../templates/tools/prove/prove.js';
import { shopWith } from './shop.js';

const shop = shopWith([uploads, files, history, pastFiles, lines]);

async function faultsOf(doors: readonly string[], breaks: (policy: Policy) => void) {
  const project: Project = {
    ...shop,
    createApp(parts: AppParts) {
      breaks(parts.engine.policy);
      return shop.createApp(parts as never);
    },
  };
  const { faults } = await proveDoors({
    ...{ tools, project, url: 'sqlite::memory:', seed: 1 },
    doors: DOORS.filter(({ name }) => doors.includes(name)),
    choose: (all) => all.filter(({ name }) => name === 'Product'),
  });
  return faults;
}

test('the doors find nothing in a service that obeys its rules', async () => {
  const doors = [
    'files',
    'get',
    'list',
    'create',
    'patch',
    'put',
    'delete',
    'history',
    'past files',
  ];
  expect(await faultsOf(doors, () => undefined)).toEqual([]);
});

test.each(['files', 'past files'])(
  'the door of %s finds one that opens files of hidden rows',
  async (name) => {
    const found = await faultsOf([name], (policy) => {
      const grant = policy.grant.bind(policy);
      Object.assign(policy, {
        grant: (...[user, action, model]: Parameters<Policy['grant']>) => {
          const granted = grant(user, action, model);
          return granted && { ...granted, where: model.exists, isRestricted: false };
        },
      });
    });
    expect(found.length).toBeGreaterThan(0);
    for (const { door } of found) expect(door).toBe(name);
  },
);

test.each(['files', 'past files'])(
  'the door of %s finds one that opens files of closed fields',
  async (name) => {
    const found = await faultsOf([name], (policy) => {
      const grant = policy.grant.bind(policy);
      Object.assign(policy, {
        grant: (...asked: Parameters<Policy['grant']>) => {
          const granted = grant(...asked);
          if (!granted || asked[2].name !== 'Product') return granted;
          const readable = new Set([...granted.readable, 'contract']);
          return { ...granted, readable, readableKey: `${granted.readableKey} and contract` };
        },
      });
    });
    expect(found.length).toBeGreaterThan(0);
  },
);
