import { describe, expect, it } from 'vitest';
import {
  allFor,
  asParent,
  custom,
  defineAccess,
  owner,
  tenant,
  type AccessRules,
  type RowRule,
} from '../../../templates/service/engine/model/access-rules.js';
import {
  type MutantFacts,
  mutantsOf,
  type RuleMutant,
} from '../../../templates/tools/prove/mutants/rule-mutants.js';
import { Dice } from '../../../templates/tools/prove/worlds/dice.js';
import { matches } from '../../../templates/features/engine-tests/engine/test/records/where-oracle.js';

interface Note {
  title: string;
  status: string | null;
  due_on: string | null;
  author_id: number;
  tenant_id: number;
  project_id: number;
  project?: { id: number; status: string } | null;
}

const FACTS: MutantFacts = {
  roles: {
    Admin: ['list', 'show', 'create', 'edit', 'delete'],
    Manager: ['list', 'show', 'create', 'edit'],
    Viewer: ['list', 'show'],
  },
  nullable: ['due_on', 'status'],
};

const mutants = (rules: AccessRules) => mutantsOf('Note', rules, FACTS);
const names = (rules: AccessRules) => mutants(rules).map(({ name }) => name);

function find(rules: AccessRules, key: string): RuleMutant {
  const found = mutants(rules).find((one) => one.key === key);
  if (!found) throw new Error(`no ${key}: ${mutants(rules).map((one) => one.key)}`);
  return found;
}

const caller = { id: 7, username: 'ann', roles: ['Viewer'], tenants: [3] };
const row = { id: 1, status: 'open', due_on: null, author_id: 7, tenant_id: 4 };
const world = { rows: () => [], target: () => 'Project' };

/** Whether the last row rule of a mutant shows the row. */
function shows({ rules }: RuleMutant, shown: object = row): boolean {
  const rule = rules.rows!.at(-1)!;
  if (rule.kind !== 'custom') throw new Error('not a condition');
  return matches(rule.where(caller), { ...row, ...shown }, 'Note', world);
}

describe('mutants of exceptions by role', () => {
  const rules = defineAccess<Note>({
    roles: { Manager: ['list', 'show'], Viewer: ['list'], '*': [] },
  });

  it('gives each role each action that its methods allow', () => {
    expect(names(rules)).toEqual([
      'exception of role Manager of Note dropped',
      'role Manager may also create Note',
      'role Manager may also edit Note',
      'exception of role Viewer of Note dropped',
      'role Viewer may also show Note',
      'exception of every other role of Note dropped',
      ...['list', 'show', 'create', 'edit', 'delete'].map(
        (action) => `every other role may also ${action} Note`,
      ),
    ]);
  });

  it('changes the exception, and nothing else', () => {
    const { rules: changed, ...mutant } = find(rules, 'Note roles.Viewer +show');
    expect(changed).toEqual({ ...rules, roles: { ...rules.roles, Viewer: ['list', 'show'] } });
    expect(mutant).toMatchObject({ kind: 'widened', place: 'roles.Viewer', model: 'Note' });
  });

  it('knows that whoever misses an open exception misses an action, too', () => {
    expect(find(rules, 'Note roles.* +edit').within).toBe('Note roles.* dropped');
    expect(find(rules, 'Note roles.Viewer +show').within).toBeNull();
  });

  it('leaves out exceptions that take nothing away', () => {
    expect(mutants(defineAccess<Note>({ roles: { Viewer: ['list', 'show'] } }))).toEqual([]);
  });

  it('gives roles that nobody has defined any action', () => {
    const one = defineAccess<Note>({ roles: { Clerk: ['list', 'show', 'create', 'edit'] } });
    expect(names(one)).toEqual([
      'exception of role Clerk of Note dropped',
      'role Clerk may also delete Note',
    ]);
  });
});

