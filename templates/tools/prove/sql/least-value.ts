/** A JSON schema as OpenAPI documents have it. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly multipleOf?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

/** Thrown for a schema whose values cannot be guessed. */
export class NoValue extends Error {}

/** Makes the least values that schemas accept: required properties alone, the shortest texts, the smallest numbers. */
export class LeastValues {
  /** `known` has better values for some properties, by their names: the id of a record for `task_id`. */
  constructor(
    private readonly schemas: Readonly<Record<string, JsonSchema>>,
    private readonly known: (name: string) => unknown,
  ) {}

  /** Throws `NoValue`, which names the property. */
  of(schema: JsonSchema, name = ''): unknown {
    if (schema.$ref !== undefined) return this.of(this.#named(schema.$ref), name);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum[0];
    const known = this.known(name);
    if (known !== undefined && this.#fits(known, schema)) return known;
    for (const given of [schema.default, schema.example, schema.examples?.[0]])
      if (given !== undefined) return given;
    const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
    if (choice) return this.of(choice, name);
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => this.of(one, name)));
    return this.#plain(schema, name);
  }

  #named(ref: string): JsonSchema {
    const schema = this.schemas[ref.replace('#/components/schemas/', '')];
    if (!schema) throw new NoValue(`nothing describes ${ref}`);
    return schema;
  }

  #fits(value: unknown, { type }: JsonSchema): boolean {
    const types = [type].flat();
    return (
      type === undefined ||
      types.includes(typeof value) ||
      (typeof value === 'number' && types.includes('integer'))
    );
  }

  #plain(schema: JsonSchema, name: string): unknown {
    const { type, properties = {}, required = [], items = {}, minItems = 0 } = schema;
    switch ([type].flat()[0]) {
      case 'object':
        return Object.fromEntries(
          required.map((key) => [key, this.of(properties[key] ?? {}, key)]),
        );
      case 'array':
        return Array.from({ length: minItems }, () => this.of(items, name));
      case 'boolean':
        return false;
      case 'integer':
      case 'number':
        return leastNumber(schema);
      case 'null':
        return null;
      default:
        return leastText(schema, name);
    }
  }
}

function leastNumber({ minimum, exclusiveMinimum, multipleOf = 1 }: JsonSchema): number {
  const from = minimum ?? (exclusiveMinimum === undefined ? 1 : exclusiveMinimum + multipleOf);
  // Schemas of whole numbers state the smallest number that is exact.
  return from <= 1 ? 1 : Math.ceil(from / multipleOf) * multipleOf;
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'somebody@example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
  date: '2026-01-15',
  time: '12:00:00',
  'date-time': '2026-01-15T12:00:00.000Z',
  uri: 'https://example.com',
};

function leastText({ format = '', pattern, minLength = 1 }: JsonSchema, name: string): string {
  const text = FORMATS[format] ?? 'a'.repeat(Math.max(1, minLength));
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text))
    throw new NoValue(`no text for ${name || 'the value'} fits ${pattern}`);
  return text;
}
