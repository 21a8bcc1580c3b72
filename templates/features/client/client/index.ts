import createClient, {
  type Client,
  type ClientOptions,
  type ClientPathsWithMethod,
  type FetchResponse,
  type MaybeOptionalInit,
  type Middleware,
  type ParseAs,
} from 'openapi-fetch';
import type { components, paths } from './schema.gen.js';

/** Records, inputs and other bodies by their names: `Schemas['TaskInput']`. */
export type Schemas = components['schemas'];

/** Any response with a reason for a refusal: `status` or `code` tells which. */
export type Problem = ProblemOf<components['responses'][keyof components['responses']]>;

type ProblemOf<Response> = Response extends {
  content: { 'application/problem+json': infer Body };
}
  ? Body
  : never;

/** Why something was refused, where it is one of the reasons that the service tells apart. */
export type Code = Exclude<Problem['code'], '' | undefined>;

type Token = string | null | undefined;

export interface ApiOptions extends ClientOptions {
  /** The access token, where something else keeps it; without this `signIn` does. */
  readonly token?: () => Token | Promise<Token>;
}

/** The client of openapi-fetch, signed in or not. */
export interface Api extends Pick<Client<paths>, 'use' | 'eject'> {
  readonly GET: Call<'get'>;
  readonly POST: Call<'post'>;
  readonly PUT: Call<'put'>;
  readonly PATCH: Call<'patch'>;
  readonly DELETE: Call<'delete'>;
  /** Signs in; later requests are this user's. */
  signIn(username: string, password: string): Promise<Outcome<'/auth/login', 'post'>>;
  /** Ends the session: nobody can use its token any more. */
  signOut(): Promise<Outcome<'/auth/logout', 'post'>>;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A method of openapi-fetch, which itself would let names pass that the service does not know. */
type Call<M extends Method> = <
  Path extends ClientPathsWithMethod<Client<paths>, M>,
  As extends ParseAs = 'json',
>(
  path: Path,
  ...init: Init<MaybeOptionalInit<paths[Path], M>, As>
) => Promise<Outcome<Path, M, As>>;

/** What goes with the path, which may be left out where nothing in it is required. */
type Init<Options, As> = undefined extends Options
  ? [(Options & { parseAs?: As })?]
  : [Options & { parseAs?: As }];

type Outcome<
  Path extends keyof paths,
  M extends Method,
  As extends ParseAs = 'json',
> = FetchResponse<NonNullable<paths[Path][M]>, { parseAs: As }, `${string}/${string}`>;

/**
 * A client of the service at `baseUrl`. Paths, parameters, bodies and answers are those of its `/docs`:
 *
 *     const api = createApi({ baseUrl: 'http://127.0.0.1:3000' });
 *     await api.signIn('admin', 'admin');
 *     const { data, error, response } = await api.GET('/user', { params: { query: { _end: 10 } } });
 */
export function createApi({ token, ...options }: ApiOptions = {}): Api {
  let kept: Token;
  const bearer: Middleware = {
    async onRequest({ request }) {
      const value = token ? await token() : kept;
      if (value) request.headers.set('authorization', `Bearer ${value}`);
      return request;
    },
  };
  const client = createClient<paths>({ querySerializer: queryText, ...options });
  client.use(bearer);
  return {
    ...(client as Pick<Api, Uppercase<Method> | 'use' | 'eject'>),
    async signIn(username, password) {
      const answer = await client.POST('/auth/login', { body: { username, password } });
      kept = answer.data?.access_token ?? kept;
      return answer;
    },
    async signOut() {
      const answer = await client.POST('/auth/logout');
      kept = null;
      return answer;
    },
  };
}

/** What a request resolves to: `data`, or `error` with the problem. */
interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** A request that was refused. */
export class Refused extends Error {
  /** Why; undefined where something before the service answered, such as a proxy. */
  readonly problem: Problem | undefined;
  readonly response: Response;

  constructor(problem: Problem | undefined, response: Response) {
    super(problem?.detail ?? `${response.status} ${response.statusText}`);
    this.name = 'Refused';
    this.problem = problem;
    this.response = response;
  }
}

/** The data of an answer; throws `Refused` where there is none, for code that leaves failures to its caller. */
export function dataOf<Data>({ data, error, response }: Answer<Data>): Data {
  if (response.ok) return data as Data;
  const isProblem = typeof error === 'object' && error !== null && 'detail' in error;
  throw new Refused(isProblem ? (error as Problem) : undefined, response);
}

/** How many records a list has in all, by the response with a page of it. */
export const total = ({ headers }: Response): number => Number(headers.get('x-total-count'));

/** The `_after` of the next page; undefined after the last one. */
export const nextCursor = ({ headers }: Response): string | undefined =>
  headers.get('x-next-cursor') ?? undefined;

/** The version of the record in a response: sent as `If-Match`, a change is refused once there is another. */
export const etag = ({ headers }: Response): string | undefined => headers.get('etag') ?? undefined;

/**
 * All records of a list, page by page, whatever is added or deleted meanwhile:
 *
 *     for await (const user of each((_after) => api.GET('/user', { params: { query: { _after, _end: 100 } } }))) ...
 */
export async function* each<Row>(
  page: (after: string | undefined) => Promise<Answer<readonly Row[]>>,
): AsyncGenerator<Row, void, undefined> {
  let after: string | undefined;
  do {
    const answer = await page(after);
    yield* dataOf(answer);
    after = nextCursor(answer.response);
  } while (after !== undefined);
}

/**
 * A query as the service reads it: several values are one list in `_sort` and `id__in`, and stand one by one elsewhere. An id is
 * encoded in a list, so that its commas stay its own.
 */
function queryText(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const values = [value].flat().filter((one) => one != null);
    const isList = name.startsWith('_') || name.endsWith('__in');
    // Left out, it would filter nothing: every record would be found.
    if (Array.isArray(value) && values.length === 0 && !name.startsWith('_'))
      throw new RangeError(`${name} has no values to filter by: nothing would match`);
    const items = name === 'id__in' ? values.map((id) => encodeURIComponent(String(id))) : values;
    const texts = isList && values.length > 0 ? [items.join(',')] : values;
    return texts.map((text): [string, string] => [name, String(text)]);
  });
  return new URLSearchParams(pairs).toString();
}
