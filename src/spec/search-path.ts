import type { Field, Model } from '../model/model.js';
import { unknownName } from '../model/nearest.js';
import { type Problem, problem, warning } from '../problem.js';

/** A field of the record that a reference leads to, by which a model is searched: `Vehicle.customer.last_name`. */
interface SearchPath {
  readonly model: string;
  readonly relation: string;
  readonly field: string;
}

/** Whether a searched name is a path. */
export const isPath = (name: string): boolean => name.includes('.');

const pathIn = (name: string): SearchPath => {
  const [model = '', relation = '', field = ''] = name.split('.');
  return { model, relation, field };
};

const HELP = 'write the reference, a dot and a text field of its model: `customer.last_name`';

/** What is wrong with a path, such as `Vehicle.customer.last_name`; null for one that leads to a text. */
export function pathFault(name: string, models: readonly Model[]): Problem | null {
  const { model, relation, field } = pathIn(name);
  const names = models.map((one) => one.name);
  if (name.split('.').length !== 3)
    return problem(
      'bad-search',
      `\`${name}\` is no path to a field`,
      'write the model before it: `Vehicle.customer.last_name`',
    );
  const own = models.find((one) => one.name === model);
  if (own === undefined)
    return unknownName('unknown-model', `there is no model \`${model}\``, model, names);
  const by = referenceBy(own, relation);
  if (by === undefined) {
    const relations = own.fields.flatMap((one) =>
      one.type === 'ref' ? one.reference!.relation : [],
    );
    const message = `\`${model}\` has no reference \`${relation}\` to search by`;
    return unknownName('unknown-field', message, relation, relations);
  }
  const target = models.find((one) => one.name === by.reference!.model);
  const texts = (target?.fields ?? []).filter(isSearchable).map((one) => one.name);
  if (texts.includes(field)) return null;
  const message = `\`${by.reference!.model}\` has no text field \`${field}\` by which \`${model}\` can be searched`;
  const fault = unknownName('unknown-field', message, field, texts);
  return texts.length === 0 ? { ...fault, help: HELP } : fault;
}

/** Warns of a path whose last field only some roles may read: everybody who signs in reads the paths in `/config/search`. */
export function restrictedPath(name: string, models: readonly Model[]): Problem | null {
  const { model, relation, field } = pathIn(name);
  const own = models.find((one) => one.name === model);
  const target = own && referenceBy(own, relation)?.reference!.model;
  const led = models.find((one) => one.name === target)?.fields.find((one) => one.name === field);
  return led === undefined || led.read === null ? null : toldToAll(`${target}.${field}`, led.read);
}

/** The warning of a searched field that only these roles may read. */
export function toldToAll(field: string, roles: readonly string[]): Problem {
  const message = `everybody who signs in is told by \`/config/search\` that there is \`${field}\`, which only ${roles.join(', ')} may read`;
  return warning('restricted-search', message, 'search by a field that all may read, or accept it');
}

const referenceBy = ({ fields }: Model, relation: string): Field | undefined =>
  fields.find(({ type, reference }) => type === 'ref' && reference!.relation === relation);

/** Whether the service can search a field: text, enforced or not, that somebody may read. */
export const isSearchable = ({ type, read }: Field): boolean =>
  (type === 'string' || type === 'text' || type === 'enum') && (read === null || read.length > 0);

/** A renamed field, by the new name of its model. */
export interface RenamedField {
  readonly model: string;
  readonly from: string;
  readonly to: string;
}

/** A path by the new names of what it leads by, be they its own or not. */
export function followPath(
  name: string,
  models: readonly Model[],
  renamedModels: ReadonlyMap<string, string>,
  renamedFields: readonly RenamedField[],
): string {
  const path = pathIn(name);
  const model = renamedModels.get(path.model) ?? path.model;
  const own = models.find((one) => one.name === model);
  if (own === undefined) return name;
  const led = renamedFields.find(
    (one) => one.model === model && [path.relation, `${path.relation}_id`].includes(one.from),
  );
  const now = own.fields.find((one) => one.name === led?.to)?.reference?.relation;
  const relation = now ?? path.relation;
  const target = referenceBy(own, relation)?.reference!.model;
  const field = renamedFields.find((one) => one.model === target && one.from === path.field)?.to;
  return [model, relation, field ?? path.field].join('.');
}
