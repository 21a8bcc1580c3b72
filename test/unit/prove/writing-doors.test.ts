import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../templates/service/engine/access/policy.js';
import { defineHooks } from '../../../templates/service/engine/model/define-hooks.js';
import { allFor, owner, type Grant } from '../../../templates/service/engine/model/access-rules.js';
import type { ModelInfo } from '../../../templates/service/engine/model/model-info.js';
import type { Project } from '../../../templates/service/engine/service/project.js';
import * as tools from '../../../templates/service/engine/tools/index.js';
import { create } from '../../../templates/tools/prove/doors/create.js';
import type { Door, Question } from '../../../templates/tools/prove/doors/door.js';
import { WRITING } from '../../../templates/tools/prove/doors/index.js';
import { own } from '../../../templates/tools/prove/doors/own-endpoints.js';
import { patch } from '../../../templates/tools/prove/doors/patch.js';
import { proveDoors } from '../../../templates/tools/prove/prove.js';
import { billing } from './billing.js';
import { Order, orders } from './orders.js';

/** Asks the writing doors of a service, each until it has found something. */
async function proved(project: Project, some: readonly Door[] = WRITING) {
  const folder = mkdtempSync(join(tmpdir(), 'prove-'));
  const url = `sqlite:${join(folder, 'app.db')}`;
  const found = new Set<string>();
  const doors = some.map((door) => untilFound(door, found));
  try {
    return { found, ...(await proveDoors({ tools, project, url, seed: 1, doors })) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const untilFound = (door: Door, found: Set<string>): Door => ({
  ...door,
  async *questions(proof, actor, model) {
    for await (const question of door.questions(proof, actor, model)) {
      if (found.has(door.name)) return;
      const judge: Question['judge'] = (answer, after) => {
        const wrong = question.judge(answer, after);
        if (wrong) found.add(door.name);
        return wrong;
      };
      yield { ...question, judge };
    }
  },
});

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

/** Grants that are wrong, with the doors that notice each of them. */
const BREAKS: readonly (readonly [what: string, change: Break, doors: readonly string[]])[] = [
  [
    'rows of others are open',
    openRows('Order'),
    ['patch', 'put', 'delete', 'if-match', 'upsert', 'many', 'batch', 'lines', 'replay', 'import'],
  ],
  [
    'rows of others may be referred to',
    openRows('Article'),
    ['create', 'patch', 'put', 'many', 'lines', 'import'],
  ],
  [
    'a field of few is written by everybody',
    openField,
    ['create', 'patch', 'put', 'upsert', 'many', 'batch', 'import'],
  ],
];

describe('the writing doors of the prover', () => {
  it('write, and find nothing where the policy holds', async () => {
    const { faults, doors, unproven } = await proved(orders());
    expect(faults).toEqual([]);
    // The models have no endpoints of their own.
    const asked = WRITING.filter((one) => one !== own).map(({ name }) => name);
    expect(doors.map(({ door }) => door).sort()).toEqual(asked.sort());
    for (const { door, questions, refused } of doors) {
      expect(questions, door).toBeGreaterThan(refused);
      expect(refused, door).toBeGreaterThan(0);
      expect(unproven.filter(({ subject }) => subject.startsWith(`${door} of`))).toEqual([]);
    }
  });

  it('foretell the owner of a new row where an owner rule counts for some roles', async () => {
    const rows = [owner<'clerk_id'>('clerk_id', { roles: ['Manager'] }), allFor('Admin')];
    const { faults, doors } = await proved(billing({ bill: { rows } }), [create]);
    expect(faults).toEqual([]);
    expect(doors[0]!.questions).toBeGreaterThan(10);
  });

  it.each(BREAKS)('find that %s', async (_, change, doors) => {
    const { found } = await proved(broken(orders(), change));
    expect([...found]).toEqual(expect.arrayContaining([...doors]));
  });

  it('say that hooks write more than the rules foretell, and find a refused field that they do not write', async () => {
    let isInside = false;
    const hooks = defineHooks(Order, {
      beforeSave: () => ({ note: 'by a hook' }),
      // Once the answer has been sent, and in no statement of the request.
      afterCommit: async ({ after, system }) => {
        if (isInside) return;
        isInside = true;
        await setTimeout(3);
        const some = await system(Order).find({ limit: 2 });
        const other = some.find(({ id }) => id !== after?.id);
        if (other) await system(Order).update(other.id, { number: `${other.number}!` });
        isInside = false;
      },
    });
    const { faults, unproven } = await proved(orders({}, hooks), [patch]);
    expect(faults).toEqual([]);
    expect(unproven).toContainEqual({
      subject: 'hooks of Order',
      reason: 'they change other rows: Order',
    });
    const open = await proved(broken(orders({}, hooks), openField), [patch]);
    expect([...open.found]).toEqual(['patch']);
  });
});
