export interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  /** Path and query below the target's base. */
  readonly path: string;
  readonly body?: unknown;
}

/** One kind of request that every target answers, with the same meaning everywhere. */
export interface Operation {
  readonly name: string;
  /** The question with the number `n`, from 0. */
  readonly ask: (n: number) => Asked;
}

export const ROWS = 100_000;

/** A full-period sequence over the ids, so that every target is asked for the same rows in the same order. */
const scattered = (n: number) => ((n * 48_271) % ROWS) + 1;

const page = (start: number): Asked => ({
  method: 'GET',
  path: `/task?_start=${start}&_end=${start + 25}`,
});
const list = (): Asked => page(0);
/** One of forty pages: between two writes hardly any is asked for twice, so that nothing kept is of use. */
const pages = (n: number): Asked => page(((n * 7) % 40) * 25);
const get = (n: number): Asked => ({ method: 'GET', path: `/task/${scattered(n)}` });
const patch = (n: number): Asked => ({
  method: 'PATCH',
  path: `/task/${scattered(n)}`,
  body: { priority: n % 2 ? 'low' : 'critical', actual_work_hours: n % 40 },
});

/** One write in ten: what is kept of rows and counts has to be given up, as in every service that is used. */
const withWrites =
  (read: (n: number) => Asked) =>
  (n: number): Asked =>
    n % 10 === 9 ? patch(n) : read(n);

export const OPERATIONS: readonly Operation[] = [
  { name: 'list 25', ask: list },
  { name: 'list, one write in ten', ask: withWrites(list) },
  { name: '40 pages, one write in ten', ask: withWrites(pages) },
  {
    name: 'filter + sort',
    ask: () => ({
      method: 'GET',
      path: '/task?status=todo&_sort=due_date&_order=ASC&_start=0&_end=25',
    }),
  },
  {
    name: 'contains',
    ask: (n) => ({
      method: 'GET',
      path: `/task?title__ilike=report%20${n % 100}&_start=0&_end=25`,
    }),
  },
  { name: 'get', ask: get },
  { name: 'get, one write in ten', ask: withWrites(get) },
  {
    name: 'create',
    ask: (n) => ({
      method: 'POST',
      path: '/task',
      body: { title: `Write report ${n}`, status: 'todo', priority: 'high', project_id: 7 },
    }),
  },
  { name: 'patch', ask: patch },
];
