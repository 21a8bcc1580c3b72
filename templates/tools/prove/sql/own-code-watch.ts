import { AsyncLocalStorage } from 'node:async_hooks';
import type { QueryRunner } from 'typeorm';
import type { Sql } from '../../../service/engine/database/sql.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Crud, Records } from '../../../service/engine/model/records.js';
import type { EngineWithPolicy } from '../../../service/engine/records/create-engine.js';
import type { SqlFinding, SystemUse } from '../report/report.js';
import type { WatchedDatabase } from '../service/watched-database.js';
import { guardedModels, tablesIn } from './guarded-tables.js';
import { stayInside } from './no-way-out.js';
import { originHere, type Origin } from './own-place.js';

export interface WatchedParts {
  readonly database: WatchedDatabase;
  readonly engine: EngineWithPolicy;
  /** The folder with the code of the project. */
  readonly folder: string;
  /** The host of the database. */
  readonly host: string;
}

/** Takes note of what the project's own code does past the rules while requests are answered, one at a time. */
export class OwnCodeWatch {
  readonly #statements = new Map<string, SqlFinding>();
  readonly #uses = new Map<string, SystemUse>();
  readonly #ruled = new Map<string, RegExp>();
  readonly #guarded: readonly ModelInfo[];
  /** The code that asked for the rows of a statement: the stack of a read does not always tell. */
  readonly #asking = new AsyncLocalStorage<Origin>();
  #request: string | null = null;
  #place: string | null = null;
  #usesSystem = false;
  #host: string | null = null;

  constructor(private readonly parts: WatchedParts) {
    this.#guarded = guardedModels(parts.engine.models);
    this.#watchRunners();
    this.#watchEngine();
  }

  /** Answers a request, and takes note of the statements meanwhile. */
  async during<T>(request: string, answer: () => Promise<T>): Promise<T> {
    this.#request = request;
    this.#place = this.#host = null;
    this.#usesSystem = false;
    const goOutside = stayInside([this.parts.host], (host) => (this.#host ??= host));
    try {
      return await answer();
    } finally {
      goOutside();
      this.#request = null;
    }
  }

  /** The line of the first statement past the rules that the last request ran. */
  get place(): string | null {
    return this.#place;
  }

  /** Whether the last request used the operations without rules. */
  get hasUsedSystem(): boolean {
    return this.#usesSystem;
  }

  /** The other machine to which the last request tried to connect. */
  get host(): string | null {
    return this.#host;
  }

  get sql(): readonly SqlFinding[] {
    return [...this.#statements.values()];
  }

  get system(): readonly SystemUse[] {
    return [...this.#uses.values()];
  }

  /** TypeORM and `crud.query` run all statements by such runners; the operations of the engine do not. */
  #watchRunners(): void {
    const { driver } = this.parts.database.dataSource;
    const create = driver.createQueryRunner.bind(driver);
    driver.createQueryRunner = (mode) => {
      const runner = create(mode);
      const run = runner.query.bind(runner) as QueryRunner['query'];
      runner.query = ((...given: Parameters<typeof run>) => {
        this.#note(given[0]);
        return run(...given);
      }) as QueryRunner['query'];
      return runner;
    };
  }

  #note(statement: string): void {
    if (this.#request === null) return;
    this.parts.database.note({ sql: statement });
    let own = statement;
    for (const ruled of this.#ruled.values()) own = own.replaceAll(ruled, ' ');
    const models = tablesIn(own, this.#guarded);
    if (models.length === 0) return;
    const origin = this.#asking.getStore() ?? originHere(this.parts.folder);
    if (origin.by === 'engine') return;
    const place = origin.by === 'project' ? origin.place : null;
    this.#place ??= place;
    const key = place ?? statement;
    if (this.#statements.has(key)) return;
    const told = statement.replaceAll(/\s+/g, ' ').trim();
    this.#statements.set(key, {
      place,
      models,
      statement: shortened(told),
      request: this.#request,
    });
  }

  #watchEngine(): void {
    const engine = this.parts.engine as {
      -readonly [K in keyof EngineWithPolicy]: EngineWithPolicy[K];
    };
    const { as, systemIn, system } = engine;
    engine.as = (user, context) => this.#withVisible(as(user, context));
    engine.systemIn = (context) => this.#withUses(systemIn(context));
    engine.system = this.#withUses(system);
  }

  /** The text of `visible` has the rules in it: the statement around it may name such a part. */
  #withVisible(crud: Crud): Crud {
    const records = <T extends object>(entity: new () => T): Records<T> =>
      new Proxy(crud(entity), {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name);
          if (name !== 'visible') return value;
          return (...given: unknown[]) =>
            this.#keep((value as (...all: unknown[]) => Sql)(...given));
        },
      });
    return Object.assign(records, { query: this.#asked(crud.query) });
  }

  /** Notes who asks for the rows of a statement. */
  #asked(query: Crud['query']): Crud['query'] {
    return <R extends object>(statement: Sql) => {
      const ask = () => query<R>(statement);
      return this.#request === null ? ask() : this.#asking.run(originHere(this.parts.folder), ask);
    };
  }

  #keep(sql: Sql): Sql {
    const key = sql.strings.join('\0');
    if (!this.#ruled.has(key))
      this.#ruled.set(key, new RegExp(sql.strings.map(escaped).join(PLACEHOLDER), 'g'));
    return sql;
  }

  #withUses(crud: Crud): Crud {
    const use = (model: string | null): void => {
      if (this.#request === null) return;
      const origin = originHere(this.parts.folder);
      if (origin.by === 'engine') return;
      this.#usesSystem = true;
      const place = origin.by === 'project' ? origin.place : null;
      const key = `${place} ${model}`;
      if (!this.#uses.has(key)) this.#uses.set(key, { place, model, request: this.#request });
    };
    const records = <T extends object>(entity: new () => T): Records<T> => {
      use(entity.name);
      return crud(entity);
    };
    const query: Crud['query'] = (statement) => {
      use(null);
      return crud.query(statement);
    };
    return Object.assign(records, { query });
  }
}

/** A value in a statement, as each database writes it. */
const PLACEHOLDER = '(?:\\$\\d+|\\?\\d*|:\\w+)';

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const MOST = 160;

export const shortened = (text: string): string =>
  text.length > MOST ? `${text.slice(0, MOST)}…` : text;
