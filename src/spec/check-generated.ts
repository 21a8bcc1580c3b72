import type { Field } from '../model/model.js';
import { expressionFault } from '../model/sql-expression.js';
import { positionWithin, type Report } from '../problem.js';
import type { SpecWords } from './spec.js';
import type { Word } from './words.js';

/** Modifiers of values that people enter, or that something else makes. */
const OTHERS = [
  ...(['default', 'min', 'pattern', 'placeholder', 'from', 'write'] as const),
  ...(['sum', 'count', 'min_of', 'max_of', 'created', 'updated'] as const),
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
  const { value: sql, at } = generated;
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
