import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { allFor, owner } from '../../../templates/service/engine/model/access-rules.js';
import {
  defineRouter,
  defineRoutes,
  type OwnRouter,
} from '../../../templates/service/engine/model/define-routes.js';
import type { Project } from '../../../templates/service/engine/service/project.js';
import * as tools from '../../../templates/service/engine/tools/index.js';
import { accessChanges } from '../../../templates/tools/prove/against/access-changes.js';
import { compareEndpoints } from '../../../templates/tools/prove/against/compare-endpoints.js';
import type { EndpointService } from '../../../templates/tools/prove/against/endpoint-service.js';
import { commonModels, inquiriesOf } from '../../../templates/tools/prove/against/pair.js';
import type { RunningVersion } from '../../../templates/tools/prove/against/run-version.js';
import { openVersion } from '../../../templates/tools/prove/against/version.js';
import { SCRATCH } from '../../support/scratch.js';
import { forbidden } from '../../../templates/service/engine/problem/problem.js';
import { Bill, billing, RULES, type Rules } from './billing.js';

mkdirSync(SCRATCH, { recursive: true });
const folder = mkdtempSync(join(SCRATCH, 'endpoints-'));
const services: EndpointService[] = [];
afterAll(async () => {
  for (const service of services) await service.stop();
  rmSync(folder, { recursive: true });
});

/** A version that runs in this process. */
async function versionOf(project: Project, name: string): Promise<RunningVersion> {
  const url = `sqlite:${join(folder, `${name}.db`)}`;
  const version = await openVersion({ tools, project, url, seed: 1 });
  let service: EndpointService;
  return {
    facts: version.facts,
    judge: (inquiry) => Promise.resolve(version.judge(inquiry)),
    serve: async (database) => {
      service = await version.serve(`sqlite:${database}`);
      services.push(service);
    },
    questions: (inquiry) => service.questions(inquiry),
    answers: (questions, to) => service.answers(questions, to),
    stop: () => undefined,
  };
}

let count = 0;

async function compared(before: Project, now: Project) {
  count += 1;
  const versions = {
    before: await versionOf(before, `before-${count}`),
    now: await versionOf(now, `now-${count}`),
  };
  const facts = { before: versions.before.facts, now: versions.now.facts };
  const inquiries = inquiriesOf(facts);
  const judged = {
    facts,
    ...{ actors: inquiries.now.actors, scenes: inquiries.now.scenes },
    judgements: {
      before: await versions.before.judge(inquiries.before),
      now: await versions.now.judge(inquiries.now),
    },
    models: commonModels(facts),
  };
  const { cases, uncompared } = await compareEndpoints(versions, judged);
  return { changes: accessChanges(judged, () => null, cases), uncompared };
}

const SIGNED_IN = { auth: 'signed-in' } as const;

const reporting = (router: OwnRouter, rules: Rules = {}): Project =>
  billing(rules, { project: { folder: import.meta.dirname, routers: [router] } });
const NAMES = defineRouter('/reports', SIGNED_IN, (route) => {
  route.get('/names', async ({ crud }) => ({ rows: await crud(Bill).find() }));
});
const told = ({ changes }: Awaited<ReturnType<typeof compared>>) =>
  changes.map(({ kind, sentence }) => `${kind}: ${sentence}`);

