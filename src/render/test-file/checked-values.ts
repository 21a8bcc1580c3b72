import { once } from '../../once.js';
import { refuses } from '../../model/check-values.js';
import { isDated, isOfDatabase } from '../../model/columns.js';
import { hasColumn } from '../../model/composite-references.js';
import { isMade, keysOf } from '../../model/keys.js';
import type { Field, JsonValue, Model } from '../../model/model.js';
import { sampleValues } from '../../model/sample-value.js';
import { namesColumn } from '../../model/sql-expression.js';
import { neededFields } from './needed-fields.js';
import { otherThanDefault } from './row-code.js';
import { isFilled, isTold } from './row-keys.js';

/** What a row has in some fields, as far as a check can tell: a number, a text, or that there is some value. */
type Given = ReadonlyMap<Field, number | string | true>;

/** The number of values of a field that are tried against a check. */
const TRIED = 6;

/** A value as a check compares it with a literal. */
function asChecked({ type }: Field, value: JsonValue | undefined): number | string | true {
  if (type === 'bigint' || type === 'exact') return Number(value);
  const isText = type === 'enum' || type === 'string' || type === 'text';
  return typeof value === 'number' || (isText && typeof value === 'string') ? value : true;
}

/** What a field has where nobody gives a value: the value of its default, or some value. */
function withoutGiven(model: Model, field: Field): number | string | boolean {
  const { default: given } = field;
  return given?.kind === 'value' ? asChecked(field, given.value) : isFilled(model, field);
}

/** The checks that certainly refuse a row with these values, also if it is the first one and has the first id that is counted. */
function checksRefusing(model: Model, given: Given): readonly string[] {
  const known = (column: string) => {
    const field = model.fields.find((one) => one.column === column);
    return field && (given.get(field) ?? withoutGiven(model, field));
  };
  const id = keysOf(model).length === 0 ? 'id' : keysOf(model).find(isMade)?.column;
  const ofFirst = (column: string) => (column === id ? 1 : known(column));
  return Object.values(model.checks ?? {}).filter(
    (sql) => refuses(sql, known) || refuses(sql, ofFirst),
  );
}

/** The values of a field that are tried; those that tell rows apart differ from row to row. */
const triedValues = (model: Model, field: Field): readonly (number | string | true)[] =>
  field.type === 'ref' || field.type === 'refs' || isTold(model, field)
    ? [true]
    : [...new Set(sampleValues(model, field, TRIED).map((value) => asChecked(field, value)))];

/** The date that a row needs and a check compares with a moment of now: a test gives both alike, as no date stays ahead of now. */
export function comparedWith(model: Model, field: Field): Field | undefined {
  if (!isDated(field) || !isNow(field) || isOfDatabase(field) || !hasColumn(field))
    return undefined;
  const checks = Object.values(model.checks ?? {}).filter((sql) => namesColumn(sql, field.column));
  return neededFields(model).find(
    ({ type, column }) => type === field.type && checks.some((sql) => namesColumn(sql, column)),
  );
}

const isNow = ({ default: given, stamp }: Field): boolean =>
  stamp === null && given !== null && given.kind !== 'value';

/** What a row has of the fields that it needs, with their first values. */
const neededValues = (model: Model): Given =>
  new Map(
    [
      ...neededFields(model),
      ...model.fields.filter((field) => comparedWith(model, field) !== undefined),
    ].map((field) => [field, triedValues(model, field)[0] ?? true]),
  );

/** What a row has so that no check of the database certainly refuses it; as few refuse it as can be done. */
const checkedRow = once((model: Model): Given => bestRow(model, neededValues(model)));

function bestRow(model: Model, given: Given): Given {
  const better = betterRow(model, given);
  return better ? bestRow(model, better) : given;
}

/**
 * A row that fewer checks refuse: with another value of a field that it has, a value of a field that it lacks, or a pair of such changes.
 * Undefined if there is no row of this kind.
 */
function betterRow(model: Model, given: Given): Given | undefined {
  const refused = checksRefusing(model, given);
  const changes = changesOf(model, given, refused);
  const pairs = changes.flatMap((one, at) =>
    changes.slice(at + 1).flatMap((other) => (one[0] === other[0] ? [] : [[one, other]])),
  );
  return [...changes.map((one) => [one]), ...pairs]
    .map((more): Given => new Map([...given, ...more]))
    .find((other) => checksRefusing(model, other).length < refused.length);
}

/** Other values of the columns that some checks name, those of fields that the row has first. */
const changesOf = (model: Model, given: Given, checks: readonly string[]) =>
  model.fields
    .filter(
      (field) =>
        hasColumn(field) &&
        !isOfDatabase(field) &&
        checks.some((sql) => namesColumn(sql, field.column)),
    )
    .toSorted((one, other) => Number(given.has(other)) - Number(given.has(one)))
    .flatMap((field) => {
      const present = given.get(field) ?? withoutGiven(model, field);
      const others = triedValues(model, field).filter((value) => value !== present);
      return others.map((value) => [field, value] as const);
    });

/** Fields that need no value, without which a check of the database refuses a row, or with their defaults. */
export const checkedFields = once((model: Model): readonly Field[] => {
  const needed = neededFields(model);
  return [...checkedRow(model).keys()].filter((field) => !needed.includes(field));
});

/** The value of a field of a new row that checks accept; undefined where any does. */
export function checkedValue(model: Model, field: Field): JsonValue | undefined {
  const chosen = checkedRow(model).get(field);
  if (chosen === undefined || chosen === true) return undefined;
  return sampleValues(model, field, TRIED).find((value) => asChecked(field, value) === chosen);
}

/** Checks that refuse each row that could be made up. */
export const unmetChecks = (model: Model): readonly string[] => {
  const refused = checksRefusing(model, checkedRow(model));
  return Object.entries(model.checks ?? {}).flatMap(([name, sql]) =>
    refused.includes(sql) ? [name] : [],
  );
};

/** The fields among these that a test can change together in a new row: no check refuses the row with their new values. */
export const changeable = (model: Model, fields: readonly Field[]): readonly Field[] => {
  let changed = checkedRow(model);
  return fields.filter((field) => {
    const value = isTold(model, field) ? true : asChecked(field, otherThanDefault(model, field));
    const more: Given = new Map([...changed, [field, value]]);
    const fits = checksRefusing(model, more).length === 0;
    if (fits) changed = more;
    return fits;
  });
};
