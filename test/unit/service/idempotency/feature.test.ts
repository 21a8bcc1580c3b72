import { join } from 'node:path';
import { expect, test } from 'vitest';
import { idempotency } from '../../../../templates/features/idempotency/engine/idempotency/idempotency-feature.js';
import type { Project } from '../../../../templates/service/engine/service/project.js';
import { readAllSettings, start } from '../../../../templates/service/engine/service/start.js';
import { project } from '../../../../templates/service/src/project.js';
import { CreateKeys20260101000000 } from './idempotency-suite.js';

const ENV = {
  DATABASE_URL: 'sqlite::memory:',
  AUTH_SECRET: 'a secret that is long enough for everybody',
  PORT: '0',
  LOG_LEVEL: 'silent',
};
/** What a browser asks before a page elsewhere may write. */
const PREFLIGHT = { origin: 'https://page.example', 'access-control-request-method': 'POST' };
/** A folder without models, beside a package.json, which names the document. */
const BESIDE_A_PACKAGE = join(import.meta.dirname, '../../../../bin');

test.each([
  ['with', [idempotency], { statuses: [201, 201], replayed: [null, 'true'], tenants: 1 }],
  ['without', [], { statuses: [201, 201], replayed: [null, null], tenants: 2 }],
])(
  'a service %s the feature, what /docs says of it, and what pages elsewhere may send',
  async (name, features, expected) => {
    const migrations = [...project.migrations, CreateKeys20260101000000];
    const whole = { ...project, folder: BESIDE_A_PACKAGE, features, migrations } as Project;
    const { settings, own } = readAllSettings(whole, ENV);
    const { url, stop } = await start(whole, settings, own);
    try {
      const headers: Record<string, string> = { 'content-type': 'application/json' };
      const post = (path: string, body: object) =>
        fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      const signedIn = await post('/auth/login', { username: 'admin', password: 'admin' });
      const { access_token: token } = (await signedIn.json()) as { access_token: string };
      headers['authorization'] = `Bearer ${token}`;
      headers['idempotency-key'] = 'a key';
      const write = () => post('/_batch', [{ method: 'POST', path: '/tenant', body: tenant() }]);
      const tenant = () => ({ name: name === 'with' ? 'one' : crypto.randomUUID() });
      const answers = [await write(), await write()];
      const tenants = await fetch(`${url}/tenant`, { headers });
      expect({
        statuses: (
          (await Promise.all(answers.map((one) => one.json()))) as { status: number }[][]
        ).map(([outcome]) => outcome!.status),
        replayed: answers.map((one) => one.headers.get('idempotency-replayed')),
        tenants: ((await tenants.json()) as object[]).length,
      }).toEqual(expected);
      const preflight = await fetch(`${url}/tenant`, { method: 'OPTIONS', headers: PREFLIGHT });
      const [sent, read] = ['allow', 'expose'].map((kind) =>
        preflight.headers.get(`access-control-${kind}-headers`)!.split(', '),
      );
      expect(sent!.includes('idempotency-key')).toBe(name === 'with');
      expect(read!.includes('idempotency-replayed')).toBe(name === 'with');
      const document = await (await fetch(`${url}/openapi.json`)).text();
      expect(document.includes('Idempotency-Key')).toBe(name === 'with');
      headers['idempotency-key'] = '';
      expect((await write()).status).toBe(name === 'with' ? 400 : 200);
    } finally {
      await stop();
    }
  },
);
