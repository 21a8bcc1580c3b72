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