describe('mutants of row rules', () => {
  const rules = defineAccess<Note>({
    rows: [owner('author_id'), tenant('tenant_id', { roles: ['Manager'] }), allFor('Admin')],
  });

  it('opens all, drops and negates each, and widens those for some roles to those that do not see all', () => {
    expect(names(rules)).toEqual([
      'exception `allFor(Admin) of Note` widened to everybody',
      'rule `owner(author_id)` of Note dropped',
      'rule `owner(author_id)` of Note negated',
      'rule `tenant(tenant_id, roles: Manager)` of Note dropped',
      'rule `tenant(tenant_id, roles: Manager)` of Note negated',
      'rule `tenant(tenant_id, roles: Manager)` of Note widened to everybody',
      'rule `tenant(tenant_id, roles: Manager)` of Note widened to Viewer',
      'rule `allFor(Admin)` of Note dropped',
      'rule `allFor(Admin)` of Note widened to Manager',
      'rule `allFor(Admin)` of Note widened to Viewer',
    ]);
  });

  it('drops a rule alone', () => {
    expect(find(rules, 'Note owner(author_id) dropped').rules.rows).toEqual(rules.rows!.slice(1));
  });

  it('shows what a negated rule hides, to the roles of the rule', () => {
    const negated = defineAccess<Note>({ rows: [tenant('tenant_id', { roles: ['Manager'] })] });
    const mutant = find(negated, 'Note tenant(tenant_id, roles: Manager) negated');
    expect(mutant.rules.rows).toMatchObject([{ kind: 'custom', roles: ['Manager'] }]);
    expect(shows(mutant)).toBe(true);
    expect(shows(mutant, { tenant_id: 3 })).toBe(false);
  });

  it('shows every row where all are opened, and keeps what rules fill in', () => {
    const { rules: opened, ...mutant } = find(rules, 'Note rows opened');
    expect(opened.rows!.slice(0, 3)).toEqual(rules.rows);
    expect(shows({ ...mutant, rules: opened }, { author_id: 8 })).toBe(true);
    expect(mutant.place).toBe('rows[2]');
  });

  it('opens rows that nobody sees', () => {
    expect(names(defineAccess<Note>({ rows: [] }))).toEqual([
      'row rules of Note opened: everybody sees every row',
    ]);
  });

  it('tells rules with equal words apart', () => {
    const twice = defineAccess<Note>({ rows: [asParent('project_id'), asParent('project_id')] });
    expect(find(twice, 'Note asParent(project_id) #2 dropped').place).toBe('rows[1]');
  });

  it('changes the options of owners', () => {
    const kept = defineAccess<Note>({ rows: [owner('author_id', { write: false })] });
    expect(find(kept, 'Note owner(author_id) write: true')).toMatchObject({
      name: '`write: false` of rule `owner(author_id)` of Note lifted',
      place: 'rows[0].write',
      rules: { rows: [{ kind: 'owner', write: true, preset: true }] },
    });
    const named = defineAccess<Note>({
      rows: [owner('author_id', { preset: false, byName: true })],
    });
    const keys = mutants(named).map(({ key }) => key);
    expect(keys).toContain('Note owner(author_id) preset: true');
    expect(keys).toContain('Note owner(author_id) byName: false');
  });
});

