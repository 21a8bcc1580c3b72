import type { Violation } from '../database/dialect.js';
import { busy, conflict, invalid, type HttpProblem, withArticle } from '../problem/problem.js';
import type { ModelInfo } from '../model/model-info.js';

/** What a write that the database refused answers. */
export function refusal(violation: Violation, model: ModelInfo): HttpProblem {
  switch (violation.kind) {
    case 'unique':
      return duplicate(uniqueFields(violation, model), model);
    case 'foreign-key':
      return conflict('Another record is in the way: a reference would point to nothing.');
    case 'not-null': {
      const field = nameOf(violation.column, model);
      return invalid([{ field, code: 'required', message: `${field} is required.` }]);
    }
    case 'busy':
      return busy();
  }
}

function duplicate(fields: readonly string[], model: ModelInfo): HttpProblem {
  const names = fields.join(' and ') || 'these values';
  const message = `There is already ${withArticle(model.name)} with this ${names}.`;
  return conflict(
    message,
    fields.map((field) => ({ field, code: 'unique', message })),
  );
}

/** The fields of the violated rule, as the writer knows them. */
function uniqueFields(
  { columns, constraint }: Extract<Violation, { kind: 'unique' }>,
  model: ModelInfo,
): readonly string[] {
  const rule = model.uniques.find(({ name }) => name === constraint);
  const names = rule?.columns ?? columns.map((column) => nameOf(column, model));
  const tenants = (model.access.rows ?? []).flatMap((row) =>
    row.kind === 'tenant' ? [row.field] : [],
  );
  // In a model with tenants "unique" means there: the tenant itself is not what is taken.
  const named = names.length > 1 ? names.filter((name) => !tenants.includes(name)) : names;
  return named.map((name) => model.column.get(name)?.standsFor ?? name);
}

const nameOf = (column: string, model: ModelInfo): string =>
  model.columns.find((candidate) => candidate.column === column)?.name ?? column;
