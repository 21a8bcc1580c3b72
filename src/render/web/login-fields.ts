import { isUser } from '../../model/built-in.js';
import { STRING_LENGTH } from '../../model/columns.js';
import { PLAIN_FIELD, type Field, type Model } from '../../model/model.js';

const field = (name: string, more: Partial<Field> = {}): Field => ({
  ...PLAIN_FIELD,
  type: 'string',
  max: STRING_LENGTH,
  name,
  column: name,
  ...more,
});

const many = (name: string, model: string): Field =>
  field(name, {
    type: 'refs',
    max: null,
    reference: { model, relation: name, inverse: null, onDelete: 'set_null' },
  });

/** The login fields on the pages of `User`, in display order. */
const LOGIN: readonly Field[] = [
  field('username', { required: true }),
  field('email', { format: 'email' }),
  field('first_name'),
  field('last_name'),
  many('roles', 'Role'),
  many('tenants', 'Tenant'),
  field('status', {
    type: 'enum',
    values: ['Active', 'Inactive'],
    enforce: true,
    required: true,
    default: { kind: 'value', value: 'Active' },
  }),
];

/** A model with all fields of its pages: for `User` the login fields first. */
export const onPages = (model: Model): Model =>
  isUser(model) ? { ...model, fields: [...LOGIN, ...model.fields] } : model;

/** Whether a field lists records by name, as `roles` does. */
export const isByName = ({ reference }: Field): boolean => reference?.model === 'Role';
