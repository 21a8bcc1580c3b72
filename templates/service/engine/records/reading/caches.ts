import { LRUCache } from 'lru-cache';
import {
  statementOf,
  type LazyReach,
  type RawRow,
  type Session,
  type Statement,
} from '../../database/dialect.js';
import type { Database, DataVersion } from '../../database/database.js';
import type { ModelInfo } from '../../model/model-info.js';
import { MATCH_ALL, type Condition } from '../conditions/compile-where.js';
import { reachOfCount } from './reach.js';

/** Per cache. Ordinary use stays far below it; it bounds callers that send ever new and long queries, or a thousand ids. */
const MAX_CHARACTERS = 4_000_000;

/** Statements by shape, so that texts are built once and drivers prepare them once. */
export class StatementCache {
  readonly #statements = new LRUCache<string, Statement>({
    max: 2000,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ sql }, shape) => sql.length + shape.length,
  });

  /**
   * `shape` identifies everything that `build` depends on; never a value, never a user. `hasOnePlan` says whether no value would
   * make another plan the better one.
   */
  get(shape: string, build: () => string, hasOnePlan?: () => boolean): Statement {
    const known = this.#statements.get(shape);
    if (known) return known;
    const statement = statementOf(build(), hasOnePlan?.());
    this.#statements.set(shape, statement);
    return statement;
  }

  /** The statement of a shape that inserts, or goes by a key: it has one plan. */
  byKey(shape: string, build: () => string): Statement {
    return this.get(shape, build, () => true);
  }
}

/** A total, or a promise while it is being counted. */
type Total = number | Promise<number>;

/** The key of a total, and the version of the data that it holds for. */
export interface CountPlace {
  readonly key: string;
  readonly version: number;
}

/**
 * Exact totals of lists. Counting with an unindexed filter costs more than the page itself, so a total is kept until the
 * database reports a commit that may change it, which is cheap to check. Concurrent callers share one count.
 */
export class CountCache {
  readonly #counts = new LRUCache<string, { readonly version: number; readonly total: Total }>({
    max: 5000,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_count, key) => key.length,
  });

  constructor(
    private readonly database: Database,
    private readonly statements: StatementCache,
  ) {}

  /** How many rows of the model match the condition. */
  async count(
    session: Session,
    model: ModelInfo,
    condition: Condition,
    version = this.database.dataVersion(),
  ): Promise<number> {
    const place = this.place(model, condition, version);
    if (place === null) return this.read(session, model, condition);
    const known = this.#known(place);
    if (typeof known === 'number') return known;
    const shared = known && (await known.catch(() => null));
    if (shared !== undefined && shared !== null) return shared;
    // Nobody has counted yet, or the caller that was counting has been aborted.
    const counted = this.read(session, model, condition);
    this.keep(place, counted);
    const total = await counted;
    this.keep(place, total);
    return total;
  }

  /**
   * Where a total that is counted from now on is cached; null where totals are not. The version has to be read before counting: a
   * commit in between makes the count look older than it is, never newer.
   */
  place(
    model: ModelInfo,
    { sql, values }: Condition,
    version: DataVersion | null,
  ): CountPlace | null {
    if (version === null) return null;
    const key = `${model.name} ${sql} ${keyOf(values)}`;
    return { key, version: sql === MATCH_ALL ? version.rows : version.data };
  }

  isKnown(place: CountPlace): boolean {
    return this.#known(place) !== undefined;
  }

  keep({ key, version }: CountPlace, total: Total): void {
    this.#counts.set(key, { version, total });
  }

  #known({ key, version }: CountPlace): Total | undefined {
    const known = this.#counts.get(key);
    return known?.version === version ? known.total : undefined;
  }

  /** Counts them, as this session sees them. */
  async read(session: Session, model: ModelInfo, condition: Condition): Promise<number> {
    const { dialect } = this.database;
    const { sql, values } = condition;
    const statement = this.statements.get(`count ${model.name} ${sql}`, () => {
      const from = `SELECT COUNT(*) FROM ${dialect.quote(model.table)}`;
      // Without a condition SQLite counts without reading rows.
      return sql === MATCH_ALL ? from : `${from} WHERE ${sql}`;
    });
    const reach = () => reachOfCount(condition, model);
    const [row] = await session.rows(statement, values, reach);
    return Number(row![0]);
  }
}

/** A page in one text, and the cursor of the next one if there is one. */
export interface PageText {
  readonly json: string;
  readonly next: string | undefined;
}

/**
 * Pages that are read repeatedly, such as the first one of a list. A page is cached until the next commit, and only from its second
 * reading on: most pages are read once, and would evict the others.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, { readonly version: number; readonly page: PageText }>({
    max: 5000,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ page }, key) => key.length + page.json.length,
  });

  /**
   * What `make` makes of the only value of the only row of a statement, which binds everything that it depends on; null of no
   * records. The version has to be read before, as for a total.
   */
  async read(
    session: Session,
    statement: Statement,
    values: readonly unknown[],
    version: DataVersion | null,
    {
      make,
      reach,
    }: { readonly make: (text: string | null) => PageText; readonly reach?: LazyReach },
  ): Promise<PageText> {
    if (version === null) return make(textIn(await session.rows(statement, values, reach)));
    const key = `${statement.name} ${keyOf(values)}`;
    const known = this.#pages.get(key);
    if (known?.version === version.data) return known.page;
    const text = textIn(await session.rows(statement, values, reach));
    const page = make(text);
    this.#pages.set(key, known && text !== null ? { version: version.data, page } : READ_ONCE);
    return page;
  }
}

const textIn = ([row]: readonly RawRow[]): string | null => row![0] as string | null;

/** Matches no version of the data. */
const READ_ONCE = { version: NaN, page: { json: '', next: undefined } };

/** Unambiguous for different values: each text is prefixed with its length. */
function keyOf(values: readonly unknown[]): string {
  let key = '';
  for (const value of values)
    key += typeof value === 'string' ? `${value.length}:${value}` : `${String(value)},`;
  return key;
}
