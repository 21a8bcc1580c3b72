import { load, loadTools, type Migration, open, type Runner } from './project-code.js';

interface Asked {
  /** The steps as the project's `src/database/steps/step.ts` makes them: the call and its arguments. */
  readonly steps: readonly { readonly call: string; readonly args: readonly unknown[] }[];
}

type Steps = readonly unknown[];
type Class = new () => Migration;

/** The exports of the engine that compile steps. */
interface Engine {
  readonly steps: Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;
  readonly StepMigration: Class;
  migrate(database: unknown): Promise<unknown>;
  createPostgresDialect(fold: (text: string) => string): Dialect;
  foldBy(collation: string): (text: string) => string;
  replay(steps: Steps): unknown;
  applyStep(schema: unknown, step: unknown): unknown;
}

interface Dialect {
  arrangeSteps(steps: Steps): Steps;
  compileStep(step: unknown, before: unknown, live: readonly unknown[]): readonly string[];
}

/** The SQL of a planned migration for each database. */
export async function answer({ steps }: Asked): Promise<Record<string, readonly string[]>> {
  const engine = await loadTools<Engine>();
  const made = steps.map(({ call, args }) => engine.steps[call]!(...args));
  const { migrations } = await load<{ migrations: readonly Class[] }>(
    'src/database/migrations/migrations.gen.ts',
  );
  return {
    sqlite: await sqlite(engine, migrations, made),
    postgres: postgres(engine, migrations, made),
  };
}

/** A rebuild on SQLite depends on the existing tables, so these are created in memory. */
async function sqlite(
  { StepMigration, migrate }: Engine,
  migrations: readonly Class[],
  steps: Steps,
): Promise<string[]> {
  class Shown extends StepMigration {
    override readonly name = 'Shown99999999999999';
    override readonly steps = steps;
  }
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

function postgres(engine: Engine, migrations: readonly Class[], steps: Steps): string[] {
  // The collation of the server is unknown here; official builds have this one.
  const dialect = engine.createPostgresDialect(engine.foldBy('und-x-icu'));
  let schema = engine.replay(migrations.flatMap((one) => new one().steps ?? []));
  return dialect.arrangeSteps(steps).flatMap((step) => {
    const statements = dialect.compileStep(step, schema, []);
    schema = engine.applyStep(schema, step);
    return [...statements];
  });
}
