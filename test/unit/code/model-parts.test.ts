import { describe, expect, it } from 'vitest';
import { readProject } from '../../../src/code/read-project.js';
import { findModel } from '../../../src/model/change.js';
import { renderModelsGen } from '../../../src/render/render-registry.js';
import { renderPart } from '../../../src/render/render-part.js';
import { renderModel } from '../../../src/render/render-model.js';
import { webViews } from '../../../src/render/web/view-web.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { appOf, renderExample, templates } from '../../golden/example.js';

const app = appOf('task-manager');
const task = findModel(app, 'Task');
const bare = renderExample('task-manager');
const [hooksPath, hooks] = renderPart(task, 'hooks', templates());
const [rulesPath, rules] = renderPart(task, 'rules', templates());

describe('hooks and rules of a model', () => {
  it('stand beside it, and are read by what they define, wherever that is', () => {
    expect([hooksPath, rulesPath]).toEqual([
      'src/models/task/task.hooks.ts',
      'src/models/task/task.rules.ts',
    ]);
    const elsewhere = hooks.replace("'./task.model.js'", "'../models/task/task.model.js'");
    const own = elsewhere.replace('const taskHooks', 'const onTasks');
    const read = readProject(new Map([...bare, ['src/logic/tasks.ts', own], [rulesPath, rules]]));
    expect(read.problems).toEqual([]);
    const { parts } = findModel(read.app, 'Task');
    expect(parts).toEqual([
      { kind: 'hooks', path: 'src/logic/tasks.ts', name: 'onTasks' },
      { kind: 'rules', path: rulesPath, name: 'taskRules' },
    ]);
    const registry = renderModelsGen(read.app, templates(), read).text;
    expect(registry).toContain("import { onTasks as taskHooks } from '../logic/tasks.js';");
    expect(registry).toContain("import { taskRules } from './task/task.rules.js';");
    expect(registry).toMatch(/hooks: taskHooks,\s+rules: taskRules/);
  });

  it.each([
    ['begins: date', 'ends: date', 'ends !== null && begins > ends', 'log.info({ operation })'],
    ['planned: float', 'spent: float', 'It is less than planned.', 'log.info({ operation })'],
    ['done: boolean', 'code: string', 'done === null', '{ code: code.trim() }'],
  ])('show how they are written by fields that there are: %s, %s', (one, two, rule, hook) => {
    const spec = `models:\n  Trip:\n    fields:\n      ${one}\n      ${two}\n`;
    const trip = findModel(appOfSpec('trips', spec), 'Trip');
    expect(renderPart(trip, 'rules', templates())[1]).toContain(rule);
    expect(renderPart(trip, 'hooks', templates())[1]).toContain(hook);
  });

  it('change nothing of what is rendered for the model, but that the back-office takes the rules', () => {
    const withRules = {
      ...task,
      parts: [{ kind: 'rules' as const, path: rulesPath, name: 'taskRules' }],
    };
    expect(renderModel(app, withRules, templates())).toEqual(renderModel(app, task, templates()));
    const [ruled, plain] = [withRules, task].map((model) => webViews(app, model));
    expect(ruled!['facts.gen.ts']).toMatchObject({
      rulesFile: { name: 'taskRules', from: '../../../../src/models/task/task.rules.js' },
    });
    expect(plain!['facts.gen.ts']).toMatchObject({ rulesFile: null });
    expect(plain!['resource.ts']).toEqual(ruled!['resource.ts']);
  });
});
