import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { lintDocument } from '../support/lint-document.js';
import { ADMIN, launchService, SECRET, type Service } from './harness.js';
import { demand, type Answer, type Client } from './http.js';
import { OpenDocument, type RawDocument } from './open-document.js';
import { clientFor, freshDatabase, onEachDatabase, startService } from './use-service.js';

interface Import {
  readonly id: number;
  readonly state: string;
  readonly rows: number;
  readonly done: number;
  readonly created: number;
  readonly failed: number;
}

const FEATURES = ['import'];

const signIn = ({ url }: Service): Promise<Client> =>
  clientFor(url, ADMIN.username, ADMIN.password);

const file = (title: string, count: number): string =>
  `title,planned_work_hours\n${Array.from({ length: count }, (_, at) => `${title},${at}`).join('\n')}\n`;

const bring = async (admin: Client, text: string, model = 'task'): Promise<Import> => {
  const answer = await admin.send('POST', `/_imports?model=${model}`, {
    raw: text,
    headers: { 'content-type': 'text/csv' },
  });
  return demand(answer, 201, 'upload').body as Import;
};

const state = async (admin: Client, id: number): Promise<Import> =>
  (await admin.get(`/_imports/${id}`)).body as Import;

async function until(admin: Client, id: number, holds: (one: Import) => boolean): Promise<Import> {
  for (const last = performance.now() + 120_000; ; await sleep(20)) {
    const one = await state(admin, id);
    if (holds(one)) return one;
    if (performance.now() > last) throw new Error(`import: ${JSON.stringify(one)}`);
  }
}

const countOf = async (admin: Client, title: string): Promise<number> =>
  Number((await admin.get(`/task?title=${title}&_end=1`)).header('x-total-count'));

