import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Statement } from '../database/session.js';

/** Ordinary statements are far from it: it is for those who ask in ever new and long ways. */
const MAX_CHARACTERS = 4_000_000;

/** Statements by their shape, so that texts are built once and drivers prepare them once. */
export class StatementCache {
  readonly #statements = new LRUCache<string, Statement>({
    max: 2000,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ sql }, shape) => sql.length + shape.length,
  });

  /** `shape` tells everything that `build` depends on; never a value, never a user. */
  get(shape: string, build: () => string): Statement {
    const known = this.#statements.get(shape);
    if (known) return known;
    const statement = toStatement(build());
    this.#statements.set(shape, statement);
    return statement;
  }
}

function toStatement(sql: string): Statement {
  return { sql, name: createHash('sha1').update(sql).digest('base64url') };
}
