import { answer, openOwn } from './project-code.js';

/** The names of the migrations that the project's database has had. */
await answer(async () => {
  const database = await openOwn();
  try {
    const runner = database.dataSource.createQueryRunner();
    if (!(await runner.hasTable('migrations'))) return [];
    const rows = await runner.query('SELECT name FROM migrations ORDER BY id');
    return (rows as { name: string }[]).map(({ name }) => name);
  } finally {
    await database.close();
  }
});
