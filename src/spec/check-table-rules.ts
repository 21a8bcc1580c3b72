import type { Model } from '../model/model.js';
import { expressionFault } from '../model/sql-expression.js';
import { positionWithin, type Report } from '../problem.js';
import type { SpecModel, SpecSql } from './spec.js';

/** The indexes and checks of a model that are SQL, after problems with their names and texts. */
export function checkTableRules(
  { sqlIndexes, checks }: Pick<SpecModel, 'sqlIndexes' | 'checks'>,
  report: Report,
): Pick<Model, 'sqlIndexes' | 'checks'> {
  for (const { sql } of sqlIndexes)
    if (!INDEX.test(sql.value))
      report.error(
        'bad-sql',
        `\`${sql.value}\` is not what stands behind the table in CREATE INDEX`,
        sql.at,
        'write for example `UNIQUE (lower(email)) WHERE removed_on IS NULL` or `USING gin (extra)`',
      );
  return {
    ...(sqlIndexes.length > 0 && { sqlIndexes: named(sqlIndexes, report) }),
    ...(checks.length > 0 && { checks: named(checks, report) }),
  };
}

/** The parts of an index. */
const INDEX = /^(UNIQUE\s+)?(USING\s+\w+\s*)?\(/i;
/** Whether an index or a check may have a name. */
export const isRuleName = (name: string): boolean => /^[A-Za-z_]\w{0,62}$/.test(name);

function named(all: readonly SpecSql[], report: Report): Readonly<Record<string, string>> {
  for (const { name, sql } of all) {
    if (!isRuleName(name.value))
      report.error(
        'invalid-name',
        `\`${name.value}\` is not a valid name in the database`,
        name.at,
        'use up to 63 letters, digits and _',
      );
    const fault = expressionFault(sql.value);
    if (fault !== null)
      report.error(
        'bad-sql',
        `\`${sql.value}\` ${fault.message}`,
        positionWithin(sql.at, sql.value, fault),
        'write one SQL expression, such as `nights > 0`',
      );
  }
  return Object.fromEntries(all.map(({ name, sql }) => [name.value, sql.value]));
}