describe('the meaning of a change of own endpoints', () => {
  it('is what more of the texts of rows somebody reads, with a request', async () => {
    const leaky = defineRouter('/reports', SIGNED_IN, (route) => {
      route.get('/names', async ({ system, user }) => ({
        rows: user.roles.includes('Viewer') ? await system(Bill).find() : [],
      }));
    });
    const empty = defineRouter('/reports', SIGNED_IN, (route) => {
      route.get('/names', () => ({ rows: [] }));
    });
    const result = await compared(reporting(empty), reporting(leaky));
    expect(told(result)).toEqual([
      'wider: A Viewer may now read more of Bill.name, Bill.status and Bill.margin by GET /reports/names',
    ]);
    expect(result.changes[0]).toMatchObject({
      key: 'Viewer may read more of Bill.name, Bill.status and Bill.margin by GET /reports/names',
      shown: {
        asked: 'GET /reports/names as Viewer',
        now: expect.stringMatching(/^200, \d+ rows$/) as string,
        before: '200, 0 rows',
      },
    });
    expect(told(await compared(reporting(leaky), reporting(empty)))).toEqual([
      'narrower: A Viewer may no longer read more of Bill.name, Bill.status and Bill.margin by GET /reports/names',
    ]);
  });

  it('is nothing beside the change of a rule by which an endpoint reads', async () => {
    const opened: Rules = {
      bill: { fields: RULES.bill.fields!, rows: [allFor('Viewer'), owner('clerk_id')] },
    };
    const result = await compared(reporting(NAMES), reporting(NAMES, opened));
    expect(result.changes.filter(({ key }) => key.includes('/reports'))).toEqual([]);
    expect(result.changes).not.toEqual([]);
  });

  it('is who may ask, what else is answered, and which endpoints there are', async () => {
    const before = defineRouter('/reports', SIGNED_IN, (route) => {
      route.get('/count', async ({ crud }) => ({ count: await crud(Bill).count() }));
      route.put('/names', async ({ crud, user }) => {
        if (!user.roles.includes('Admin')) throw forbidden('Not you.');
        return { rows: await crud(Bill).find() };
      });
      route.get('/old', () => ({}));
    });
    const now = defineRouter('/reports', SIGNED_IN, (route) => {
      route.get('/count', async ({ system }) => ({ count: await system(Bill).count() }));
      route.put('/names', async ({ crud }) => ({ rows: await crud(Bill).find() }));
      route.get('/new', () => ({}));
    });
    expect(told(await compared(reporting(before), reporting(now)))).toEqual([
      'wider: Somebody without a role may now ask GET /reports/count',
      'other: Admin, Manager and Viewer now get another answer from GET /reports/count',
      'wider: Manager and Viewer may now ask PUT /reports/names',
      'new: The endpoint GET /reports/new is new',
      'gone: The endpoint GET /reports/old is gone',
    ]);
  });

  it('is told for rows of others, too', async () => {
    const bills = (isOpen: boolean): Project => {
      const routes = defineRoutes(Bill, (route) => {
        route.get('/:id/status', 'show', async ({ system, id, user }) => {
          const { status, clerk_id } = await system(Bill).get(id('id'));
          if (!isOpen && clerk_id !== user.id) throw forbidden('Not yours.');
          return { status };
        });
      });
      const rows = [allFor('Admin', 'Manager', 'Viewer')];
      const project = { folder: import.meta.dirname };
      return billing({ bill: { rows } }, { bill: { routes }, project });
    };
    expect(told(await compared(bills(false), bills(true)))).toEqual([
      'wider: Admin, Manager and Viewer may now ask GET /bills/:id/status about more rows',
    ]);
  });

  it('says so if a version does not serve the rows of the other', async () => {
    const versions = {
      before: await versionOf(reporting(NAMES), 'stuck-before'),
      now: await versionOf(reporting(NAMES), 'stuck-now'),
    };
    const stuck = {
      ...versions.before,
      serve: () => Promise.reject(new Error('the migration failed')),
    };
    const facts = { before: versions.before.facts, now: versions.now.facts };
    const { actors } = inquiriesOf(facts).now;
    expect(await compareEndpoints({ ...versions, before: stuck }, { facts, actors })).toEqual({
      cases: [],
      uncompared: [{ subject: 'GET /reports/names', reason: 'the migration failed' }],
    });
  });

  it('says which endpoints are not compared', async () => {
    const some = defineRouter('/reports', SIGNED_IN, (route) => {
      route.get('/now', () => ({ at: performance.now() }));
      route.get('/away', async () => ({ isOk: (await fetch('http://192.0.2.1/')).ok }));
    });
    const { changes, uncompared } = await compared(reporting(some), reporting(some));
    expect(changes).toEqual([]);
    expect(uncompared).toEqual([
      { subject: 'GET /reports/now', reason: 'its answers differ from call to call' },
      {
        subject: 'GET /reports/away',
        reason: 'it calls 192.0.2.1, and a proof lets no request out',
      },
    ]);
  });
});
