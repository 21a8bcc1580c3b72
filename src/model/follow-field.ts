import { findSource } from './field-source.js';
import type { App, Field, Model } from './model.js';
import { conditionField } from './show-if.js';
import { findTotal } from './totals.js';
import { referencesToField } from './unique-references.js';

/** The names that lead to a field of other records; the number of lines leads to no field. */
interface Path {
  readonly relation: string;
  readonly field: string | null;
}

/** The app with the sources, totals and references that lead by a field, or to it, under its new names; without them if the field goes. */
export function followField(app: App, old: Field, now: Field | null): App {
  /** A path by the new names: the relation has a new name if the path leads by the changed field. */
  const renamed = <P extends Path>(path: P, relation: string | null, isEnd: boolean): P | null => {
    if (relation === null) return null;
    const field = isEnd ? now!.name : path.field;
    const isSame = relation === path.relation && field === path.field;
    return isSame ? path : { ...path, relation, field };
  };
  const sourceOf = (model: Model, from: NonNullable<Field['from']>) => {
    const { by, field } = findSource(app, model, from);
    if (by !== old && field !== old) return from;
    const relation = by === old ? (now?.reference?.relation ?? null) : from.relation;
    return now && renamed(from, relation, field === old);
  };
  const totalOf = (model: Model, total: NonNullable<Field['total']>) => {
    const found = findTotal(app, model, total);
    if (found?.by !== old && found?.field !== old) return total;
    const relation = found.by === old ? (now?.reference?.inverse ?? null) : total.relation;
    return now && renamed(total, relation, found.field === old);
  };
  const target = app.models.find(({ fields }) => fields.includes(old));
  const leading = new Set(target && referencesToField(app, target, old).map(({ field }) => field));
  const referenceOf = (field: Field): Field['reference'] =>
    now && field.reference && leading.has(field) && now.name !== old.name
      ? { ...field.reference, to: now.name }
      : field.reference;
  const shownBy = (model: Model, { showIf }: Field): Field['showIf'] => {
    if (showIf === null || conditionField(model, showIf) !== old) return showIf;
    return now && (now.name === old.name ? showIf : { ...showIf, field: now.name });
  };
  const followed = (model: Model, field: Field): Field => {
    const reference = referenceOf(field);
    const from = field.from && sourceOf(model, field.from);
    const total = field.total && totalOf(model, field.total);
    // What stays the same object need not be rendered again.
    const showIf = shownBy(model, field);
    const isSame =
      from === field.from &&
      total === field.total &&
      reference === field.reference &&
      showIf === field.showIf;
    return isSame ? field : { ...field, from, total, reference, showIf };
  };
  const models = app.models.map((model) => {
    const fields = model.fields.map((field) => followed(model, field));
    return fields.every((field, at) => field === model.fields[at]) ? model : { ...model, fields };
  });
  return { ...app, models };
}
