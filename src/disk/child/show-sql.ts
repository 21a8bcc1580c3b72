import { answer, load, loadOfEngine, open, type Migration, type Runner } from './project-code.js';

interface Asked {
  /** The steps as the project's `src/database/steps/step.ts` makes them: the call and its arguments. */
  readonly steps: readonly { readonly call: string; readonly args: readonly unknown[] }[];
}

type Class = new () => Migration;
type StepCalls = Record<string, (...args: readonly unknown[]) => unknown>;
interface Dialect {
  arrangeSteps(steps: readonly unknown[]): readonly unknown[];
  compileStep(step: unknown, before: unknown, live: readonly unknown[]): readonly string[];
}

/** The SQL of a planned migration for each database. */
await answer(async ({ steps }: Asked) => {
  const calls = await stepCalls();
  const made = steps.map(({ call, args }) => calls[call]!(...args));
  const { migrations } = await load<{ migrations: readonly Class[] }>(
    'database/migrations/migrations.gen.ts',
  );
  return { sqlite: await sqlite(migrations, made), postgres: await postgres(migrations, made) };
});

/** The step functions, which before 0.2 were in their own file. */
async function stepCalls(): Promise<StepCalls> {
  const found = await loadOfEngine<StepCalls | { steps: StepCalls }>('database/steps/step.ts');
  return 'steps' in found ? (found.steps as StepCalls) : found;
}

/** A rebuild on SQLite depends on the existing tables, so these are created in memory. */
async function sqlite(migrations: readonly Class[], steps: readonly unknown[]): Promise<string[]> {
  const { StepMigration } = await loadOfEngine<{ StepMigration: Class }>(
    'database/steps/step-migration.ts',
  );
  class Shown extends StepMigration {
    override readonly name = 'Shown99999999999999';
    override readonly steps = steps;
  }
  const { migrate } = await loadOfEngine<{ migrate(database: unknown): Promise<unknown> }>(
    'database/migrate.ts',
  );
  const before = await open('sqlite::memory:', migrations);
  await migrate(before);
  const shown = new Shown();
  const statements: string[] = [];
  try {
    await before.changeSchema(async (runner) => {
      (before.dataSource.migrations as Migration[]).push(shown);
      await shown.up(recorded(runner, statements));
    });
  } finally {
    await before.close();
  }
  return statements;
}

/** A runner that records every statement that changes something. */
function recorded(runner: Runner, statements: string[]): Runner {
  return new Proxy(runner, {
    get(target, key) {
      if (key === 'query')
        return (sql: string, values?: readonly unknown[]) => {
          if (!/^\s*(SELECT|PRAGMA)\b/i.test(sql)) statements.push(sql);
          return target.query(sql, values);
        };
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

async function postgres(
  migrations: readonly Class[],
  steps: readonly unknown[],
): Promise<string[]> {
  const { createPostgresDialect, foldBy } = await loadOfEngine<{
    createPostgresDialect(fold: (text: string) => string): Dialect;
    /** Since 0.2. */
    foldBy?(collation: string): (text: string) => string;
  }>('database/postgres/postgres-dialect.ts');
  const { replay, applyStep } = await loadOfEngine<{
    replay(steps: readonly unknown[]): unknown;
    applyStep(schema: unknown, step: unknown): unknown;
  }>('database/steps/replay.ts');
  // The collation of the server is unknown here; official builds have this one.
  const dialect = createPostgresDialect(foldBy?.('und-x-icu') ?? ((text) => text));
  const past = migrations.flatMap((one) => new one().steps ?? []);
  let schema = replay(past);
  return dialect.arrangeSteps(steps).flatMap((step) => {
    const statements = dialect.compileStep(step, schema, []);
    schema = applyStep(schema, step);
    return [...statements];
  });
}
