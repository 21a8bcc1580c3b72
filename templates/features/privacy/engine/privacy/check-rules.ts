import { checkValue } from '../fields/check-value.js';
import type { ColumnInfo } from '../fields/column-info.js';
import { fieldOptionsOf } from '../model/field.js';
import type { ModelInfo } from '../model/model-info.js';
import { ruleIn, valueIn, type PersonalRule } from './personal-rules.js';

/** What is wrong with the rules for personal fields of models: each reason names the field. */
export const refusals = (models: readonly ModelInfo[]): readonly string[] =>
  models.flatMap((model) =>
    [...fieldOptionsOf(model.entity)].flatMap(([name, { personal }]) => {
      if (personal === undefined) return [];
      const column = model.column.get(name);
      const rule = ruleIn(personal);
      const isLink = model.links.some((link) => link.name === name);
      const reason =
        isLink && rule
          ? linkReason(rule)
          : column && rule
            ? reasonAgainst(rule, column, model)
            : unreadable(column !== undefined || isLink);
      return reason === null ? [] : [`${model.name}.${name}: ${reason}`];
    }),
  );

const linkReason = ({ way, text }: PersonalRule): string | null =>
  way === 'keep'
    ? keepReason(text)
    : way === 'empty'
      ? null
      : 'links to other records are removed (personal: true), or kept (keep=<reason>)';

const keepReason = (text: string | null): string | null =>
  text?.trim() ? null : 'personal: keep needs a reason: keep=tax law, 10 years';

const unreadable = (isThere: boolean): string =>
  isThere
    ? 'personal must be true, replace, replace=<value>, delete, follow or keep=<reason>'
    : 'only a field that is stored can be personal';

/** Why erasing a person cannot do what a rule says; null where it can. */
function reasonAgainst(
  { way, text }: PersonalRule,
  column: ColumnInfo,
  model: ModelInfo,
): string | null {
  if (way === 'keep') return keepReason(text);
  if (way === 'follow')
    return column.reference ? null : 'personal: follow is for references, which lead to a person';
  if (!model.actions.includes('edit'))
    return 'its rows are only read: say where it is erased instead, as keep=erased by the shop';
  if (way === 'delete') return null;
  if (column.role !== 'data' && column.role !== 'hidden')
    return 'nobody writes its values: write personal: delete, or keep=<reason>';
  if (way === 'empty')
    return column.nullable ? null : 'it is required: write replace, delete or keep=<reason>';
  return column.reference
    ? 'a reference has no value that replaces it'
    : replaceReason(text, column);
}

function replaceReason(text: string | null, column: ColumnInfo): string | null {
  if (text === null) {
    const isFree = column.type === 'string' || column.type === 'text';
    return isFree && column.pattern === null && !column.enforce
      ? null
      : 'only you know a value that replaces it: write replace=<value>';
  }
  try {
    const checked = checkValue(valueIn(text, column), column);
    return 'message' in checked ? `${text} is no value of it: ${checked.message}` : null;
  } catch {
    return `${text} is no value of it`;
  }
}
