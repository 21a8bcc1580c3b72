import { describe, expect, test } from 'vitest';
import { EntityNotFoundError, QueryFailedError } from 'typeorm';
import { createLogger } from '../../http/request-log.js';
import { StepFailed } from '../../database/steps/step-migration.js';
import { serializeError, safeMessage, formatError } from '../../database/serialize-error.js';

const SECRET = 's3cret-value';

/** An error as the drivers make it, in TypeORM's wrapping. */
function failed(message: string, properties: object): QueryFailedError {
  const driver = Object.assign(new Error(message), properties);
  return new QueryFailedError(`SELECT '${SECRET}'`, [SECRET], driver);
}

/** Everything that a row or a request could have put into it. */
const postgres = (code: string, message: string) =>
  failed(message, {
    ...{ name: 'error', severity: 'ERROR', code, table: 'auth_user', constraint: 'a_check' },
    detail: `Failing row contains (1, ${SECRET}).`,
    where: `unnamed portal with parameters: $1 = '${SECRET}'`,
    hint: SECRET,
    internalQuery: SECRET,
  });
const sqlite = (code: string, message: string) =>
  failed(message, { code, name: 'SqliteError', parameters: [SECRET] });

const tests: [string, Error, string][] = [
  [
    'a check of PostgreSQL',
    postgres('23514', 'new row for relation "auth_user" violates check constraint "a_check"'),
    'new row for relation "auth_user" violates check constraint "a_check"',
  ],
  [
    'a missing column',
    postgres('42703', 'column user.x does not exist'),
    'column user.x does not exist',
  ],
  [
    'a text of the wrong form',
    postgres('22P02', `invalid input syntax for type integer: "${SECRET}"`),
    'invalid input syntax for type integer',
  ],
  [
    'the same in another language',
    postgres('22P02', `ungültige Eingabesyntax für Typ integer: »${SECRET}«`),
    'ungültige Eingabesyntax für Typ integer',
  ],
  ['a number out of range', postgres('22003', `value "9${SECRET}" is out of range`), 'value'],
  [
    'what a trigger raises',
    postgres('P0001', `no credit for ${SECRET}`),
    'a PostgreSQL error, P0001',
  ],
  [
    'a check of SQLite',
    sqlite('SQLITE_CONSTRAINT_CHECK', 'CHECK constraint failed: a_check'),
    'CHECK constraint failed: a_check',
  ],
  ['a missing table', sqlite('SQLITE_ERROR', 'no such table: nope'), 'no such table: nope'],
  ['a bad path', sqlite('SQLITE_ERROR', `bad JSON path: '${SECRET}'`), 'bad JSON path'],
  [
    'what a trigger of SQLite raises',
    sqlite('SQLITE_CONSTRAINT_TRIGGER', `no credit for ${SECRET}`),
    'an SQLite error, SQLITE_CONSTRAINT_TRIGGER',
  ],
  [
    'what `findOneOrFail` looked for',
    new EntityNotFoundError('User', { where: { name: SECRET } }),
    'Could not find any entity of type "User"',
  ],
];

/** An error in all the ways in which it can come to the log. */
function ways(error: Error): Record<string, unknown> {
  const quoted = new Error(`not saved: ${error.message}`, { cause: error });
  const several = new AggregateError([error], 'all failed');
  return {
    alone: error,
    'as a cause': quoted,
    'as a cause of a cause': new Error(`stopped: ${quoted.message}`, { cause: quoted }),
    'among several': several,
    'of a migration': new StepFailed('Two', { do: 'dropTable', table: 'x' }, { tables: {} }, error),
  };
}

describe.each(tests)('%s', (_, error, message) => {
  test('is told without values', () => expect(safeMessage(error)).toBe(message));

  test.each(Object.entries(ways(error)))('%s: nothing of it is in the log', (_way, thrown) => {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
    logger.error({ err: thrown, request_id: 'r-1' });
    logger.error(thrown);
    logger.error({ err: thrown }, 'in other words');
    lines.push(formatError(thrown), safeMessage(thrown));
    expect(lines).toHaveLength(5);
    for (const line of lines) expect(line).not.toContain(SECRET);
    expect(lines[0]).toContain(JSON.stringify(message).slice(1, -1));
    expect(lines[0]).toContain('r-1');
    expect(formatError(thrown)).toMatch(/\n {4}at .*serialize-error\.test\.ts:\d+/);
  });
});

test('names and codes are told', () => {
  expect(serializeError(postgres('23514', 'x'))).toMatchObject({
    type: 'QueryFailedError',
    code: '23514',
    table: 'auth_user',
    constraint: 'a_check',
  });
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), {
    ...{ code: 'ECONNREFUSED', syscall: 'connect', address: '127.0.0.1', port: 9 },
  });
  expect(serializeError(refused)).toMatchObject({ ...refused, message: refused.message });
});

test("the project's own errors are told in their words, lines and all", () => {
  const error = new Error('first line\n    second line');
  expect(formatError(error)).toBe(error.stack);
});

test('no error at all, and one that caused itself', () => {
  expect(formatError('a text')).toBe('a text');
  expect(formatError({ secret: SECRET })).not.toContain(SECRET);
  expect(formatError(undefined)).not.toBe('');
  const circle = new Error('round');
  circle.cause = circle;
  expect(formatError(circle)).toContain('caused by');
});
