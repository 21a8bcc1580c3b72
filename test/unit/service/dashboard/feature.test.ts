import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dashboard } from '../../../../templates/features/dashboard/engine/dashboard/dashboard-feature.js';
import type { Project } from '../../../../templates/service/engine/service/project.js';
import { readAllSettings, start } from '../../../../templates/service/engine/service/start.js';
import { project } from '../../../../templates/service/src/project.js';

const ENV = {
  DATABASE_URL: 'sqlite::memory:',
  AUTH_SECRET: 'a secret that is long enough for everybody',
  PORT: '0',
  LOG_LEVEL: 'silent',
};
/** A folder without models, beside a package.json, which names the document. */
const BESIDE_A_PACKAGE = join(import.meta.dirname, '../../../../bin');
const PATHS = [
  '/config/aggregates',
  '/config/counts',
  '/config/groups',
  '/config/recent',
  '/config/rows',
];

test.each([
  ['with', [dashboard], 401],
  ['without', [], 404],
])(
  'a service %s the dashboard: its paths, and what /docs says of them',
  async (_, features, status) => {
    const whole = { ...project, folder: BESIDE_A_PACKAGE, features } as Project;
    const { settings, own } = readAllSettings(whole, ENV);
    const running = await start(whole, settings, own);
    try {
      for (const path of PATHS) {
        expect((await fetch(`${running.url}${path}?models=user`)).status, path).toBe(status);
        const posted = await fetch(running.url + path, { method: 'POST' });
        expect(posted.status, path).toBe(status === 404 ? 404 : 405);
      }
      const { paths } = (await (await fetch(`${running.url}/openapi.json`)).json()) as {
        paths: object;
      };
      const described = Object.keys(paths).filter((path) => PATHS.includes(path));
      expect(described.sort()).toEqual(status === 404 ? [] : PATHS);
      expect(Object.keys(paths)).toContain('/config/search');
    } finally {
      await running.stop();
    }
  },
);
