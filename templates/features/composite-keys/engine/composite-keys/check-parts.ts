import type { ColumnInfo, FieldType } from '../fields/column-info.js';
import type { ModelInfo } from '../model/model-info.js';

/** The types whose values have one text on either database. */
const TYPES: readonly FieldType[] = [
  ...(['integer', 'bigint', 'uuid', 'string'] as const),
  ...(['date', 'datetime', 'decimal', 'enum'] as const),
];

/** What keeps models from having the keys that they have: a sentence for each, that says what to do. */
export function checkParts(models: readonly ModelInfo[]): string[] {
  const composite = models.filter(({ keyColumns }) => keyColumns.length > 1);
  const names = new Set(composite.map(({ name }) => name));
  return [
    ...composite.flatMap((model) => [
      ...model.keyColumns.flatMap((part) => wrongPart(part, model)),
      ...wrongModel(model),
    ]),
    ...models.flatMap((model) => pointing(model, names)),
  ];
}

function wrongPart(part: ColumnInfo, { name: model }: ModelInfo): string[] {
  const { name, type, transformer, role, makes, default: initial } = part;
  const at = `${model}.${name}`;
  const fits = TYPES.includes(type) && transformer === null;
  const isMade = role === 'id' || makes !== undefined || initial?.kind === 'database';
  return [
    ...(fits ? [] : [`${at}: a part of a key must be ${PARTS}; ${REPLACING}`]),
    ...(isMade ? [`${at}: whoever creates a record gives each part of its key; ${REPLACING}`] : []),
    ...(part.search === 'all-rows'
      ? []
      : [`${at}: \`search\` needs a key of one column; ${REPLACING}`]),
  ];
}

function wrongModel(model: ModelInfo): string[] {
  const { name, stored, keyColumns, links } = model;
  const searched = stored.filter((one) => one.search !== 'all-rows' && !keyColumns.includes(one));
  return [
    ...(stored.some((one) => one.name === 'id') ? [`${name}.id: ${TAKEN}`] : []),
    ...links.map((link) => `${name}.${link.name}: a many-to-many field ${NEEDS_ONE}`),
    ...searched.map((column) => `${name}.${column.name}: \`search\` ${NEEDS_ONE}`),
  ];
}

/** What refers to a record by a single column. */
function pointing(
  { name, columns, links, composed }: ModelInfo,
  composite: ReadonlySet<string>,
): string[] {
  return [
    ...columns.flatMap(({ name: field, reference }) =>
      reference?.key === 'id' && composite.has(reference.model) && !composed?.byName.has(field)
        ? [
            `${name}.${reference.relation}: the key of ${reference.model} has several columns; name each of them in \`@JoinColumn\``,
          ]
        : [],
    ),
    ...links
      .filter(({ model }) => composite.has(model))
      .map(
        ({ name: field, model }) =>
          `${name}.${field}: the key of ${model} has several columns, and a many-to-many field links by one; ${GIVING}`,
      ),
  ];
}

const TAKEN =
  "the `id` of a record is made of its key; call this column by another name (`@Column({ name: 'id' })` keeps that of the table)";
const PARTS =
  'an integer, a bigint, a UUID, a varchar, a date, a datetime, a decimal or one of a list of values, without a transformer';
const REPLACING =
  'add an `id` to the entity and the table (`@PrimaryGeneratedColumn() id!: number`), and keep the columns of the old key as a unique set';
const NEEDS_ONE = `needs a key of one column; ${REPLACING}`;
/** What a model has in place of a key of several columns. */
export const ONE_ID =
  'an `id` (`@PrimaryGeneratedColumn() id!: number`), and keep the columns of its key as a unique set';

const GIVING = `give it ${ONE_ID}`;
