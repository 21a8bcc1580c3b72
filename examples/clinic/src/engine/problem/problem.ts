/** One field's complaint. */
export interface FieldProblem {
  readonly field: string;
  /** Stable, kebab-case. */
  readonly code: string;
  readonly message: string;
}

/** An answer of the 4xx kind that the service gives on purpose; becomes `application/problem+json` (RFC 9457). */
export class HttpProblem extends Error {
  constructor(
    readonly status: number,
    /** One sentence for people: never SQL, a path or a hidden field. */
    readonly detail: string,
    readonly problems: readonly FieldProblem[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
    this.name = 'HttpProblem';
  }
}

export const badRequest = (detail: string, problems: readonly FieldProblem[] = []) =>
  new HttpProblem(400, detail, problems);
export const unauthorized = (detail: string) =>
  new HttpProblem(401, detail, [], { 'www-authenticate': 'Bearer' });
export const forbidden = (detail: string) => new HttpProblem(403, detail);
export const notFound = (detail: string) => new HttpProblem(404, detail);
export const conflict = (detail: string, problems: readonly FieldProblem[] = []) =>
  new HttpProblem(409, detail, problems);
/** What another try may well find gone. */
export const busy = () =>
  new HttpProblem(503, 'The database is busy; try again.', [], { 'retry-after': '1' });
export const preconditionFailed = (detail: string) => new HttpProblem(412, detail);

/** 422 with every field's complaint at once; the detail is the first of them. */
export const invalid = (problems: readonly [FieldProblem, ...FieldProblem[]]) =>
  new HttpProblem(422, problems[0].message, problems);

/** A 400 about one query parameter. */
export const refuse = (field: string, code: string, message: string): HttpProblem =>
  new HttpProblem(400, sentence(message), [
    { field: show(field), code, message: sentence(message) },
  ]);

/** How many complaints a caller is told of what may be as many as they like. */
export const MOST_TOLD = 20;

/** Stands last where there are more. */
export const andMore = (what: string): FieldProblem => ({
  field: '',
  code: 'more',
  message: `There are more ${what} than these ${MOST_TOLD}.`,
});

/** With its full stop, unless it ends by asking. */
export const sentence = (text: string): string => (/[.?]$/.test(text) ? text : `${text}.`);

/** The caller's own word, cut to a length that fits a sentence. */
export const show = (word: string): string => (word.length > 60 ? `${word.slice(0, 60)}...` : word);

/** `a Task`, `an Order`; by sound, so `an Hour`, but `a User` and `a Unit`. */
export function withArticle(name: string): string {
  const vowel = /^(?:[aeio]|u(?!n[ij]|[st][aeiou]|ro|ki)|hour|hono|heir)/i.test(name);
  return `${vowel && !/^(?:one|once|eu)/i.test(name) ? 'an' : 'a'} ${name}`;
}
