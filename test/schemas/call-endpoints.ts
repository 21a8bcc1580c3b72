/** An answer that should not be. */
export interface Fault {
  readonly url: string;
  readonly status: number;
  readonly text: string;
}

/** What calling all endpoints has come to. */
export interface Called {
  readonly calls: number;
  /** Lists with rows in them, and single rows that were read. */
  readonly rows: number;
  readonly faults: readonly Fault[];
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  /** None where the value is JSON. */
  readonly schema?: Schema;
}

interface OpenApi {
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly parameters?: readonly Parameter[] } }>
  >;
}

/** Requests at once. */
const AT_ONCE = 8;
/** Endpoints of the service itself, which wait for somebody or end a session. */
const OTHERS = /^\/(auth|config|healthz|readyz)/;

/**
 * Calls every endpoint that reads, as its description says: alone, then with each of its parameters and each value that a parameter
 * lists. A fault is an answer of 500 or more, or any but 200 to a call without parameters.
 */
export async function callEndpoints(origin: string, token: string): Promise<Called> {
  const headers = { authorization: `Bearer ${token}` };
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as OpenApi;
  const resolve = resolver(document);
  const faults: Fault[] = [];
  let [calls, rows] = [0, 0];

  const get = async (path: string, isPlain: boolean): Promise<unknown> => {
    calls++;
    const answer = await fetch(origin + path, { headers });
    const text = await answer.text();
    if (answer.status >= 500 || (isPlain && answer.status !== 200))
      faults.push({ url: path, status: answer.status, text: text.slice(0, 400) });
    return answer.status === 200 && text !== '' ? JSON.parse(text) : null;
  };

  const variants = (path: string, url: string): readonly string[] =>
    (document.paths[path]!.get!.parameters ?? [])
      .map((one) => resolve<Parameter>(one))
      .filter((one) => one.in === 'query')
      .flatMap(({ name, schema }) =>
        (schema === undefined ? ['{}'] : valuesOf(schema, resolve)).map(
          (value) => `${url}?${name}=${encodeURIComponent(value)}`,
        ),
      );

  const paths = Object.keys(document.paths).filter(
    (path) => document.paths[path]!.get !== undefined && !OTHERS.test(path),
  );
  await atOnce(
    paths.filter((path) => !path.includes('{')),
    async (path) => {
      const list = await get(path, true);
      const [first] = Array.isArray(list) ? (list as { id?: unknown }[]) : [];
      if (first !== undefined) rows++;
      for (const url of variants(path, path)) await get(url, false);
      const single = `${path}/{id}`;
      if (first?.id === undefined || !paths.includes(single)) return;
      const url = `${path}/${encodeURIComponent(String(first.id))}`;
      if ((await get(url, true)) !== null) rows++;
      for (const variant of variants(single, url)) await get(variant, false);
    },
  );
  return { calls, rows, faults };
}

/** Follows references in a document. */
const resolver =
  (document: unknown) =>
  <T extends { readonly $ref?: string }>(value: T): T => {
    if (value.$ref === undefined) return value;
    const steps = value.$ref.replace(/^#\//, '').split('/');
    return resolver(document)(
      steps.reduce(
        (found, step) => (found as Record<string, unknown>)[step.replaceAll('~1', '/')],
        document,
      ) as T,
    );
  };

/** Values by type or format. */
const SAMPLES: Readonly<Record<string, string>> = {
  integer: '1',
  number: '1.5',
  boolean: 'true',
  date: '2026-01-31',
  time: '12:30:00',
  'date-time': '2026-01-31T12:30:00.000Z',
  uuid: '0190a5b0-0000-7000-8000-000000000000',
  string: 'a',
};

/** Values for a parameter: each that it lists, or one of its type. */
function valuesOf(given: Schema, resolve: (schema: Schema) => Schema): readonly string[] {
  const schema = resolve(given);
  if (schema.enum !== undefined) return schema.enum.map(String);
  if (schema.items !== undefined) return valuesOf(schema.items, resolve);
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) return valuesOf(first, resolve);
  if (schema.examples?.[0] !== undefined) return [String(schema.examples[0])];
  const type = [schema.type].flat()[0] ?? 'string';
  return [SAMPLES[schema.format ?? ''] ?? SAMPLES[type] ?? 'a'];
}

/** Works on some things, a few at a time. */
async function atOnce<T>(things: readonly T[], work: (thing: T) => Promise<void>): Promise<void> {
  const left = [...things];
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
