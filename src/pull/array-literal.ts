/** The items of an array of one dimension as PostgreSQL writes it: `{a,"b, c"}`; null for any other text, and for one with NULL in it. */
export function arrayItems(literal: string): readonly string[] | null {
  const body = /^\{(.*)\}$/s.exec(literal.trim())?.[1];
  if (body === undefined) return null;
  if (body.trim() === '') return [];
  const items = [...body.matchAll(ITEM)];
  const isWhole = items.map(([text]) => text).join('') === body;
  const texts = items.map(([, quoted, plain]) =>
    quoted === undefined ? plain!.trim() : quoted.replace(/\\(.)/gs, '$1'),
  );
  const isPlain = items.every(([, , plain]) => !/^\s*(null)?\s*$/i.test(plain ?? 'x'));
  return isWhole && isPlain ? texts : null;
}

/** An item in quotes or without them, with the comma in front of it. */
const ITEM = /(?:^|,)(?:\s*"((?:[^"\\]|\\.)*)"\s*(?=,|$)|([^",{}\\]*)(?=,|$))/gs;
