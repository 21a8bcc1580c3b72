import type { Violation } from '../../database/dialect.js';
import type { ModelInfo } from '../../model/model-info.js';
import {
  badRequest,
  conflict,
  invalid,
  withArticle,
  spokenName,
  type HttpProblem,
} from '../../problem/problem.js';
import type { Granted } from '../scope.js';

/** The response to a write that the database refused, as far as its writer may know. */
export function refusal(
  violation: Exclude<Violation, { readonly kind: 'unread' }>,
  allowed: Granted,
): HttpProblem {
  const { model } = allowed;
  switch (violation.kind) {
    case 'unique':
      return duplicate(uniqueFields(violation, model), allowed);
    case 'foreign-key':
      return conflict(
        'Another record prevents this change: its reference would point to a record that does not exist.',
      );
    case 'check':
      return broken(violation.constraint, allowed);
    case 'out-of-range': {
      const message = 'A number is beyond what its column in the database holds.';
      return invalid([{ field: '', code: 'out-of-range', message }]);
    }
    case 'exclusion': {
      const named = violation.constraint === null ? '' : ` (${violation.constraint})`;
      return conflict(`Another ${spokenName(model.name)} excludes these values${named}.`);
    }
    case 'not-null': {
      const overflow = allowed.core.totals?.overflow(violation, allowed);
      if (overflow) return overflow;
      const column = violation.columnOf(model.table);
      if (column === null) return conflict('A column of another table would have no value.');
      const field = nameOf(column, model);
      return invalid([{ field, code: 'required', message: `${field} is required.` }]);
    }
    case 'too-wide':
      return tooWide(violation.index, model);
  }
}

/** A check that does not hold, at the fields in it that the writer knows; at the record if there are none. */
function broken(name: string | null, { model, core, grant }: Granted): HttpProblem {
  const { checks, columns } = core.database.dataSource.getMetadata(model.entity);
  const expression = checks.find((check) => check.name === name)?.expression ?? '';
  const words = new Set(expression.toLowerCase().match(/\w+/g));
  const about = columns
    .filter(({ databaseName }) => words.has(databaseName.toLowerCase()))
    .map(({ databaseName }) => nameOf(databaseName, model))
    .filter((field) => grant.readable.has(field) || grant.writable.has(field));
  const message = `The database refuses these values${name === null ? '' : `: ${name}`}.`;
  const [first = '', ...rest] = about;
  const problemOf = (field: string) => ({ field, code: 'check', message });
  return invalid([problemOf(first), ...rest.map(problemOf)]);
}

function tooWide(index: string, model: ModelInfo): HttpProblem {
  const rule = model.uniques.find(({ name }) => name === index);
  const message = 'A text is too long for an index of the database.';
  const [first, ...rest] = (rule?.columns ?? []).map((field) => ({
    field,
    code: 'too-wide',
    message,
  }));
  return first ? invalid([first, ...rest]) : badRequest(message);
}

/** Fields that the writer may neither read nor write are not named. */
function duplicate(fields: readonly string[], { grant, model }: Granted): HttpProblem {
  const named = fields.filter((field) => grant.readable.has(field) || grant.writable.has(field));
  const isWhole = named.length === fields.length && named.length > 0;
  const values = isWhole ? `this ${named.join(' and ')}` : 'these values';
  const message = `There is already ${withArticle(spokenName(model.name))} with ${values}.`;
  return conflict(
    message,
    named.map((field) => ({ field, code: 'unique', message })),
  );
}

/** The fields of the violated constraint, by the names that the writer knows. */
function uniqueFields(
  { columnsOf, constraint }: Extract<Violation, { kind: 'unique' }>,
  model: ModelInfo,
): readonly string[] {
  const rule = model.uniques.find(({ name }) => name === constraint);
  const names = rule?.columns ?? columnsOf(model.table).map((column) => nameOf(column, model));
  const tenants = (model.access.rows ?? []).flatMap((row) =>
    row.kind === 'tenant' ? [row.field] : [],
  );
  // In a model with tenants, "unique" means within the tenant: the tenant itself is not what is taken.
  const named = names.length > 1 ? names.filter((name) => !tenants.includes(name)) : names;
  return named.map((name) => model.column.get(name)?.derivedFrom ?? name);
}

const nameOf = (column: string, model: ModelInfo): string =>
  model.columns.findLast((candidate) => candidate.column === column)?.name ?? column;
