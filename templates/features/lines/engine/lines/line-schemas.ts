import {
  fieldSchemas,
  inputSchema,
  type DescribedLines,
  type View,
} from '../docs/model-schemas.js';
import { idSchema, listOf } from '../docs/field-schema.js';
import { ref, type Schema } from '../docs/openapi-types.js';
import { isEverAllowed } from '../model/access-rules.js';
import {
  linesOf,
  type ChildrenInfo,
  type LineParent,
  type ModelInfo,
} from '../model/model-info.js';
import { settledIn } from './lines.js';
import { MAX_LINES } from './prepare-lines.js';

/** How `/openapi.json` describes lines: in their record, in what is sent for it, and in `_expand`. */
export const lineSchemas: DescribedLines = {
  own: (model, view, models) =>
    model.lineParent
      ? { [`${model.name}.line`]: lineSchema(model, model.lineParent, { view, models }) }
      : {},
  shown: (model, view, { models, pageSize }) =>
    named(visibleLines(model, view, models), (one) => shownLines(one, pageSize)),
  written: (model, models) => named(writableLines(model, models), writtenLines),
  expandable: (model, view, models) => visibleLines(model, view, models).map(({ name }) => name),
};

const named = (lines: readonly ChildrenInfo[], schemaOf: (one: ChildrenInfo) => Schema) =>
  Object.fromEntries(lines.map((one) => [one.name, schemaOf(one)]));

/** The lines of a model that the reader may list by it. */
const visibleLines = (
  model: ModelInfo,
  view: View,
  models: readonly ModelInfo[],
): readonly ChildrenInfo[] =>
  linesOf(model).filter(({ model: name, field }) => {
    const lines = models.find((one) => one.name === name)!;
    const isListed = isEverAllowed(lines.access, 'list') && view.lists(lines);
    return isListed && view.readable(lines)(field);
  });

/** The lines of a model that some role can write. */
const writableLines = (model: ModelInfo, models: readonly ModelInfo[]) =>
  linesOf(model).filter((one) => {
    const { access } = models.find(({ name }) => name === one.model)!;
    return WRITES.some((action) => isEverAllowed(access, action));
  });

const WRITES = ['create', 'edit', 'delete'] as const;

const shownLines = ({ model }: ChildrenInfo, pageSize: number): Schema => ({
  ...listOf(ref('schemas', model), pageSize),
  description:
    'The lines that the reader may see: with `_expand`, and in the response to a write of lines.',
});

/** A line as it is written with its record. */
function lineSchema(
  model: ModelInfo,
  parent: LineParent,
  { view, models }: { readonly view: View; readonly models: readonly ModelInfo[] },
): Schema {
  const settled = settledIn(parent, model);
  const fields = Object.fromEntries(
    Object.entries(fieldSchemas(model, models)).filter(([name]) => !settled.has(name)),
  );
  const { properties, ...input } = inputSchema(model, view, fields, { isNew: true });
  const place = { id: idSchema(model), _delete: { type: 'boolean' } };
  return { ...input, properties: { ...place, ...(properties as typeof fields) } };
}

const writtenLines = ({ model }: ChildrenInfo): Schema => ({
  ...listOf(ref('schemas', `${model}.line`), MAX_LINES),
  description:
    'The lines in their order. Without this member the lines stay unchanged. A line with an `id` is changed, and a line without an `id` is new. `PUT` removes the lines that the body does not name.',
});
