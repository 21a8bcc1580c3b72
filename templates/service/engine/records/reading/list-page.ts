import { PAGE, type ListPage, type PagePlace, type Row } from '../../model/operations.js';

/** Between the records of a page. JSON built by SQLite has no line breaks, so each line is a record. */
export const BETWEEN_RECORDS = ',\n';

/** The JSON of a page: a text, or bytes outside of the heap, which would grow to several times of what it holds. */
export type PageJson = string | readonly Buffer[];

/** The length in characters, or bytes. */
export const lengthOfJson = (json: PageJson): number =>
  typeof json === 'string' ? json.length : json.reduce((sum, { length }) => sum + length, 0);

/** The length of the longest record in the JSON of a page. */
export const widestIn = (json: string): number =>
  json.split(BETWEEN_RECORDS).reduce((most, { length }) => Math.max(most, length), 0);

const bytes = new WeakMap<ListPage, readonly Buffer[]>();

/** A page with its JSON; its records are only made where code asks for them. */
export function createPage(json: PageJson, place: PagePlace): ListPage {
  const { start, end, total, next, isRestricted } = place;
  let records: readonly Row[] | undefined;
  const page: ListPage = {
    [PAGE]: true,
    start,
    end,
    total,
    next,
    isRestricted,
    get text() {
      return typeof json === 'string' ? json : Buffer.concat(json).toString();
    },
    get records() {
      return (records ??= JSON.parse(page.text) as Row[]);
    },
  };
  if (typeof json !== 'string') bytes.set(page, json);
  return page;
}

/** The bytes of a large page; null for any other, whose text is there already. */
export const bytesOfPage = (page: ListPage): readonly Buffer[] | null => bytes.get(page) ?? null;
