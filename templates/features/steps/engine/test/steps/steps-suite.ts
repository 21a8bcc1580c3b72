import { expect, onTestFinished, test } from 'vitest';
import { findDrift } from '../../database/find-drift.js';
import type { ModelHooks } from '../../model/hooks.js';
import { asRecord } from '../fixtures/as-record.js';
import { admin, problemOf, statusOf, user } from '../fixtures/open-library.js';
import { Task, openTasks } from './tasks.js';

const manager = user(7, ['Manager']);

/** A value changes by steps alone, whoever writes it, by whichever door. */
export const describeSteps = (url: () => Promise<string>) => {
  async function open(hooks?: ModelHooks) {
    const { database, engine } = await openTasks(await url(), hooks);
    onTestFinished(() => database.close());
    expect(await findDrift(database)).toEqual([]);
    const as = (who = admin) => engine.operations(who)(Task);
    const code = engine.system(Task);
    /** A task as code stores it, which takes no steps. */
    const stored = async (values: Partial<Task>) =>
      (await code.create({ title: 't', ...values })).id;
    return { database, engine, tasks: as(), as, code, stored };
  }

  test('a change that is no step is refused with those that are', async () => {
    const { tasks } = await open();
    const { id } = asRecord<Task>(await tasks.create({ title: 'a' }));
    expect(await problemOf(tasks.update(id, { state: 'done' }))).toMatchObject({
      status: 409,
      message: 'state cannot change from todo to done, only to doing, dropped.',
      members: {
        code: 'step',
        params: { field: 'state', from: 'todo', to: 'done', allowed: ['doing', 'dropped'] },
      },
      problems: [{ field: 'state', code: 'step', params: { allowed: 'doing, dropped' } }],
    });
    for (const state of ['doing', 'done', 'todo'])
      expect(await tasks.update(id, { state })).toMatchObject({ state });
  });

  test('a value that stays is no step', async () => {
    const { tasks, stored } = await open();
    const id = await stored({ state: 'dropped' });
    expect(await tasks.update(id, { state: 'dropped', title: 'b' })).toMatchObject({ title: 'b' });
    expect(await problemOf(tasks.update(id, { state: 'todo' }))).toMatchObject({
      message: 'state cannot change from dropped to todo.',
      members: { params: { allowed: [] } },
    });
  });

  test('a step of some roles is refused to others', async () => {
    const { as, stored } = await open();
    const id = await stored({ state: 'done', owner_id: 7 });
    const refused = await problemOf(as(user(7, ['Editor'])).update(id, { state: 'todo' }));
    expect(refused).toMatchObject({ status: 409, members: { params: { allowed: [] } } });
    expect(await as(manager).update(id, { state: 'todo' })).toMatchObject({ state: 'todo' });
    expect(await problemOf(as(manager).update(id, { state: 'dropped' }))).toMatchObject({
      members: { params: { allowed: ['doing'] } },
    });
  });

  test('a role that may not write lends no step', async () => {
    const { as, stored } = await open();
    const id = await stored({ state: 'todo', owner_id: 7 });
    const both = user(7, ['Viewer', 'Typist']);
    expect(await statusOf(as(both).update(id, { state: 'dropped' }))).toBe(409);
    expect(await statusOf(as(both).update(id, { state: 'doing' }))).toBe(0);
  });

  test('a new record begins with a first value, or without one', async () => {
    const { tasks, as } = await open();
    expect(await problemOf(tasks.create({ title: 'a', state: 'done' }))).toMatchObject({
      status: 409,
      message: 'state cannot begin with done, only with todo.',
      members: { code: 'step', params: { field: 'state', from: null, allowed: ['todo'] } },
    });
    expect(await statusOf(tasks.create({ title: 'a', review: 'good' }))).toBe(409);
    expect(await statusOf(as(manager).create({ title: 'a', review: 'bad' }))).toBe(409);
    expect(await statusOf(tasks.create({ title: 'a', review: 'bad' }))).toBe(0);
    // Nothing says with which value a task begins to be secret.
    expect(await statusOf(tasks.create({ title: 'b', secret: 'high' }))).toBe(0);
    const { id } = asRecord<Task>(await tasks.create({ title: 'c' }));
    expect(await statusOf(tasks.update(id, { review: 'good' }))).toBe(409);
    expect(await statusOf(tasks.update(id, { review: 'open' }))).toBe(0);
    expect(await problemOf(tasks.update(id, { review: null }))).toMatchObject({
      message: 'review cannot change from open to no value, only to good, bad.',
    });
  });

  test('whoever may not read the field learns nothing of its value', async () => {
    const { as, stored } = await open();
    const id = await stored({ secret: 'high', owner_id: 7 });
    const refused = await problemOf(as(manager).update(id, { secret: 'low' }));
    expect(refused).toMatchObject({ status: 409, message: 'secret cannot have this value now.' });
    expect(refused?.members).toEqual({ code: 'step', params: { field: 'secret' } });
    expect(refused?.problems[0]).not.toHaveProperty('params');
    const typist = await problemOf(as(user(8, ['Typist'])).update(id, { state: 'done' }));
    expect(typist?.members).toEqual({ code: 'step', params: { field: 'state' } });
  });

  test('a record that its writer does not see is missing', async () => {
    const { as, stored } = await open();
    const id = await stored({ state: 'done', owner_id: 9 });
    expect(await statusOf(as(manager).update(id, { state: 'doing' }))).toBe(404);
  });

  test('of many changes none is done if one is no step', async () => {
    const { tasks, code, stored } = await open();
    const ids = [await stored({ title: 'a' }), await stored({ title: 'b', state: 'dropped' })];
    const changes = ids.map((id) => ({ id, values: { state: 'doing' } }));
    expect(await problemOf(tasks.updateMany(changes))).toMatchObject({
      status: 409,
      problems: [{ index: 1, field: 'state', code: 'step' }],
    });
    expect(await code.count({ where: { state: 'doing' } })).toBe(0);
    const many = ['c', 'd'].map((title) => ({ title, state: title === 'c' ? 'todo' : 'doing' }));
    expect(await problemOf(tasks.createMany(many))).toMatchObject({ problems: [{ index: 1 }] });
  });

  test('an upsert takes steps, and so does a replacement', async () => {
    const { tasks, code } = await open();
    const upsert = (state: string) => tasks.upsertMany([{ title: 'a', state }], ['title']);
    expect(await statusOf(upsert('doing'))).toBe(409);
    await upsert('todo');
    await upsert('doing');
    expect(await statusOf(upsert('todo'))).toBe(409);
    const id = (await code.find())[0]!.id;
    // What a replacement leaves out has its default.
    expect(await statusOf(tasks.replace(id, { title: 'a' }))).toBe(409);
    expect(await statusOf(tasks.replace(id, { title: 'a', state: 'done' }))).toBe(0);
  });

  test('code takes no steps, be it without rules or in a hook', async () => {
    const { tasks, code, stored } = await open({
      beforeSave: ({ values }) =>
        (values as Partial<Task>).title === 'finished' ? { state: 'done' } : undefined,
    });
    const id = await stored({ state: 'dropped' });
    expect(await code.update(id, { state: 'done' })).toMatchObject({ state: 'done' });
    const { id: own } = asRecord<Task>(await tasks.create({ title: 'mine' }));
    expect(await tasks.update(own, { title: 'finished' })).toMatchObject({ state: 'done' });
    expect(await statusOf(tasks.update(own, { title: 'x', state: 'doing' }))).toBe(409);
  });

  test('of two who take different steps at once, one is refused', async () => {
    const { engine, stored, code } = await open();
    for (let turn = 0; turn < 5; turn++) {
      const id = await stored({ title: `t${turn}` });
      const take = (state: string) => engine.operations(admin)(Task).update(id, { state });
      const taken = await Promise.allSettled([take('doing'), take('dropped')]);
      expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      for (const one of taken)
        if (one.status === 'rejected')
          expect(one.reason).toMatchObject({ status: 409, members: { code: 'step' } });
      expect(['doing', 'dropped']).toContain((await code.get(id)).state);
    }
  });
};
