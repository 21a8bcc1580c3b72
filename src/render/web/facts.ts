import { type App, type Field, type Frozen, type Model, ruleFields } from '../../model/model.js';
import { hasCompositeKey } from '../../model/keys.js';
import { type Inverse, isSelfReference, referenceOf } from '../../model/relations.js';
import type { Values } from '../code.js';
import type { ModelNames } from '../model-names.js';
import { importFrom, NOTICE, partName } from '../render-registry.js';
import { isLines } from './lines.js';
import { isByName } from './login-fields.js';
import { placeWithin } from './own-order.js';
import { personField } from './person-field.js';
import { deletionField } from '../../model/trash.js';
import { isFilledIn, stampsOf } from '../../model/columns.js';
import { resourceOf, targetOf, toldFields } from './shown-fields.js';

/** The field with the moment of the deletion, which is none of the fields that pages show; undefined without a trash. */
function trashedAt({ models }: App, { name, trash }: Model): string | undefined {
  const whole = models.find((one) => one.name === name);
  return trash === undefined || !whole ? undefined : deletionField(whole)?.name;
}

/**
 * What the template of a model's facts is filled with, `facts.gen.ts.ejs`: what the back-office knows of a model by its entity, so that
 * its resource file says only what the entity does not.
 */
export function factsView(app: App, model: Model, names: ModelNames, inverses: readonly Inverse[]) {
  const rows = (['owner', 'tenant'] as const).filter((rule) => ruleFields(model, rule).length > 0);
  // The first self-reference makes the records a tree.
  const parent = model.fields.find((field) => isSelfReference(model, field));
  return {
    notice: NOTICE,
    /** The rules of the model, which forms check, too; null without any. */
    rulesFile: rulesFile(model, names),
    facts: [
      ...toldFields(model).map((field) => factOf(app, model, field)),
      ...stampsOf(model).map((source) => ({ source, type: 'datetime', required: true })),
    ],
    timestamps: model.timestamps,
    /** The field and the list of a tree, by which a record has one above it and others below. */
    parent: parent?.name ?? null,
    children: parent?.reference?.inverse ?? null,
    /** The field by which records stand below the one above them; null where they stand by id. */
    place: parent ? (placeWithin(model, parent)?.name ?? null) : null,
    rows,
    lines: inverses.filter(isLines).map(lineFact),
    hasHistory: model.history !== undefined,
    trashedAt: trashedAt(app, model),
    frozen: model.frozen && frozenFact(model.frozen),
    frozenWith: frozenWith(app, model),
  };
}

/** The rules of the model in the service: what is imported, and from where. */
function rulesFile({ parts = [] }: Model, { file, rules }: ModelNames) {
  const part = parts.find(({ kind }) => kind === 'rules');
  if (part === undefined) return null;
  const here = `web/src/pages/${file}/${file}.facts.gen.ts`;
  return { name: partName(part.name, rules), from: importFrom(here, part.path) };
}

const frozenFact = ({ field, values, except }: Frozen): Values => ({
  field,
  values: values ?? undefined,
  except: except.length > 0 ? except : undefined,
});

/** Where the records to which lines belong are frozen, what leads to these; undefined for other models. */
function frozenWith({ models }: App, { fields }: Model): Values | undefined {
  const field = fields.find(({ type, reference }) => type === 'ref' && reference?.lines === true);
  if (!field) return undefined;
  const { model, relation } = referenceOf(field);
  const parent = models.find(({ name }) => name === model);
  if (!parent?.frozen) return undefined;
  return { reference: resourceOf(parent), target: field.name, relation };
}

const lineFact = ({ name, model, field }: Inverse): Values => ({
  source: name,
  reference: resourceOf(model),
  target: field.name,
});

/** The keys of the facts about a field; `unit/web/form-inputs.test.ts` compares them with the type of the back-office. */
export type FactKey = keyof ReturnType<typeof factOf>;

function factOf(app: App, model: Model, field: Field) {
  const { type, values } = field;
  const isWholeKey = field.key !== null && !hasCompositeKey(model);
  const isClosed = values.length > 0 && field.enforce;
  const isList = type === 'list';
  const isDecimal = type === 'decimal' || type === 'exact' || field.items === 'decimal';
  return {
    source: field.name,
    // People read and write a native value as a text.
    type: isClosed && !isList ? 'enum' : type === 'native' ? 'string' : type,
    items: field.items ?? undefined,
    closed: (isList && isClosed) || undefined,
    values: values.length > 0 ? values : undefined,
    steps: stepsOf(field),
    reference: targetOf(app, field),
    keyField: isByName(field) ? 'name' : field.reference?.to,
    person: personField(app, field),
    relation: type === 'ref' ? referenceOf(field).relation : undefined,
    required: field.required || undefined,
    digits: isDecimal ? (field.scale ?? undefined) : undefined,
    unit: field.unit ?? undefined,
    placeholder: field.placeholder ?? undefined,
    help: field.help ?? undefined,
    onDelete: onDeleteOf(field),
    unique: field.unique || isWholeKey || undefined,
    key: field.key !== null || undefined,
    stamp: isFilledIn(field) || undefined,
    filled: field.default?.kind === 'database' || undefined,
  };
}

/** The steps of a field, with the default as its first value where they say none; absent where it changes freely. */
function stepsOf({ steps, default: given }: Field): Values[] | undefined {
  if (steps === null) return undefined;
  const isSaid = steps.some(({ from }) => from === null);
  const first = !isSaid && given?.kind === 'value' ? [{ to: String(given.value) }] : [];
  const said = steps.map(({ from, to, roles }) => ({
    from: from ?? undefined,
    to,
    roles: roles ?? undefined,
  }));
  return [...first, ...said];
}

/** Absent where the reference becomes empty. */
function onDeleteOf(field: Field): string | undefined {
  const kind = field.type === 'ref' ? referenceOf(field).onDelete : 'set_null';
  return kind === 'set_null' ? undefined : kind;
}