describe('mutants of conditions', () => {
  const rules = (where: Parameters<typeof custom<Note>>[0]) =>
    defineAccess<Note>({ rows: [custom<Note>(where)] });
  const both = rules((user, where) =>
    where.and(where.eq('author_id', user.id), where.ne('status', 'secret')),
  );

  it('drops and negates each part', () => {
    expect(names(both)).toEqual([
      'row rules of Note opened: everybody sees every row',
      'rule `custom()` of Note dropped',
      'rule `custom()` of Note negated',
      'condition `eq(author_id)` of rule `custom()` of Note dropped',
      'condition `eq(author_id)` of rule `custom()` of Note negated',
      'condition `ne(status)` of rule `custom()` of Note dropped',
      'condition `ne(status)` of rule `custom()` of Note negated',
      'condition `eq(status)` of rule `custom()` of Note true if status is null',
    ]);
    expect(shows(find(both, 'Note custom() and[0] dropped'), { author_id: 8 })).toBe(true);
    expect(shows(find(both, 'Note custom() and[0] dropped'), { status: 'secret' })).toBe(false);
    expect(shows(find(both, 'Note custom() and[1] negated'), { status: 'secret' })).toBe(true);
  });

  it('forgets null', () => {
    const late = rules((_, where) => where.lt('due_on', '2026-01-01'));
    const mutant = find(late, 'Note custom() true if due_on is null');
    expect(shows(mutant, { due_on: null })).toBe(true);
    expect(shows(mutant, { due_on: '2026-02-02' })).toBe(false);
    // Of a `not`, rows without a value are then hidden.
    expect(shows(find(both, 'Note custom() and[1].not true if status is null'))).toBe(true);
    const hidden = { status: null };
    expect(shows(find(both, 'Note custom() and[1].not true if status is null'), hidden)).toBe(
      false,
    );
  });

  it('looks into conditions on relations, and drops them there', () => {
    const related = rules((_, where) =>
      where.parent('project', (project) => project.eq('status', 'open')),
    );
    const { rows } = find(related, 'Note custom() parent(project) dropped').rules;
    const [rule] = rows!;
    expect(rule?.kind === 'custom' && rule.where(caller)).toMatchObject({
      ...{ op: 'related', relation: 'project', where: { op: 'all' } },
    });
  });

  it('finds the parts that only some roles have', () => {
    const byRole = rules((user, where) =>
      user.roles.includes('Viewer')
        ? where.or(where.eq('status', 'open'), where.eq('author_id', user.id))
        : where.none,
    );
    const mutant = find(byRole, 'Note custom() or[0] dropped');
    expect(shows(mutant, { author_id: 8 })).toBe(false);
    expect(shows(mutant)).toBe(true);
  });

  it('leaves a rule that throws as it is', () => {
    const broken = rules(() => {
      throw new Error('no');
    });
    expect(names(broken)).toHaveLength(3);
  });
});

describe('mutants of fields', () => {
  const rules = defineAccess<Note>({
    roles: { Viewer: ['list', 'show', 'edit'] },
    fields: { status: { read: ['Admin'], write: [] } },
  });

  it('opens each layer, and widens it to each role that could use it', () => {
    const fields = mutants(rules).filter(({ place }) => place.startsWith('fields'));
    expect(fields.map(({ name }) => name)).toEqual([
      'field status of Note readable by everybody',
      'field status of Note readable by Manager',
      'field status of Note readable by Viewer',
      'field status of Note writable by everybody',
      'field status of Note writable by Admin',
      // The methods of a Viewer write nothing.
      'field status of Note writable by Manager',
    ]);
    expect(find(rules, 'Note fields.status.read opened').rules.fields).toEqual({
      status: { write: [] },
    });
    expect(find(rules, 'Note fields.status.write +Manager')).toMatchObject({
      rules: { fields: { status: { read: ['Admin'], write: ['Manager'] } } },
      within: 'Note fields.status.write opened',
    });
  });

  it('leaves out roles that see no rows', () => {
    const narrow = defineAccess<Note>({
      rows: [owner('author_id', { roles: ['Manager'] })],
      fields: { status: { read: [] } },
    });
    const keys = mutants(narrow).map(({ key }) => key);
    expect(keys.filter((key) => key.includes('fields.status'))).toEqual([
      'Note fields.status.read opened',
      'Note fields.status.read +Manager',
    ]);
  });
});

it('drops and widens what roles of users give', () => {
  const rules: AccessRules = { roles: {}, rows: null, fields: {}, gives: { Manager: ['Viewer'] } };
  expect(names(rules)).toEqual([
    '`gives` of role Manager of Note dropped',
    'role Manager may also give the role Manager',
  ]);
  expect(find(rules, 'Note gives.Manager dropped').rules.gives).toEqual({});
});

