import { isOfDatabase } from '../../model/columns.js';
import { hasColumn } from '../../model/composite-references.js';
import { isMade } from '../../model/keys.js';
import { type Field, type Model, ruleFields } from '../../model/model.js';

/** The fields required to create a row; the service fills in owner and tenant. */
export function neededFields(model: Model): readonly Field[] {
  return model.fields.filter(
    (field) =>
      field.required &&
      (field.default === null || field.default.kind === 'database') &&
      !isOfDatabase(field) &&
      field.series === null &&
      hasColumn(field) &&
      !isMade(field) &&
      !isFilledIn(model, field),
  );
}

/** Whether the service fills a field of a new row in whatever role its writer has. */
const isFilledIn = (model: Model, { name }: Field): boolean =>
  (name === model.rows.owner && model.rows.preset !== false) ||
  ruleFields(model, 'tenant').includes(name);
