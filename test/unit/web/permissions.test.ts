import { describe, expect, test } from 'vitest';
import { mayDo, type PermissionQuestion } from '../../../templates/features/admin/ui/api/session';

const ask = (question: Partial<PermissionQuestion>) =>
  mayDo({
    roles: ['Manager'],
    rolePermissions: null,
    resourcePermissions: null,
    action: 'edit',
    resource: 'task',
    ...question,
  });

describe('without cached permissions', () => {
  test.each([
    ['Admin', ['list', 'show', 'create', 'edit', 'delete', 'clone', 'field']],
    ['Manager', ['list', 'show', 'create', 'edit', 'clone', 'field']],
    ['Viewer', ['list', 'show', 'field']],
  ])('%s may %s', (role, actions) => {
    const all = ['list', 'show', 'create', 'edit', 'delete', 'clone', 'field'];
    expect(all.filter((action) => ask({ roles: [role], action }))).toEqual(actions);
  });

  test('an unknown role and no role may nothing', () => {
    expect(ask({ roles: ['Guest'], action: 'list' })).toBe(false);
    expect(ask({ roles: [], action: 'list' })).toBe(false);
  });
});

describe('layers', () => {
  test('admin in any case may everything, whatever a model says', () => {
    const resourcePermissions = { task: { '*': [] } };
    expect(ask({ roles: ['ADMIN'], action: 'delete', resourcePermissions })).toBe(true);
  });

  test('a model narrows what a role may do, and never widens it', () => {
    expect(ask({ resourcePermissions: { task: { Manager: ['list'] } } })).toBe(false);
    const widening = { task: { Manager: ['delete'] } };
    expect(ask({ action: 'delete', resourcePermissions: widening })).toBe(false);
  });

  test('roles that a model does not name are unaffected, unless it names all others', () => {
    expect(ask({ resourcePermissions: { task: { Viewer: [] } } })).toBe(true);
    expect(ask({ resourcePermissions: { task: { Viewer: ['list'], '*': [] } } })).toBe(false);
  });

  test('one role has to pass both layers by itself', () => {
    const rolePermissions = { A: ['edit'], B: ['list'] };
    const resourcePermissions = { task: { A: ['list'], B: ['edit'] } };
    expect(ask({ roles: ['A', 'B'], rolePermissions, resourcePermissions })).toBe(false);
  });

  test('a role named like a property of every object is an ordinary name', () => {
    const resourcePermissions = { task: { '*': ['edit'] } };
    const rolePermissions = { constructor: ['edit'] };
    expect(ask({ roles: ['constructor'], rolePermissions, resourcePermissions })).toBe(true);
  });
});
