import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../templates/service/engine/access/policy.js';
import type { Grant } from '../../../templates/service/engine/model/access-rules.js';
import type { ModelInfo } from '../../../templates/service/engine/model/model-info.js';
import type { Project } from '../../../templates/service/engine/service/project.js';
import * as tools from '../../../templates/service/engine/tools/index.js';
import type { Door } from '../../../templates/tools/prove/doors/door.js';
import { WRITING } from '../../../templates/tools/prove/doors/index.js';
import { proveDoors } from '../../../templates/tools/prove/prove.js';
import { orders } from './orders.js';

/** Asks one door of a service. */
async function proved(door: Door, project: Project) {
  const folder = mkdtempSync(join(tmpdir(), 'prove-'));
  const url = `sqlite:${join(folder, 'app.db')}`;
  try {
    return await proveDoors({ tools, project, url, seed: 1, doors: [door] });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a broken policy grants. */
type Break = (grant: Grant, model: ModelInfo) => Grant;

/** A project whose service obeys its policy no longer. */
function broken(project: Project, change: Break): Project {
  return {
    ...project,
    createApp(parts) {
      const policy = parts.engine.policy as { -readonly [Name in keyof Policy]: Policy[Name] };
      const { grant, rowWhere } = policy;
      policy.grant = (user, action, model) => {
        const granted = grant(user, action, model);
        return granted && change(granted, model);
      };
      policy.rowWhere = (actor, model) => {
        const where = rowWhere(actor, model);
        return change({ where } as Grant, model).where;
      };
      return project.createApp(parts);
    },
  };
}

/** All rows of a model are everybody's. */
const openRows =
  (name: string): Break =>
  (grant, model) =>
    model.name === name ? { ...grant, where: { op: 'all' }, isRestricted: false } : grant;

/** Whoever writes an order writes its margin. */
const openField: Break = (grant, { name }) =>
  name === 'Order' && grant.writable
    ? { ...grant, writable: new Set([...grant.writable, 'margin']) }
    : grant;

const ROWS: Break = openRows('Order');
const TARGETS: Break = openRows('Article');

/** For each door, grants that it must notice. */
const BREAKS: Readonly<Record<string, readonly Break[]>> = {
  create: [openField, TARGETS],
  patch: [openField, ROWS, TARGETS],
  put: [openField, ROWS, TARGETS],
  delete: [ROWS],
  'if-match': [ROWS],
  upsert: [openField, ROWS],
  many: [openField, ROWS],
  batch: [openField, ROWS],
  lines: [ROWS, TARGETS],
  replay: [ROWS],
  import: [ROWS, TARGETS],
};

const DOORS = WRITING.map((door) => [door.name, door] as const);
const CASES = DOORS.flatMap(([name, door]) =>
  BREAKS[name]!.map((change, at) => [name, at, door, change] as const),
);

describe('the writing doors of the prover', () => {
  it.each(DOORS)('%s writes, and finds nothing where the policy holds', async (_, door) => {
    const { faults, doors, unproven } = await proved(door, orders());
    expect(faults).toEqual([]);
    expect(unproven.filter(({ subject }) => subject.startsWith(`${door.name} of`))).toEqual([]);
    const [{ questions, refused }] = doors as [(typeof doors)[0]];
    expect(questions).toBeGreaterThan(refused);
    expect(refused).toBeGreaterThan(0);
  });

  it.each(CASES)('%s finds a policy that is broken (%i)', async (name, _, door, change) => {
    const { faults } = await proved(door, broken(orders(), change));
    expect(faults.map((one) => one.door)).toContain(name);
  });
});
