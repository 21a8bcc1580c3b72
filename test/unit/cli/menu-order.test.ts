import { expect, it } from 'vitest';
import { modelAdd } from '../../../src/cli/commands/model-add.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { mergeBranches } from '../../../src/merge/merge-branches.js';
import { useProject } from './project.js';

const MENU = 'web/src/pages/resources.ts';
const project = useProject('task-manager');

const classesIn = (text: string) => [...text.matchAll(/model: '(\w+)'/g)].map(([, name]) => name);
const menu = () => classesIn(project.read(MENU));
const add = (name: string) => modelAdd(project.context(), name, ['name:string'], {});

/** Puts the last entry of the menu first, as its developer would. */
const lastFirst = () =>
  project.edit(MENU, (text) => {
    const last = text.lastIndexOf('  {\n');
    const entry = text.slice(last, text.lastIndexOf('];'));
    return text.replace(entry, '').replace('= [\n', `= [\n${entry}`);
  });

it('the menu has the order of the spec, and a new model is last', async () => {
  expect(menu()).toEqual(['TeamMember', 'Project', 'Task']);
  expect(await add('Agenda')).toBe(0);
  expect(menu()).toEqual(['TeamMember', 'Project', 'Task', 'Agenda']);
});

it("the order is its developer's: it stays when a model is added, and by sync", async () => {
  lastFirst();
  const own = ['Task', 'TeamMember', 'Project'];
  expect(menu()).toEqual(own);
  expect(await add('Agenda')).toBe(0);
  expect(menu()).toEqual([...own, 'Agenda']);
  expect(await sync(project.context(), {})).toBe(0);
  expect(menu()).toEqual([...own, 'Agenda']);
});

it.each([
  ['follow it', '<ShowPage', ['assigned_tasks', 'owned_projects']],
  [
    'stay on a page that its developer has edited',
    '<ShowPage own',
    ['owned_projects', 'assigned_tasks'],
  ],
])('related records %s', async (_, edited, after) => {
  const page = 'web/src/pages/team-member/team-member.show.tsx';
  const tabs = () => [...project.read(page).matchAll(/relation="(\w+)"/g)].map(([, name]) => name);
  expect(tabs()).toEqual(['owned_projects', 'assigned_tasks']);
  project.edit(page, (text) => text.replace('<ShowPage', edited));
  lastFirst();
  expect(await sync(project.context(), {})).toBe(0);
  expect(tabs()).toEqual(after);
});

it('what its developer took out of the menu stays out', async () => {
  project.edit(MENU, (text) => text.replace(/ {2}\{\n[^}]*model: 'Project'[^}]*\},\n/, ''));
  const own = menu();
  expect(own).not.toContain('Project');
  expect(await sync(project.context(), {})).toBe(0);
  expect(await add('Agenda')).toBe(0);
  expect(menu()).toEqual([...own, 'Agenda']);
});

it('two branches that each add a model merge', async () => {
  const base = project.read(MENU);
  expect(await add('Agenda')).toBe(0);
  const mine = project.read(MENU);
  const next = mine.replaceAll('Agenda', 'Room').replaceAll('agenda', 'room');
  const both = mergeBranches(MENU, { base, mine, next });
  expect(classesIn(both ?? '').toSorted()).toEqual(
    [...classesIn(base), 'Agenda', 'Room'].toSorted(),
  );
});