onEachDatabase((database) => {
  describe('imports', () => {
    // Half a minute each, most of which a lease takes that runs out: as a job on one database.
    test.each(database === 'sqlite' ? [[[]], [['jobs']]] : [[[]]])(
      'killed in the middle go on after a restart, and write nothing twice (%j)',
      async (more) => {
        const features = [...FEATURES, ...more];
        const databaseUrl = await freshDatabase(database);
        const first = await startService({
          example: 'task-manager',
          features,
          database,
          databaseUrl,
        });
        let admin = await signIn(first);
        const { id } = await bring(admin, file('killed', 20_000));
        demand(await admin.post(`/_imports/${id}/run`), 202, 'run');
        const seen = await until(admin, id, ({ created }) => created > 1000);
        expect(seen.state).toBe('running');
        first.child.kill('SIGKILL');
        await first.ended;
        const options = { example: 'task-manager', databaseUrl, folder: first.folder } as const;
        const second = await launchService({
          ...options,
          env: { JOBS_LEASE: more.length > 0 ? '2s' : null },
        });
        try {
          await second.ready();
          admin = await signIn(second);
          const before = await state(admin, id);
          expect(await countOf(admin, 'killed')).toBe(before.created);
          expect(before.done).toBeLessThan(20_000);
          const done = await until(admin, id, (one) => one.state !== 'running');
          expect(done).toMatchObject({ state: 'done', created: 20_000, failed: 0 });
          expect(await countOf(admin, 'killed')).toBe(20_000);
          const hours = await admin.get('/task/_aggregate?title=killed&_sum=planned_work_hours');
          expect(hours.body).toMatchObject([{ sum: { planned_work_hours: 199_990_000 } }]);
        } finally {
          await second.stop(1000);
        }
      },
      300_000,
    );

    test('are described by the document as they answer', async () => {
      const service = await startService({ example: 'task-manager', features: FEATURES, database });
      const admin = await signIn(service);
      const { text, body } = await admin.get('/openapi.json');
      expect(await lintDocument(text)).toEqual([]);
      const document = new OpenDocument(body as RawDocument);
      const checked = (answer: Answer, method: string, path: string): Answer => {
        expect(document.complaint(method, path, answer)).toBeNull();
        return answer;
      };
      const one = '/_imports/{id}';
      const { id } = await bring(admin, 'title,hours\na,1\nb,x\n');
      checked(await admin.get(`/_imports/${id}`), 'GET', one);
      const columns = [{ field: 'title' }, { field: 'planned_work_hours' }];
      const patch = (body: object) => admin.send('PATCH', `/_imports/${id}`, { body });
      expect(checked(await patch({ columns }), 'PATCH', one).status).toBe(200);
      const constants = [{ field: 'description', value: 'of all rows' }];
      expect(checked(await patch({ constants }), 'PATCH', one).status).toBe(200);
      expect(checked(await patch({ columns: [] }), 'PATCH', one).status).toBe(422);
      checked(await admin.post(`/_imports/${id}/check`), 'POST', `${one}/check`);
      await until(admin, id, (found) => found.state === 'checked');
      checked(await admin.get(`/_imports/${id}/problems`), 'GET', `${one}/problems`);
      checked(await admin.post(`/_imports/${id}/run`), 'POST', `${one}/run`);
      await until(admin, id, (found) => found.state === 'done');
      checked(await admin.post(`/_imports/${id}/stop`), 'POST', `${one}/stop`);
      checked(await admin.post(`/_imports/${id}/run`), 'POST', `${one}/run`);
      checked(await admin.get('/_imports'), 'GET', '/_imports');
      checked(await admin.send('DELETE', `/_imports/${id}`), 'DELETE', one);
      checked(await admin.get(`/_imports/${id}`), 'GET', one);
      checked(await admin.get('/_export/task?_format=x'), 'GET', '/_export/{model}');
      checked(await admin.get('/_export/nothing'), 'GET', '/_export/{model}');
    });

    test('are done by a command, as its user would', async () => {
      const service = await startService({ example: 'task-manager', features: FEATURES, database });
      const admin = await signIn(service);
      const path = join(service.folder, 'tasks.csv');
      const run = (...args: string[]) => {
        const { status, stdout, stderr } = spawnSync(
          process.execPath,
          ['dist/src/main.js', 'import', ...args],
          {
            cwd: service.folder,
            encoding: 'utf8',
            env: {
              ...process.env,
              DATABASE_URL: service.databaseUrl,
              AUTH_SECRET: SECRET,
              ADMIN_PASSWORD: ADMIN.password,
            },
          },
        );
        return { status, stdout, stderr };
      };
      writeFileSync(path, 'title,hours,note\nby command,1,x\nby command,many,y\n');
      const args = ['Task', path, '--as', 'admin'];
      const ids = path.replace(/\w+\.csv$/, 'ids.csv');
      writeFileSync(ids, 'id,title\n7,by another key\n');
      expect(run(...args)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('The column hours') as string,
      });
      const decided = [...args, '--column', 'hours=planned_work_hours', '--leave-out', 'note'];
      expect(run(...decided, '--check')).toEqual({
        status: 1,
        stdout:
          'row 3: planned_work_hours: "many" is not a number.\n' +
          'of 2 rows 1 would be created, 0 changed, 1 failed\n',
        stderr: '',
      });
      expect(await countOf(admin, 'by%20command')).toBe(0);
      const told = run(...decided, '--json');
      expect(JSON.parse(told.stdout)).toMatchObject({
        rows: 2,
        created: 1,
        failed: 1,
        error: null,
      });
      expect(await countOf(admin, 'by%20command')).toBe(1);
      writeFileSync(path, 'What,Of\nby relation,Somewhere\n');
      const { id } = await admin.create('/project', { name: 'Somewhere' });
      expect(run(...args, '--column', 'What=title', '--column', 'Of=project.label')).toMatchObject({
        status: 0,
        stdout: 'of 1 rows 1 were created, 0 changed, 0 failed\n',
      });
      expect(await admin.list('/task?title=by%20relation')).toMatchObject([{ project_id: id }]);
      writeFileSync(path, 'What\nby constant\n');
      const set = [...args, '--column', 'What=title', '--set', 'project.label=Somewhere'];
      expect(run(...set)).toMatchObject({ status: 0 });
      expect(await admin.list('/task?title=by%20constant')).toMatchObject([{ project_id: id }]);
      writeFileSync(path, 'title,note\nx,y\n');
      for (const [wrong, why] of [
        [['Tsk', path, '--as', 'admin'], 'there is no model Tsk; did you mean Task?'],
        [['Task', path, '--as', 'nobody'], 'there is no active user named nobody'],
        [['Task', join(path, 'x'), '--as', 'admin'], 'there is no file'],
        [['Task', path], 'npm run import'],
        [['Task', ids, '--as', 'admin', '--on', ''], '--on id, or --leave-out'],
        [[...args, '--on', 'title'], 'on must be null or name a unique set'],
        [[...args, '--leave-out', 'note', '--set', 'project'], 'write it as "field=value"'],
        [[...args, '--leave-out', 'nott'], 'no column is called nott; did you mean note?'],
      ] as const) {
        const { status, stderr } = run(...wrong);
        expect([status, stderr]).toEqual([1, expect.stringContaining(why)]);
      }
    });
  });
});
