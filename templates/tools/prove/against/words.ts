/** The words of a name: `LineItem` and `line_item` are `line item`. */
export const spoken = (name: string): string =>
  name
    .replace(/([A-Z]+)([A-Z][a-z])|([a-z0-9])([A-Z])/g, '$1$3 $2$4')
    .replace(/\b[A-Z](?![A-Z])/g, (start) => start.toLowerCase())
    .replaceAll('_', ' ');

/** Several rows of a model: `LineItem` are `line items`. */
export function plural(name: string): string {
  const noun = spoken(name);
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** `a`, `a and b`, `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`;

export const withArticle = (noun: string): string =>
  `${/^(?!us|uni|eu)[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** The parts of a project about which a comparison says nothing. */
export const BESIDE =
  'Rules and answers of own endpoints are compared, and not their SQL: `crudgen access prove` names it.';
