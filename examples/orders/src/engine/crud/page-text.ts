import { PAGE, type PageText } from '../model/operations.js';

/** Between the records of a page. JSON built by SQLite has no line breaks, so each line is a record. */
export const BETWEEN_RECORDS = ',\n';

/** The records of large pages: as one text they would be in memory twice. */
const records = new WeakMap<PageText, readonly string[]>();

/** The text of a page, from those of its records. */
const join = (texts: readonly string[]): string => `[${texts.join(BETWEEN_RECORDS)}]`;

/** A page with the texts of its records; of a large one the whole text is only made where code asks for it. */
export function pageOfTexts(
  texts: readonly string[],
  isLarge: boolean,
  place: Omit<PageText, 'text' | typeof PAGE>,
): PageText {
  if (!isLarge) return { [PAGE]: true, text: join(texts), ...place };
  const page: PageText = {
    [PAGE]: true,
    get text() {
      return join(texts);
    },
    ...place,
  };
  records.set(page, texts);
  return page;
}

/** The text of a large page in pieces; null for any other, whose text is there already. */
export function piecesOfPage(page: PageText): string[] | null {
  const texts = records.get(page);
  if (!texts) return null;
  const pieces = texts.flatMap((text, at) => [at === 0 ? '[' : BETWEEN_RECORDS, text]);
  return [...pieces, ']'];
}
