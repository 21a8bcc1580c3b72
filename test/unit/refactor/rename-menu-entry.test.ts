import { describe, expect, it } from 'vitest';
import { type MenuEntry, renameMenuEntry } from '../../../src/refactor/rename-menu-entry.js';
import type { Tree } from '../../../src/tree.js';

const PATH = 'web/src/pages/resources.ts';
const HEAD = "import type { AppResource } from '#ui';\nexport const all: AppResource[] = [";
const TASK = { name: 'task', model: 'Task' };
const ERRAND = { name: 'errand', model: 'Errand' };

const fileOf = (entries: string): Tree => new Map([[PATH, `${HEAD}${entries}];\n`]]);

const generated = ({ name, model }: MenuEntry, label = model, icon = model): string =>
  `{ name: '${name}', model: '${model}', label: '${label} |||| ${label}s', icon: ${icon}Icon }`;

const written = (form: string, { name, model }: MenuEntry): string =>
  form.replaceAll('NAME', name).replaceAll('MODEL', model);

/** What the developer and the kept copy have after a rename. */
function renamed(mine: string): { readonly mine: string; readonly base: string } {
  const base = fileOf(generated(TASK));
  const trees = { mine: fileOf(mine), base, before: base };
  const after = renameMenuEntry(trees, fileOf(generated(ERRAND)), TASK, ERRAND);
  expect(after.before).toEqual(after.base);
  const entriesIn = (tree: Tree) => tree.get(PATH)!.slice(HEAD.length, -3);
  return { mine: entriesIn(after.mine), base: entriesIn(after.base) };
}

describe('an entry with a label of its own is renamed, and what is generated has that of the render', () => {
  it.each([
    ['as generated', "{ name: 'NAME', model: 'MODEL', label: 'Job', icon: TaskIcon }"],
    ['other quotes', '{ "name": "NAME", model: `MODEL`, label: "Job", icon: TaskIcon }'],
    ['an order', "{ icon: TaskIcon, model: 'MODEL', label: 'Job', name: 'NAME' }"],
    ['line breaks', "{ name:\n'NAME', model:\n'MODEL', label:\n'Job', icon:\nTaskIcon }"],
    ['more', "{ name: 'NAME', group: 'Work', model: 'MODEL', label: 'Job', icon: TaskIcon }"],
    ['objects', "{ name: 'NAME', model: 'MODEL', tones: { a: {} }, label: 'Job', icon: TaskIcon }"],
    ['a brace', "{ name: 'NAME', model: 'MODEL', group: '}', label: 'Job', icon: TaskIcon }"],
    ['a spread', "{ ...{ a: 1 }, name: 'NAME', model: 'MODEL', label: 'Job', icon: TaskIcon }"],
    ['types', "{ name: 'NAME' as const, model: ('MODEL'), label: 'Job', icon: TaskIcon }"],
    ['an apostrophe', `{ name: 'NAME', model: 'MODEL', label: "Day's", icon: TaskIcon }`],
    ['a template', "{ name: 'NAME', model: 'MODEL', label: `Job`, icon: TaskIcon }"],
    ['a call', "{ name: 'NAME', model: 'MODEL', label: words('job'), icon: TaskIcon }"],
    ['a shorthand', "{ name: 'NAME', model: 'MODEL', label, icon: TaskIcon }"],
    ['a label from elsewhere', "{ ...job, name: 'NAME', model: 'MODEL', icon: TaskIcon }"],
    ['a comment', "{ /* name: 'a' */ name: 'NAME', model: 'MODEL', label: 'Job', icon: TaskIcon }"],
    [
      'a comment between',
      "{ name: 'NAME', /* Ours. */ model: 'MODEL', label: 'Job', icon: TaskIcon }",
    ],
    [
      'the same words in a text',
      `{ group: "name: 'a'", name: 'NAME', model: 'MODEL', label: 'Job', icon: TaskIcon }`,
    ],
    [
      'a label in a comment',
      "{ name: 'NAME', model: 'MODEL', /* label: 'Task |||| Tasks' */ label: 'Job', icon: TaskIcon }",
    ],
    [
      'the entry in a comment',
      "\n// { name: 'task', model: 'Task', label: 'Job', icon: TaskIcon },\n{ name: 'NAME', model: 'MODEL', label: 'Job', icon: TaskIcon }",
    ],
  ])('%s', (_title, form) => {
    expect(renamed(written(form, TASK))).toEqual({
      mine: written(form, ERRAND),
      base: generated(ERRAND, 'Errand', 'Task'),
    });
  });
});

it('an icon that is an expression is a choice, too', () => {
  const form = "{ name: 'NAME', model: 'MODEL', label: 'Task |||| Tasks', icon: lazy('Star') }";
  expect(renamed(written(form, TASK))).toEqual({
    mine: written(form, ERRAND),
    base: generated(ERRAND, 'Task', 'Errand'),
  });
});

describe('any other entry is renamed, too, and takes the label and the icon of the render', () => {
  const [label, icon] = ["label: 'Task |||| Tasks'", 'icon: TaskIcon'];
  it.each([
    ['as generated', generated({ name: 'NAME', model: 'MODEL' }, 'Task', 'Task')],
    ['in another style', '{name:"NAME",model:`MODEL`,\nlabel:\n"Task |||| Tasks",icon:(TaskIcon)}'],
    [
      'a label in a comment',
      `{ /* label: 'Job' */ name: 'NAME', model: 'MODEL', ${label}, ${icon} }`,
    ],
    ['a group', `{ name: 'NAME', model: 'MODEL', group: 'Work', ${label}, ${icon} }`],
    ['colours', `{ name: 'NAME', model: 'MODEL', ${label}, ${icon}, tones: { a: {} } }`],
    ['a spread', `{ ...more, name: 'NAME', model: 'MODEL', ${label}, ${icon} }`],
    ['a method', `{ name: 'NAME', model: 'MODEL', ${label}, ${icon}, load() {} }`],
  ])('%s', (_title, form) => {
    expect(renamed(written(form, TASK))).toEqual({
      mine: written(form, ERRAND),
      base: generated(ERRAND, 'Task', 'Task'),
    });
  });
});

describe('what is not the entry of the model is left alone', () => {
  it.each([
    ['another one', "{ name: 'work', model: 'Work', label: 'Job', icon: TaskIcon }"],
    ['in a comment', `/* ${generated(TASK).replace('Task ||||', 'Job ||||')} */`],
  ])('%s', (_title, mine) => {
    expect(renamed(mine)).toEqual({ mine, base: generated(TASK) });
  });
});
