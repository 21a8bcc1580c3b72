/** An array as PostgreSQL prints it: texts and nulls, in arrays of their own where it has several dimensions. */
export type ArrayItems = readonly (string | null | ArrayItems)[];

/** Items as the text of an array, which PostgreSQL reads: `{"a","b"}`. */
export const arrayText = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** The items in the text of an array, whatever its bounds are: `[2:3]={a,b}`. */
export function arrayItems(text: string): ArrayItems {
  const open: (string | null | ArrayItems)[][] = [[]];
  for (const [token, quoted] of text.slice(text.indexOf('{')).matchAll(TOKEN)) {
    const inner = open.at(-1)!;
    if (token === '{') open.push([]);
    else if (token === '}') open.at(-2)!.push(open.pop()!);
    else if (quoted !== undefined) inner.push(quoted.replace(/\\(.)/gs, '$1'));
    else if (token !== ',') inner.push(token === 'NULL' ? null : token);
  }
  return open[0]![0] as ArrayItems;
}

/** A bracket, a comma, or an item in quotes or without them. */
const TOKEN = /[{},]|"((?:[^"\\]|\\.)*)"|[^{},"]+/gs;
