import { ref, type Parameter } from './openapi-types.js';

/** Parameters of lists, each of which stands once in the document. */
export interface SharedParameters {
  /** Those that several lists take alike. */
  readonly components: Readonly<Record<string, Parameter>>;
  /** A list's parameters, the shared ones as references. */
  readonly of: (list: readonly Parameter[]) => readonly unknown[];
}

/** Finds what several lists take alike: every model has `created_at__gte`, and many a `name`. */
export function shareParameters(lists: readonly (readonly Parameter[])[]): SharedParameters {
  const seen = new Set<string>();
  const keys = new Map<string, string>();
  const components: Record<string, Parameter> = {};
  for (const parameter of lists.flat()) {
    const meaning = meaningOf(parameter);
    if (seen.has(meaning) && !keys.has(meaning)) {
      const key = freeKey(parameter.name, components);
      keys.set(meaning, key);
      components[key] = parameter;
    }
    seen.add(meaning);
  }
  const shared = (parameter: Parameter) => {
    const key = keys.get(meaningOf(parameter));
    return key === undefined ? parameter : ref('parameters', key);
  };
  return { components, of: (list) => list.map(shared) };
}

/** The name of a filter says how it compares, its schema with what. */
const meaningOf = ({ name, schema = {} }: Parameter): string => `${name} ${String(schema['$ref'])}`;

/** Parameters of one name may differ in what they take. */
function freeKey(name: string, taken: Readonly<Record<string, unknown>>): string {
  let key = name;
  for (let count = 2; Object.hasOwn(taken, key); count++) key = `${name}.${count}`;
  return key;
}
