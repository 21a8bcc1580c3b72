import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { findDrift } from '../../../../templates/service/engine/database/find-drift.js';
import { BackgroundJob } from '../../../../templates/features/jobs/engine/jobs/background-job.model.js';
import { pauseAfter } from '../../../../templates/features/jobs/engine/jobs/attempt.js';
import { CronJobs } from '../../../../templates/features/jobs/engine/jobs/cron-jobs.js';
import {
  defineJob,
  GiveUp,
  type JobContext,
  type JobHandler,
} from '../../../../templates/features/jobs/engine/jobs/define-job.js';
import { enqueue } from '../../../../templates/features/jobs/engine/jobs/enqueue.js';
import { Note, type OpenJobs, openJobs } from '../../../support/open-jobs.js';

const forever = () => new Promise<never>(() => undefined);
const anything = z.object({ n: z.number().optional() });

/** What jobs do on one kind of database. */
export function describeJobs(createDatabase: () => Promise<string>): void {
  let open: OpenJobs;
  beforeAll(async () => {
    open = await openJobs(await createDatabase(), {
      afterSave: ({ after }: { after: Note }) => (after.text === 'hang' ? forever() : undefined),
    });
  });
  beforeEach(async () => {
    await open.dataSource.query('DELETE FROM background_job');
    await open.dataSource.query('DELETE FROM note');
  });
  afterAll(() => open.close());

  const rows = () => open.dataSource.getRepository(BackgroundJob).find({ order: { id: 'ASC' } });
  const set = (id: number, sql: string) =>
    open.dataSource.query(`UPDATE background_job SET ${sql} WHERE id = ${id}`);
  const wish = (names: string[], more: object = {}) => ({
    ...{ names, limits: new Map<string, number>(), count: 10, claim: 'one', lease: 5000 },
    ...more,
  });
  const past = () =>
    open.dataSource.options.type === 'postgres' ? `'2020-01-01'` : `'2020-01-01 00:00:00.000'`;

  it('has a table as its manifest says', async () => {
    expect(await findDrift(open.database)).toEqual([]);
  });

  describe('a job', () => {
    it('gets what was put in, as its schema reads it', async () => {
      const seen: unknown[] = [];
      const schema = z.object({ at: z.coerce.date(), to: z.string().default('all') });
      const job = defineJob(
        'greet',
        schema,
        ({ payload, attempt }) => void seen.push(payload, attempt),
      );
      await enqueue(open, job, { at: new Date(0) });
      await open.workerOf([job]).drain();
      expect(seen).toEqual([{ at: new Date(0), to: 'all' }, 1]);
      expect(await rows()).toMatchObject([{ status: 'done', attempts: 1, error: null }]);
    });

    it('is refused with a payload that it does not take', async () => {
      const job = defineJob('greet', z.object({ to: z.string() }), () => undefined);
      await expect(enqueue(open, job, { to: 7 } as never)).rejects.toThrow(/greet.*payload/s);
      expect(await rows()).toEqual([]);
    });

    it.each(['\0', '\ud800', 'b\udc00'])(
      'is refused with text that no database keeps',
      async (text) => {
        const job = defineJob('greet', z.object({ to: z.array(z.string()) }), () => undefined);
        await expect(enqueue(open, job, { to: ['ann', text] })).rejects.toMatchObject({
          status: 422,
          detail: expect.stringMatching(/^to contains NUL or a lone surrogate.*`greet`/) as string,
          problems: [{ field: 'to', code: 'text' }],
        });
        expect(await rows()).toEqual([]);
      },
    );

    it('fails for a reason that no database keeps as it is', async () => {
      const fail = () => Promise.reject(new Error('no \0 and \ud800'));
      await enqueue(open, defineJob('break', anything, fail, { retries: 0 }), {});
      await open.workerOf([defineJob('break', anything, fail, { retries: 0 })]).drain();
      const [{ status, error }] = (await rows()) as [BackgroundJob];
      expect(status).toBe('failed');
      expect(error).toMatch(/^no \ufffd and /);
    });

    it('is there when the transaction commits in which it was asked for, and gone when not', async () => {
      const job = defineJob('greet', anything, () => undefined);
      const write = (fails: boolean) =>
        open.dataSource.transaction(async () => {
          await open.engine.system(Note).create({ text: 'x' });
          await enqueue(open, job, {});
          if (fails) throw new Error('no');
        });
      await expect(write(true)).rejects.toThrow('no');
      expect(await rows()).toEqual([]);
      await write(false);
      expect(await rows()).toMatchObject([{ name: 'greet', status: 'waiting' }]);
    });

    it('is in the transaction of a hook by its session', async () => {
      const job = defineJob('greet', anything, () => undefined);
      const write = open.database.write(async (session) => {
        await enqueue({ session }, job, {});
        throw new Error('no');
      });
      await expect(write).rejects.toThrow('no');
      expect(await rows()).toEqual([]);
      await open.database.write((session) => enqueue({ session }, job, {}));
      expect(await rows()).toHaveLength(1);
    });

    it('waits for its delay', async () => {
      const job = defineJob('greet', anything, () => undefined);
      const id = await enqueue(open, job, {}, { delay: '1h' });
      await open.workerOf([job]).drain();
      expect(await rows()).toMatchObject([{ status: 'waiting', attempts: 0 }]);
      await set(id, `run_at = ${past()}`);
      await open.workerOf([job]).drain();
      expect(await rows()).toMatchObject([{ status: 'done' }]);
    });

    it('is tried again, later each time, and fails for good after the last', async () => {
      const job = defineJob('break', anything, () => Promise.reject(new Error('broken')), {
        retries: 1,
        backoff: '1m',
      });
      const id = await enqueue(open, job, {});
      await open.workerOf([job]).drain();
      const [first] = await rows();
      expect(first).toMatchObject({ status: 'waiting', attempts: 1, error: 'broken' });
      const pause = first!.run_at.getTime() - Date.now();
      expect(pause).toBeGreaterThan(25_000);
      expect(pause).toBeLessThan(61_000);
      await set(id, `run_at = ${past()}`);
      await open.workerOf([job]).drain();
      expect(await rows()).toMatchObject([{ status: 'failed', attempts: 2, error: 'broken' }]);
    });

    it('pauses twice as long each time, with some chance in it, and not for ever', () => {
      expect(pauseAfter(1, 1000, 0)).toBe(1000);
      expect(pauseAfter(4, 1000, 0)).toBe(8000);
      expect(pauseAfter(4, 1000, 1)).toBe(4000);
      expect(pauseAfter(90, 1000, 0)).toBe(6 * 3_600_000);
    });

    it('fails at once where its handler gives up, or its payload is none of its own any more', async () => {
      const job = defineJob('break', anything, () => {
        throw new GiveUp('the account is closed');
      });
      await enqueue(open, job, {});
      const stale = await enqueue(open, job, { n: 1 });
      await set(stale, `payload = '{"n":"one"}'`);
      await open.workerOf([job]).drain();
      const [gaveUp, misfit] = await rows();
      expect(gaveUp).toMatchObject({
        status: 'failed',
        attempts: 1,
        error: 'the account is closed',
      });
      expect(misfit).toMatchObject({ status: 'failed', attempts: 1 });
      expect(misfit!.error).toMatch(/payload/);
    });

    it('that takes too long is ended, and told so', async () => {
      let signal: AbortSignal | undefined;
      const hang = (context: JobContext<unknown>) => {
        signal = context.signal;
        return new Promise(() => undefined);
      };
      const job = defineJob('hang', anything, hang, { timeout: '50ms', retries: 0 });
      await enqueue(open, job, {});
      await open.workerOf([job]).drain();
      expect(await rows()).toMatchObject([
        { status: 'failed', error: 'The job took longer than 0.05 seconds.' },
      ]);
      expect(signal?.aborted).toBe(true);
    });

    it.each<[string, JobHandler<unknown>]>([
      [
        'its data source',
        ({ dataSource }) =>
          dataSource.transaction(async (manager) => {
            await manager.insert(Note, { text: 'lost' });
            await forever();
          }),
      ],
      ['a write', ({ system }) => system(Note).create({ text: 'hang' })],
    ])('that hangs in a transaction of %s lets go of it with its time', async (_way, handler) => {
      const job = defineJob('hang', anything, handler, { timeout: '200ms', retries: 0 });
      await enqueue(open, job, {});
      await open.workerOf([job]).drain();
      expect(await rows()).toMatchObject([
        { status: 'failed', error: 'The job took longer than 0.2 seconds.' },
      ]);
      await open.engine.system(Note).create({ text: 'others go on' });
      expect(await open.engine.system(Note).find()).toMatchObject([{ text: 'others go on' }]);
    });

    it('is not tried again beside a handler that does not heed the end of its time', async () => {
      let running = 0;
      const beside: number[] = [];
      const deaf = async () => {
        beside.push(++running);
        await sleep(200);
        running -= 1;
      };
      const job = defineJob('deaf', anything, deaf, {
        ...{ timeout: '20ms', retries: 2, backoff: '1ms' },
      });
      await enqueue(open, job, {});
      const worker = open.workerOf([job], { grace: 10_000 });
      while ((await rows())[0]!.status === 'waiting') await worker.drain();
      expect(beside).toEqual([1, 1, 1]);
      expect(await rows()).toMatchObject([{ status: 'failed', attempts: 3 }]);
    });

    it('says at once what is wrong with its definition', () => {
      const define =
        (options: object, name = 'x') =>
        () =>
          defineJob(name, anything, () => undefined, options);
      expect(define({}, 'no spaces')).toThrow(/name/);
      expect(define({ retries: -1 })).toThrow(/retries/);
      expect(define({ backoff: '10 s' })).toThrow(/backoff.*such as `30s`/);
      expect(define({ concurrency: 0 })).toThrow(/concurrency/);
      const cron = { expression: '0 3 * * *', timeZone: 'UTC' };
      expect(define({ cron: { ...cron, expression: 'daily' } })).toThrow(/cron/);
      expect(define({ cron: { ...cron, timeZone: 'Moon/Crater' } })).toThrow(/is not a time zone/);
      expect(define({ cron: { ...cron, payload: { n: 'x' } } })).toThrow(/cron/);
      expect(define({ cron })).not.toThrow();
    });
  });

  describe('the queue', () => {
    const job = defineJob('work', anything, () => undefined);

    it('gives each job to one of those who ask at once', async () => {
      for (let n = 0; n < 20; n++) await enqueue(open, job, { n });
      const claims = await Promise.all(
        ['a', 'b', 'c', 'd'].map((claim) => open.queue.claim(wish(['work'], { claim }))),
      );
      const ids = claims.flat().map(({ id }) => id);
      expect(ids).toHaveLength(20);
      expect(new Set(ids).size).toBe(20);
    });

    it('gives no more of a kind than run at once, and goes on with the others', async () => {
      for (let n = 0; n < 5; n++) await enqueue(open, { ...job, name: 'few' }, { n });
      for (let n = 0; n < 3; n++) await enqueue(open, job, { n });
      const ask = (claim: string) =>
        open.queue.claim(wish(['few', 'work'], { claim, count: 4, limits: new Map([['few', 2]]) }));
      const both = (await Promise.all([ask('a'), ask('b')])).flat().map(({ name }) => name);
      expect(both.sort()).toEqual(['few', 'few', 'work', 'work', 'work']);
    });

    it('knows only the names that are asked for', async () => {
      await enqueue(open, job, {});
      expect(await open.queue.look(['other'])).toMatchObject({ waiting: false, abandoned: false });
      expect(await open.queue.look([])).toMatchObject({ waiting: false, abandoned: false });
      expect(await open.queue.claim(wish(['other']))).toEqual([]);
      expect(await open.queue.look(['work'])).toMatchObject({ waiting: true, abandoned: false });
    });

    it('takes a job from a worker that is gone, whose end of it counts no more', async () => {
      await enqueue(open, job, {});
      const [old] = await open.queue.claim(wish(['work']));
      expect(await open.queue.recover()).toBe(0);
      await set(old!.id, `locked_until = ${past()}`);
      expect(await open.queue.look([])).toMatchObject({ waiting: false, abandoned: true });
      expect(await open.queue.recover()).toBe(1);
      const [taken] = await open.queue.claim(wish(['work'], { claim: 'two' }));
      expect(taken).toMatchObject({ id: old!.id, attempt: 2 });
      expect(await open.queue.extend(old!, 1000)).toBeNull();
      expect(await open.queue.end(old!, { kind: 'done' })).toBe(false);
      expect(await rows()).toMatchObject([{ status: 'running' }]);
      expect(await open.queue.end(taken!, { kind: 'done' })).toBe(true);
      expect(await rows()).toMatchObject([{ status: 'done', attempts: 2 }]);
    });

    it('has done with a job that ends every worker', async () => {
      await enqueue(open, { ...job, attempts: 1 }, {});
      const [one] = await open.queue.claim(wish(['work']));
      await set(one!.id, `locked_until = ${past()}`);
      await open.queue.recover();
      expect(await rows()).toMatchObject([
        { status: 'failed', error: 'The worker that ran the job has died.' },
      ]);
    });

    it('retries what has failed, cancels what waits or runs, and nothing else', async () => {
      const id = await enqueue(open, job, {});
      expect(await open.queue.retry(id)).toBe(false);
      expect(await open.queue.cancel(id)).toBe(true);
      expect(await open.queue.cancel(id)).toBe(false);
      expect(await open.queue.retry(id)).toBe(true);
      const [claimed] = await open.queue.claim(wish(['work']));
      expect(claimed!.attempt).toBe(1);
      expect(await open.queue.cancel(id)).toBe(true);
      expect(await open.queue.cancel(id)).toBe(true);
      expect(await open.queue.retry(id)).toBe(false);
      expect(await open.queue.extend(claimed!, 1000)).toBe('cancelling');
      expect(await open.queue.end(claimed!, { kind: 'failed', error: 'no' })).toBe(false);
      expect(await rows()).toMatchObject([{ status: 'cancelling', finished_at: null }]);
      expect(await open.queue.leave({ ...claimed!, claim: 'another' })).toBe(false);
      expect(await open.queue.leave(claimed!)).toBe(true);
      expect(await rows()).toMatchObject([{ status: 'cancelled', attempts: 1 }]);
      expect(await open.queue.leave(claimed!)).toBe(false);
    });

    it('has done what was done before its worker heard that it was cancelled', async () => {
      const id = await enqueue(open, job, {});
      const [claimed] = await open.queue.claim(wish(['work']));
      await open.queue.cancel(id);
      expect(await open.queue.end(claimed!, { kind: 'done' })).toBe(true);
      expect(await rows()).toMatchObject([{ status: 'done' }]);
    });

    it('cancels a job for good whose worker is gone', async () => {
      const id = await enqueue(open, job, {});
      await open.queue.claim(wish(['work']));
      await open.queue.cancel(id);
      expect(await open.queue.recover()).toBe(0);
      await set(id, `locked_until = ${past()}`);
      expect(await open.queue.recover()).toBe(1);
      expect(await rows()).toMatchObject([{ status: 'cancelled', attempts: 1 }]);
      expect((await rows())[0]!.finished_at).not.toBeNull();
    });

    it('forgets what ended long ago, but not what has failed', async () => {
      for (const status of ['done', 'cancelled', 'failed', 'done']) {
        const id = await enqueue(open, job, {});
        await set(id, `status = '${status}', finished_at = ${past()}`);
      }
      const fresh = (await rows())[3]!;
      await open.dataSource
        .getRepository(BackgroundJob)
        .update(fresh.id, { finished_at: new Date() });
      await open.queue.clean(60_000);
      expect((await rows()).map(({ status }) => status)).toEqual(['failed', 'done']);
    });
  });

  describe('a schedule', () => {
    const nightly = defineJob('nightly', anything, () => undefined, {
      cron: { expression: '30 2 * * *', timeZone: 'Europe/Zurich', payload: { n: 1 } },
    });
    const at = new Date('2026-03-28T12:00:00Z');

    it('is one row a moment, however many processes add it', async () => {
      const processes = [1, 2, 3].map(() => new CronJobs([nightly], open.queue));
      await Promise.all(processes.map((one) => one.tick(at)));
      // There is no half past two in that night: at two the clocks go to three.
      expect(await rows()).toMatchObject([
        { name: 'nightly', payload: { n: 1 }, scheduled_at: new Date('2026-03-29T01:00:00Z') },
      ]);
      await Promise.all(processes.map((one) => one.tick(new Date('2026-03-29T02:00:00Z'))));
      expect((await rows()).map(({ run_at }) => run_at.toISOString())).toEqual([
        '2026-03-29T01:00:00.000Z',
        '2026-03-30T00:30:00.000Z',
      ]);
    });

    it('that was changed leaves no row of the old one behind', async () => {
      await new CronJobs([nightly], open.queue).start(new Date());
      const cron = { expression: '0 4 * * *', timeZone: 'UTC' };
      const later = defineJob('nightly', anything, () => undefined, { cron });
      await new CronJobs([later], open.queue).start(new Date());
      const left = await rows();
      expect(left).toHaveLength(1);
      expect(left[0]!.scheduled_at!.getUTCHours()).toBe(4);
      await new CronJobs([], open.queue).start(new Date());
      expect(await rows()).toEqual([]);
    });

    it('goes by the clock of the database, not by that of a process', async () => {
      const { now } = await open.queue.look([]);
      expect(Math.abs(now.getTime() - Date.now())).toBeLessThan(60_000);
      await new CronJobs([nightly], open.queue).start(now);
      const before = await rows();
      vi.useFakeTimers({ now: Date.now() + 2 * 86_400_000, toFake: ['Date'] });
      try {
        const ahead = open.workerOf([nightly]);
        await ahead.start();
        await ahead.stop();
      } finally {
        vi.useRealTimers();
      }
      expect(await rows()).toEqual(before);
    });
  });

  describe('a worker', () => {
    const until = async (holds: () => Promise<boolean> | boolean): Promise<void> => {
      const end = performance.now() + 10_000;
      while (!(await holds())) {
        if (performance.now() > end) throw new Error('it never came to that');
        await sleep(20);
      }
    };

    it('hears of jobs that come while it waits', async () => {
      const seen: number[] = [];
      const job = defineJob('work', anything, ({ payload }) => void seen.push(payload.n!));
      const worker = open.workerOf([job]);
      await worker.start();
      for (const n of [1, 2, 3]) {
        await enqueue(open, job, { n });
        await until(() => seen.length === n);
      }
      await worker.stop();
      expect(seen).toEqual([1, 2, 3]);
    });

    it('keeps a job that takes longer than a lease', async () => {
      let runs = 0;
      const job = defineJob('long', anything, async () => {
        runs += 1;
        await sleep(900);
      });
      const workers = [1, 2].map(() => open.workerOf([job], { lease: 300 }));
      await enqueue(open, job, {});
      for (const worker of workers) await worker.start();
      await until(async () => (await rows())[0]!.status === 'done');
      for (const worker of workers) await worker.stop();
      expect(runs).toBe(1);
    });

    it('ends a job that was cancelled', async () => {
      let reason: unknown;
      const job = defineJob(
        'long',
        anything,
        ({ signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              reason = signal.reason;
              reject(reason as Error);
            });
          }),
      );
      const worker = open.workerOf([job], { lease: 150 });
      const id = await enqueue(open, job, {});
      await worker.start();
      await until(async () => (await rows())[0]!.status === 'running');
      await open.queue.cancel(id);
      await until(() => reason !== undefined);
      await worker.stop();
      expect(String(reason)).toMatch(/cancelled/);
      expect(await rows()).toMatchObject([{ status: 'cancelled', attempts: 1 }]);
    });

    it('keeps the place of a job that was cancelled until its handler has ended', async () => {
      let running = 0;
      let most = 0;
      let begun = 0;
      const job = defineJob(
        'alone',
        anything,
        async ({ payload }) => {
          begun += 1;
          most = Math.max(most, ++running);
          // It does not heed the signal.
          await sleep(payload.n!);
          running -= 1;
        },
        { concurrency: 1 },
      );
      const worker = open.workerOf([job], { lease: 150, grace: 5000 });
      const id = await enqueue(open, job, { n: 600 });
      await worker.start();
      await until(() => begun === 1);
      await enqueue(open, job, { n: 1 });
      await open.queue.cancel(id);
      await until(async () => (await rows())[1]!.status === 'done');
      await worker.stop();
      expect(most).toBe(1);
      expect(await rows()).toMatchObject([{ status: 'cancelled' }, { status: 'done' }]);
    });

    it('that stops lets its jobs end, and returns those that do not', async () => {
      let ended = false;
      const short = defineJob('short', anything, async () => {
        await sleep(100);
        ended = true;
      });
      const long = defineJob('long', anything, () => sleep(60_000, null, { ref: false }));
      const worker = open.workerOf([short, long], { grace: 400 });
      await enqueue(open, short, {});
      await enqueue(open, long, {});
      await worker.start();
      await until(async () => (await rows()).every(({ status }) => status === 'running'));
      await worker.stop();
      expect(ended).toBe(true);
      expect(await rows()).toMatchObject([
        { name: 'short', status: 'done', attempts: 1 },
        { name: 'long', status: 'waiting', attempts: 0 },
      ]);
    });
  });
}
