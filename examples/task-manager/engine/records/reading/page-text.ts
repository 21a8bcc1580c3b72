import { PAGE, type PageText } from '../../model/operations.js';

/** Between the records of a page. JSON built by SQLite has no line breaks, so each line is a record. */
export const BETWEEN_RECORDS = ',\n';

/** Where a page is in its list. */
export type PagePlace = Omit<PageText, 'text' | typeof PAGE>;

/** A page with the texts of its records. */
export const pageOfTexts = (texts: readonly string[], place: PagePlace): PageText => ({
  [PAGE]: true,
  text: `[${texts.join(BETWEEN_RECORDS)}]`,
  ...place,
});

/** The bytes of large pages, which are kept outside of the heap: it grows to several times of what it holds. */
const large = new WeakMap<PageText, readonly Buffer[]>();

/** A large page; its text is only made where code asks for it. */
export function pageOfBytes(bytes: readonly Buffer[], place: PagePlace): PageText {
  const page: PageText = {
    [PAGE]: true,
    get text() {
      return Buffer.concat(bytes).toString();
    },
    ...place,
  };
  large.set(page, bytes);
  return page;
}

/** The bytes of a large page; null for any other, whose text is there already. */
export const bytesOfPage = (page: PageText): readonly Buffer[] | null => large.get(page) ?? null;
