export interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  /** Path and query below the target's base. */
  readonly path: string;
  readonly body?: unknown;
}

/** One kind of request that every target answers, with the same meaning everywhere. */
export interface Operation {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** The path and query below the target's base, and the JSON body of a write; `n` counts requests from 0. */
  readonly request: (n: number) => { readonly path: string; readonly body?: unknown };
}

export const ROWS = 100_000;

/** A full-period sequence over the ids, so that every target is asked for the same rows in the same order. */
const scattered = (n: number) => ((n * 48_271) % ROWS) + 1;

export const OPERATIONS: readonly Operation[] = [
  { name: 'list 25', method: 'GET', request: () => ({ path: '/task?_start=0&_end=25' }) },
  {
    name: 'filter + sort',
    method: 'GET',
    request: () => ({ path: '/task?status=todo&_sort=due_date&_order=ASC&_start=0&_end=25' }),
  },
  {
    name: 'contains',
    method: 'GET',
    request: (n) => ({ path: `/task?title__ilike=report%20${n % 100}&_start=0&_end=25` }),
  },
  { name: 'get', method: 'GET', request: (n) => ({ path: `/task/${scattered(n)}` }) },
  {
    name: 'create',
    method: 'POST',
    request: (n) => ({
      path: '/task',
      body: { title: `Write report ${n}`, status: 'todo', priority: 'high', project_id: 7 },
    }),
  },
  {
    name: 'patch',
    method: 'PATCH',
    request: (n) => ({
      path: `/task/${scattered(n)}`,
      body: { priority: n % 2 ? 'low' : 'critical', actual_work_hours: n % 40 },
    }),
  },
];

/** The question of an operation with this number. */
export const askOf = ({ method, request }: Operation, n: number): Asked => ({
  method,
  ...request(n),
});
