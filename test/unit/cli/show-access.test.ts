import { describe, expect, it } from 'vitest';
import { showMatrix } from '../../../src/cli/show-access.js';
import { accessMatrix, allRoles, presetsOf } from '../../../src/project/open/access-matrix.js';
import { type Explanation, showExplanation } from '../../../src/cli/show-explanation.js';
import { PLAIN, styleFor } from '../../../src/cli/style.js';
import { NO_ROW_RULES, type Model } from '../../../src/model/model.js';
import { readRowRules } from '../../../src/code/read-row-rules.js';

const field = (name: string, read: string[] | null, write: string[] | null) =>
  ({ name, read, write }) as Model['fields'][number];

const invoice = {
  name: 'Invoice',
  prefix: '/invoices',
  access: { Manager: ['list', 'edit', 'delete'], '*': [] },
  fields: [field('number', null, null), field('margin', ['Admin', 'Auditor'], [])],
  rows: NO_ROW_RULES,
} as unknown as Model;

const roles = allRoles([invoice], presetsOf({}));

describe('the matrix of a model', () => {
  it('is what both layers let each role do, roles named only by fields included', () => {
    expect(accessMatrix(invoice, roles, null)).toEqual({
      model: 'Invoice',
      prefix: '/invoices',
      roles: [
        { role: 'Admin', actions: [], exception: '*', known: true },
        // Manager has no delete anywhere: an exception gives nothing.
        { role: 'Manager', actions: ['list', 'edit'], exception: 'named', known: true },
        { role: 'Viewer', actions: [], exception: '*', known: true },
        { role: 'Auditor', actions: [], exception: '*', known: false },
      ],
      fields: [{ field: 'margin', read: ['Admin', 'Auditor'], write: [] }],
      rows: null,
    });
  });

  it('is a table for a terminal, and lines for a narrow one', () => {
    const matrix = accessMatrix(invoice, roles, []);
    const wide = showMatrix(matrix, PLAIN, 100);

    expect(wide).toMatch(/Manager {4,}yes {3}- {5}- {7}yes {3}- {7}- {6}-/);
    expect(wide).toContain('margin  Admin, Auditor  nobody');
    expect(wide).toContain('none visible: an empty list of rules hides every row');
    const narrow = showMatrix(matrix, PLAIN, 30);
    for (const line of narrow.split('\n').slice(0, -1)) expect(line.length).toBeLessThanOrEqual(30);
    expect(narrow).toContain('Manager: list, edit');
    expect(narrow).toContain('margin: read by Admin,');
  });

  it('has colours where they are seen', () => {
    const matrix = accessMatrix(invoice, roles, null);
    const coloured = styleFor({ isTTY: true }, { TERM: 'xterm' });
    expect(showMatrix(matrix, coloured, 100)).toContain('\u001b[1mInvoice');
    const plain = styleFor({ isTTY: true }, { TERM: 'xterm', NO_COLOR: '1' });
    expect(showMatrix(matrix, plain, 100)).not.toContain('\u001b');
  });
});

describe('row rules', () => {
  const read = (rows: string) =>
    readRowRules(
      new Map([
        ['src/models/note/note.access.ts', `const a = defineAccess<Note>({ roles: {}${rows} });`],
        ['src/other.ts', 'defineAccess<Other>({ rows: [] })'],
      ]),
    ).get('Note');

  it('are read as far as the code tells', () => {
    const rows = `, rows: [owner('by_id', { write: false }), tenant("t_id"), asParent('up_id'),
      allFor('Admin', "Boss"), allFor(...BOSSES), custom((user, where) =>
        where.all), ...more, owner(name())]`;
    expect(read(rows)).toEqual([
      { kind: 'owner', field: 'by_id', text: "owner('by_id', { write: false })" },
      { kind: 'tenant', field: 't_id', text: 'tenant("t_id")' },
      { kind: 'asParent', field: 'up_id', text: "asParent('up_id')" },
      { kind: 'allFor', field: null, roles: ['Admin', 'Boss'], text: `allFor('Admin', "Boss")` },
      { kind: 'code', field: null, text: 'allFor(...BOSSES)' },
      { kind: 'custom', field: null, text: 'custom((user, where) => where.all)' },
      { kind: 'code', field: null, text: '...more' },
      { kind: 'code', field: null, text: 'owner(name())' },
    ]);
  });

  it('are none, an empty list or code', () => {
    expect(read('')).toBeNull();
    expect(read(', rows: []')).toEqual([]);
    expect(read(', rows: rulesOf(Note)')).toEqual([
      { kind: 'code', field: null, text: 'rulesOf(Note)' },
    ]);
    expect(read(', ...shared')).toBeUndefined();
  });

  it('say it when only the service can tell', () => {
    const shown = (rows: string) =>
      showMatrix(accessMatrix(invoice, roles, read(rows) ?? 'unread'), PLAIN, 100);
    expect(shown(', rows: [custom(mine)]')).toContain('custom code: only the service can decide');
    expect(shown(', ...shared')).toContain('that crudgen cannot read');
  });
});

const told: Explanation = {
  user: { id: 4, username: 'an\u001bna', roles: ['Viewer'], tenants: [], active: true },
  action: 'show',
  model: 'Note',
  prefix: 'note',
  id: 7,
  roles: [{ name: 'Viewer', actions: ['list', 'show'], exception: null, passes: true }],
  fields: [{ name: 'secret', read: false, write: false, readers: ['Admin'], writers: null }],
  notes: [],
  rules: [{ rule: "owner('by_id')", lets: false, where: '{}', mistake: null }],
  rows: { seen: 1, all: 2 },
  row: 'hidden',
  besides: [],
  answer: { status: 404, why: 'There is no note with the id 7.' },
};

describe('an explanation', () => {
  it('says what the service asks of changes', () => {
    const notes = [{ field: 'state', note: 'The value changes from todo to done.' }];
    expect(showExplanation({ ...told, notes }, PLAIN)).toContain(
      'values  what the service asks of changes\n  state: The value changes from todo to done.\n',
    );
  });

  it('goes layer by layer and ends with the answer', () => {
    expect(showExplanation(told, PLAIN)).toBe(`may an␛na show Note 7?
  user   id 4, active, roles Viewer, tenants none

roles  one of the roles must allow the action globally and in the model
  yes  Viewer
       global role: has show
       Note does not restrict this role

rows  row rules show the user 1 of 2
  no   owner('by_id')
       {}
  no   no rule shows row 7, so for this user the row does not exist

fields  whether this action reads and writes them
  no  no   secret (read: Admin; write: everybody)

answer  404  There is no note with the id 7.`);
  });

  it('says what a role lacks, and that there is none', () => {
    const lacks = { ...told, action: 'delete' };
    expect(showExplanation(lacks, PLAIN)).toContain('lacks delete, has list, show');
    const nobody = { ...told, roles: [] };
    expect(showExplanation(nobody, PLAIN)).toContain('a user without roles has no permissions');
    const ghost = { name: 'Ghost', actions: null, exception: null, passes: false };
    expect(showExplanation({ ...told, roles: [ghost] }, PLAIN)).toContain(
      'this role does not exist',
    );
    expect(showExplanation({ ...told, rules: [] }, PLAIN)).toContain('no row is visible');
    expect(showExplanation({ ...told, rules: null }, PLAIN)).toContain('has no row rules');
  });
});
