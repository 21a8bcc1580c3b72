import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Answer } from './http.js';

export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly explode?: boolean;
  readonly schema?: Schema;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Response {
  readonly headers?: Readonly<Record<string, { readonly schema: Schema }>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface RawDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Headers that an answer has only where the document says so. */
const TOLD = [
  'content-range',
  'etag',
  'location',
  'retry-after',
  'www-authenticate',
  'x-next-cursor',
  'x-total-count',
] as const;

/** An OpenAPI document as a client reads it: what requests may be, and what answers must be. */
export class OpenDocument {
  readonly #ajv = strictAjv();
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(readonly raw: RawDocument) {
    this.#ajv.addSchema(inAjv({ $id: 'document', $defs: raw.components['schemas'] }) as Schema);
  }

  /** An operation with its parameters and answers, whether they stand there or are referred to. */
  operation(method: string, path: string): Operation {
    const operation = this.raw.paths[path]?.[method.toLowerCase()];
    if (!operation) throw new Error(`${method} ${path} is not in the document`);
    return {
      ...operation,
      parameters: (operation.parameters ?? []).map((one) => this.follow(one)),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, one]) => [status, this.follow(one)]),
      ),
    };
  }

  /** What a reference points to, with what stands beside it; anything else as it is. */
  follow<T extends object>(value: T): T {
    const { $ref, ...beside } = value as { readonly $ref?: string };
    if ($ref === undefined) return value;
    const [, , kind = '', name = ''] = $ref.split('/');
    const target = this.raw.components[kind]?.[name];
    if (target === undefined) throw new Error(`${$ref} is not in the document`);
    return { ...this.follow(target as object), ...beside } as T;
  }

  /** What is wrong with a value, or null. */
  problem(schema: Schema, value: unknown): string | null {
    const key = JSON.stringify(schema);
    const validate = this.#compiled.get(key) ?? this.#ajv.compile(inAjv(schema) as Schema);
    this.#compiled.set(key, validate);
    return validate(value) ? null : this.#ajv.errorsText(validate.errors);
  }

  /** What of an answer the document does not allow, or null. */
  complaint(method: string, path: string, answer: Answer): string | null {
    const response = this.operation(method, path).responses[answer.status];
    const found = response
      ? (this.#headers(response, answer) ?? this.#body(response, answer))
      : 'it has no such answer';
    return found && `${method} ${path}: ${answer.status} ${answer.text.slice(0, 600)}: ${found}`;
  }

  #headers({ headers = {} }: Response, answer: Answer): string | null {
    for (const [name, header] of Object.entries(headers)) {
      const text = answer.header(name);
      if (text === '') continue;
      const { schema } = this.follow(header);
      const value = schema['type'] === 'integer' ? Number(text) : text;
      const problem = this.problem(schema, value);
      if (problem) return `header ${name}: ${text}: ${problem}`;
    }
    const named = Object.keys(headers).map((name) => name.toLowerCase());
    const silent = TOLD.find((name) => answer.header(name) !== '' && !named.includes(name));
    return silent ? `header ${silent} is not told` : null;
  }

  #body({ content }: Response, answer: Answer): string | null {
    if (!content) return answer.text === '' ? null : 'it has no body';
    const type = answer.header('content-type').split(';')[0]!;
    const told = content[type];
    return told ? this.problem(told.schema, answer.body) : `it has no body of the type ${type}`;
  }
}

/** Formats are what the dialect of OpenAPI takes them for: told to people, where no pattern says the same. */
function strictAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strictTypes: false });
  formats.default(ajv, ['date', 'date-time', 'uuid', 'uri-reference']);
  // ASCII alone, by their standards; a service has people of all scripts.
  for (const name of ['email', 'uri', 'password', 'int32', 'int64', 'double'])
    ajv.addFormat(name, true);
  // In binary fractions 0.07 is no multiple of 0.01.
  ajv.removeKeyword('multipleOf');
  // Says what a number is of, and holds nobody to anything.
  ajv.addKeyword({ keyword: 'x-unit', schemaType: 'string' });
  ajv.addKeyword({ keyword: 'multipleOf', type: 'number', validate: isMultiple });
  return ajv;
}

const isMultiple = (step: number, value: number): boolean =>
  Number(value.toFixed(Math.round(-Math.log10(step)))) === value;

/** References as a schema by itself has them. */
const inAjv = (value: object): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/components/schemas/', '"document#/$defs/'));
