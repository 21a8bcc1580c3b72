import { isDeepStrictEqual } from 'node:util';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Proof } from '../doors/door.js';
import type { NaiveField, Row, World } from '../naive/naive.js';

/** A row that is not as the rules foretell. */
export interface Difference {
  readonly model: ModelInfo;
  readonly id: Row['id'];
  readonly field: string | null;
  readonly expected: string;
  readonly told: string;
}

/** Fields whose values nobody can foretell, by row: defaults that depend on the time, for example. */
export type Loose = (model: ModelInfo, id: Row['id'], field: string) => boolean;

/** The fields of rows that differ between two worlds, apart from timestamps, totals and the rows of features. */
export function differences(
  { service, naive }: Pick<Proof, 'service' | 'naive'>,
  expected: World,
  told: World,
  isLoose: Loose = () => false,
): readonly Difference[] {
  const models = service.models.filter((model) => !isOfFeature(model, service.code));
  return models.flatMap((model) => {
    const [one, other] = [expected[model.name]!, told[model.name]!];
    if (one === other) return [];
    const { fields } = naive.models[model.name]!;
    const known = new Map(other.map((row) => [row.id, row]));
    const wanted = new Map(one.map((row) => [row.id, row]));
    return [...new Set([...wanted.keys(), ...known.keys()])].flatMap((id): Difference[] => {
      const [was, is] = [wanted.get(id), known.get(id)];
      return differing(fields, was, is, (name) => isLoose(model, id, name)).map((field) => {
        const say = (row: Row | undefined) => sayOf(model, id, field, row);
        return { model, id, field, expected: say(was), told: say(is) };
      });
    });
  });
}

/** A model that a feature brings, such as its log: its rows come with requests. Users, roles and tenants are not among them. */
const isOfFeature = (model: ModelInfo, code: Proof['service']['code']): boolean =>
  code.isBuiltIn(model) && !model.table.startsWith('auth_');

/** The fields that differ; null in their place if there is only one of the rows. */
function differing(
  fields: readonly NaiveField[],
  was: Row | undefined,
  is: Row | undefined,
  isLoose: (field: string) => boolean,
): readonly (string | null)[] {
  if (!was || !is) return [null];
  return fields.flatMap(({ name, kind }) => {
    if (kind === 'deleted') return (was[name] === null) === (is[name] === null) ? [] : [name];
    if (!WRITTEN.includes(kind) || isLoose(name)) return [];
    return isDeepStrictEqual(was[name] ?? null, is[name] ?? null) ? [] : [name];
  });
}

const WRITTEN: readonly string[] = ['text', 'integer', 'json', 'link'];

function sayOf({ name }: ModelInfo, id: Row['id'], field: string | null, row: Row | undefined) {
  if (!row) return `no ${name} ${id} is stored`;
  const stored = `${name} ${id} is stored`;
  return field === null ? stored : `${stored} with ${field} ${JSON.stringify(row[field] ?? null)}`;
}
