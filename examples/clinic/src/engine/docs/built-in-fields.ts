import { ACTIONS, ALL_METHODS } from '../model/action.js';
import type { Schema } from './openapi-types.js';

/** A list of the actions that a permission allows. */
export const ACTION_LIST: Schema = {
  type: 'array',
  items: { type: 'string', enum: ACTIONS },
  maxItems: ACTIONS.length,
};

/** A password that is new; its 72 bytes are characters as long as they are ASCII. */
export const NEW_PASSWORD = { minLength: 8, maxLength: 72, format: 'password' } as const;

/** What the hooks of the service's own models demand beyond their columns. */
const SCHEMAS: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  User: {
    username: { pattern: '^\\S([^\\u0000]*\\S)?$' },
    password: NEW_PASSWORD,
  },
  Role: {
    allowed_methods: {
      type: 'array',
      items: { type: 'string', enum: ALL_METHODS },
      maxItems: ALL_METHODS.length,
    },
    allowed_actions: ACTION_LIST,
  },
};

/** What a field of the service's own models states beside its column; of any other nothing. */
export const builtInSchema = (model: string, field: string): Schema =>
  SCHEMAS[model]?.[field] ?? {};
