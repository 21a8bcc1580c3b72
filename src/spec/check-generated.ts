import type { Default, Field } from '../model/model.js';
import { expressionFault } from '../model/sql-expression.js';
import { positionWithin, type Report } from '../problem.js';
import type { Located, SpecWords } from './spec.js';
import type { Word } from './words.js';

/** Modifiers of values that people enter, or that something else makes. */
const OTHERS = [
  ...(['default', 'default_sql', 'counted'] as const),
  ...(['min', 'pattern', 'placeholder', 'from', 'write'] as const),
  ...(['sum', 'count', 'min_of', 'max_of', 'created', 'updated', 'deleted'] as const),
] as const satisfies readonly Word[];

/** The expression by which the database computes a field; null without one, or after a problem. */
export function checkGenerated(words: SpecWords, report: Report): Field['generated'] {
  const { generated } = words;
  if (generated === undefined) return null;
  const other = OTHERS.find((word) => words[word] !== undefined);
  if (other !== undefined)
    report.error(
      'bad-generated',
      `\`${other.replace(/_of$/, '')}\` cannot be used with \`generated\`: the database computes the field`,
      words[other]!.at,
      'remove one of the two',
    );
  return checkSql(generated, report);
}

/** A piece of SQL, after a problem if it is not one expression. */
function checkSql({ value: sql, at }: Located<string>, report: Report): string {
  const fault = expressionFault(sql);
  if (fault !== null)
    report.error(
      'bad-sql',
      `\`${sql}\` ${fault.message}`,
      positionWithin(at, sql, fault),
      'write one SQL expression, such as `price * quantity`',
    );
  return sql;
}

/** The default that only the database can make; null without one. */
export function checkDatabaseDefault(words: SpecWords, report: Report): Default | null {
  const { default: plain, default_sql: sql, counted, write, placeholder, from } = words;
  const [first, second] = [plain, sql, counted].filter((word) => word !== undefined);
  if (first && second)
    report.error('bad-default', 'a field has one default', second.at, 'remove one of the two');
  const entered = counted && (write ?? placeholder ?? from);
  if (entered)
    report.error(
      'bad-default',
      'nobody writes a field that the database counts',
      entered.at,
      'remove this modifier, or `counted`',
    );
  if (sql) return { kind: 'database', sql: checkSql(sql, report) };
  return counted ? { kind: 'counted' } : null;
}
