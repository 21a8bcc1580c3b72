import type { ColumnInfo } from '../fields/column-info.js';
import type { ModelInfo } from '../model/model-info.js';
import { tenantOf } from './number-rows.js';
import { numberText, patternIn, textsAt } from './pattern.js';

/** What is wrong with the series of models: each reason names the field. */
export const refusals = (models: readonly ModelInfo[]): readonly string[] =>
  models.flatMap((model) =>
    model.columns
      .filter(({ role }) => role === 'series')
      .flatMap((column) =>
        problemsOf(column, model).map((one) => `${model.name}.${column.name}: ${one}`),
      ),
  );

function problemsOf(column: ColumnInfo, model: ModelInfo): readonly string[] {
  const pattern = patternIn(column.series!);
  if (!pattern)
    return [
      `its series ${column.series} must have one number of zeros, and may have the year, or the year and the month: INV-{year}-{0000}`,
    ];
  const problems: string[] = [];
  if (column.type !== 'string') problems.push(`a number is a string, not ${column.type}`);
  if (column.nullable) problems.push('each row has a number: the column must not be nullable');
  if (column.transformer) problems.push('the column of a series has no transformer');
  const length = [...numberText(pattern, textsAt(pattern, 0, 'UTC'), 1)].length;
  if (length > (column.max ?? Infinity))
    problems.push(`its ${column.max} characters are fewer than the ${length} of a number`);
  if (!isUnique(column, model)) problems.push('its numbers need an index: add `unique: true`');
  return problems;
}

/** Whether no two rows can have one number: of all, or of a tenant. */
function isUnique({ name }: ColumnInfo, model: ModelInfo): boolean {
  const tenant = tenantOf(model)?.name;
  return model.uniques.some(
    ({ columns }) =>
      columns.every((one) => one === name || one === tenant) && columns.includes(name),
  );
}
