import type { Field, Model } from '../../model/model.js';

const POSITION = /^(position|sort_order|ordering|rank|sequence|line_no|line_number)$/;

/** The field that numbers rows below their parent: it is unique with the reference to it, or has such a name. */
export function positionField({ fields, unique }: Model): Field | null {
  const numbers = fields.filter(({ type }) => type === 'integer');
  const parents = fields.filter(({ type }) => type === 'ref').map(({ name }) => name);
  const isPlace = ({ name }: Field) =>
    unique.some((group) => group.includes(name) && group.some((one) => parents.includes(one)));
  const named = numbers.filter(({ name }) => POSITION.test(name));
  return named.find(isPlace) ?? named[0] ?? numbers.find(isPlace) ?? null;
}
