import { isBuiltIn, isUser, loginOf } from '../../model/built-in.js';
import { isOwnPart } from '../../model/composite-references.js';
import { STRING_LENGTH } from '../../model/columns.js';
import { isMade } from '../../model/keys.js';
import { PLAIN_FIELD, type Field, type Model } from '../../model/model.js';

const many = (name: string, model: string): Field => ({
  ...PLAIN_FIELD,
  name,
  column: name,
  type: 'refs',
  reference: { model, relation: name, inverse: null, onDelete: 'set_null', lines: false },
});

/** The built-in fields on the pages of a model, in display order. */
function shownBuiltIn(model: Model): readonly Field[] {
  const shown = loginOf(model).map((one) => ({
    ...one,
    // `required` already says that one character is needed.
    min: one.required && one.min === 1 ? null : one.min,
    max: one.max ?? STRING_LENGTH,
  }));
  const status = shown.filter(({ name }) => name === 'status');
  const others = shown.filter(({ name }) => name !== 'status');
  const links = isUser(model) ? [many('roles', 'Role'), many('tenants', 'Tenant')] : [];
  return [...others, ...links, ...status];
}

/**
 * A model with all fields of its pages: a built-in model has its own first, and no page has a key that nobody enters, nor the columns
 * that a reference has beside the record that people choose.
 */
export function onPages(model: Model): Model {
  const own = model.fields.filter(
    (field) => !isMade(field) && field.stamp !== 'deleted' && !isOwnPart(model, field),
  );
  return { ...model, fields: isBuiltIn(model) ? [...shownBuiltIn(model), ...own] : own };
}

/** Whether a field lists records by name, as `roles` does. */
export const isByName = ({ reference }: Field): boolean => reference?.model === 'Role';
