import { isUser, loginOf } from '../../model/built-in.js';
import { STRING_LENGTH } from '../../model/columns.js';
import { PLAIN_FIELD, type Field, type Model } from '../../model/model.js';

const many = (name: string, model: string): Field => ({
  ...PLAIN_FIELD,
  name,
  column: name,
  type: 'refs',
  reference: { model, relation: name, inverse: null, onDelete: 'set_null', lines: false },
});

/** The login fields on the pages of `User`, in display order. */
function shownLogin(model: Model): readonly Field[] {
  const shown = loginOf(model).map((one) => ({
    ...one,
    // That one character is needed is what `required` says.
    min: one.required && one.min === 1 ? null : one.min,
    max: one.max ?? STRING_LENGTH,
  }));
  const status = shown.filter(({ name }) => name === 'status');
  const others = shown.filter(({ name }) => name !== 'status');
  return [...others, many('roles', 'Role'), many('tenants', 'Tenant'), ...status];
}

/** A model with all fields of its pages: for `User` the login fields first. */
export const onPages = (model: Model): Model =>
  isUser(model) ? { ...model, fields: [...shownLogin(model), ...model.fields] } : model;

/** Whether a field lists records by name, as `roles` does. */
export const isByName = ({ reference }: Field): boolean => reference?.model === 'Role';
