import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { migrationCalls } from '../../../../src/render/migration-calls.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import { appOfSpec } from '../../../golden/app-of-spec.js';
import { startPostgres } from '../../../support/postgres.js';

const AFTER = `
models:
  Errand:
    history: true
    fields:
      headline: string:required
      notes: text
  Remark:
    fields:
      text: text
`;

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe.each([
  ['sqlite', () => Promise.resolve('sqlite::memory:')],
  ['postgres', () => server.createDatabase()],
] as const)('the migration of a renamed model on %s', (name, url) => {
  it('its history follows, and comes back with a revert', async () => {
    const calls = migrationCalls(
      [
        { do: 'renameTable', table: 'task', to: 'errand' },
        { do: 'renameColumn', table: 'errand', column: 'title', to: 'headline' },
        { do: 'renameColumn', table: 'remark', column: 'said', to: 'text' },
      ],
      appOfSpec('errands', AFTER),
    );
    const sql = calls.flatMap(({ call, args }) => (call === 'sql' ? [args] : []));
    expect(sql).toHaveLength(2);
    const texts = sql as unknown as Record<typeof name, string>[][];
    const database = await openDatabase(await url(), [], []);
    onTestFinished(() => database.close());
    const run = (text: string): Promise<unknown> => database.dataSource.query(text);
    const stored = () => run('SELECT model, changes FROM record_change ORDER BY id');
    const rows = async () =>
      ((await stored()) as { model: string; changes: string }[]).map(({ model, changes }) => [
        model,
        JSON.parse(changes) as unknown,
      ]);
    await run('CREATE TABLE record_change (id integer PRIMARY KEY, model text, changes text)');
    const before = [
      ['task', { title: [null, { a: "'" }], notes: ['x', 'y'] }],
      ['task', { title: [] }],
      ['task', { notes: ['x', null] }],
      ['remark', { title: [null, 'y'] }],
    ] as const;
    for (const [at, [model, changes]] of before.entries())
      await run(
        `INSERT INTO record_change VALUES (${at}, '${model}', '${JSON.stringify(changes).replaceAll("'", "''")}')`,
      );
    for (const [up] of texts) await run(up![name]);
    expect(await rows()).toEqual([
      ['errand', { headline: [null, { a: "'" }], notes: ['x', 'y'] }],
      ['errand', { headline: [] }],
      ['errand', { notes: ['x', null] }],
      ['remark', { title: [null, 'y'] }],
    ]);
    for (const [, down] of texts.toReversed()) await run(down![name]);
    expect(await rows()).toEqual(before);
  });
});
