import { snakeCase } from '../model/names.js';
import type { DraftField, Named } from './draft.js';

/** Fields that name a row by themselves, and those of which a spec makes a label where there are none of these. */
const USUAL = ['name', 'label', 'subject'];
const MARKS = ['title', 'username', 'email', 'number', 'code', 'sku', 'reference'];
const PERSON = ['first_name', 'last_name'];

/** A label by the names of fields, where the usual one says less: a person's name before a title, the name of a company. */
export function labelOf({ model }: Named, fields: readonly DraftField[]): string | null {
  const texts = fields.filter(({ type: [type] }) => type === 'string' || type === 'text');
  const has = (name: string) => texts.some((field) => field.name === name);
  if (USUAL.some(has)) return null;
  if (PERSON.every(has)) return has('title') ? PERSON.map((name) => `{${name}}`).join(' ') : null;
  const own = snakeCase(model.name);
  const [named] = [
    `${own}_name`,
    `${own}_title`,
    'full_name',
    'display_name',
    'company_name',
  ].filter(has);
  if (named !== undefined) return `{${named}}`;
  if (fields.some(({ name }) => MARKS.includes(name))) return null;
  const [other] = [`${own}_code`, `${own}_number`, `${own}_description`, 'description'].filter(has);
  return other === undefined ? null : `{${other}}`;
}