describe('mutants of any rules', () => {
  const ROLES = ['Admin', 'Manager', 'Viewer', 'Clerk'];
  const ALL = FACTS.roles['Admin']!;

  function randomRules(dice: Dice): AccessRules {
    const some = () => dice.some(ROLES);
    const only = () => (dice.chance(0.4) ? { roles: [dice.pick(ROLES), ...some()] } : {});
    const rule = () =>
      dice.pick([
        () => owner('author_id', only()),
        () => tenant('tenant_id', only()),
        () => allFor(dice.pick(ROLES)),
        () => custom<Note>((user, where) => where.eq('author_id', user.id), only()),
        () =>
          custom<Note>((_, where) =>
            where.or(where.isNull('due_on'), where.not(where.eq('status', 'x'))),
          ),
      ])();
    const roles = dice.some([...ROLES, '*']).map((role) => [role, dice.some(ALL)]);
    const layer = (name: string) => (dice.chance(0.5) ? { [name]: some() } : {});
    return defineAccess<Note>({
      roles: Object.fromEntries(roles),
      ...(dice.chance(0.8) && { rows: Array.from({ length: dice.below(4) }, rule) }),
      fields: { title: { ...layer('read'), ...layer('write') } },
    });
  }

  /** What rules allow, as far as they can be compared: actions and fields by role, rows by role and row. */
  function allowed({ roles, rows, fields }: AccessRules): Set<string> {
    const may = [...ROLES, 'Other'].flatMap((role) => [
      ...(roles[role] ?? roles['*'] ?? ALL).map((action) => `${role} ${action}`),
      ...(['read', 'write'] as const)
        .filter((layer) => fields['title']?.[layer]?.includes(role) ?? true)
        .map((layer) => `${role} ${layer}`),
      ...ROWS.filter((one) => rows?.some((rule) => lets(rule, role, one)) ?? true).map(
        (one) => `${role} sees ${JSON.stringify(one)}`,
      ),
    ]);
    return new Set(may);
  }

  const ROWS = [7, 8].flatMap((author_id) =>
    [3, 4].flatMap((tenant_id) =>
      [null, 'x', 'open'].map((status) => ({ ...row, author_id, tenant_id, status })),
    ),
  );

  function lets(rule: RowRule, role: string, one: object): boolean {
    if (rule.roles?.includes(role) === false) return false;
    const user = { ...caller, roles: [role] };
    if (rule.kind === 'roles') return true;
    if (rule.kind === 'owner') return Reflect.get(one, rule.field) === user.id;
    if (rule.kind === 'tenant') return user.tenants.includes(Reflect.get(one, rule.field));
    return rule.kind === 'custom' && matches(rule.where(user), one as never, 'Note', world);
  }

  it('have keys of their own, leave the rules alone, and never take away where they open', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const rules = randomRules(new Dice(seed));
      const before = JSON.stringify(rules);
      const all = mutants(rules);
      const keys = all.map(({ key }) => key);
      expect(new Set(keys).size, `seed ${seed}: ${keys}`).toBe(keys.length);
      const original = allowed(rules);
      for (const { key, kind, place, within, rules: changed } of all) {
        const says = `seed ${seed}: ${key} of ${before}`;
        if (within) expect(keys.indexOf(within), says).toBeLessThan(keys.indexOf(key));
        const now = allowed(changed);
        const isWhole = !/^rows\[\d+\]\./.test(place);
        if (isWhole && (kind === 'opened' || kind === 'widened'))
          expect(
            [...original].filter((one) => !now.has(one)),
            says,
          ).toEqual([]);
        if (/^roles|^fields/.test(place)) expect(now, says).not.toEqual(original);
      }
      expect(JSON.stringify(rules)).toBe(before);
    }
  });
});
