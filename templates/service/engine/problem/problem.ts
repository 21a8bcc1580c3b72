/** The candidate that a misspelt word most likely means, or null if none is close. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  const limit = word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3));
  let best: string | null = null;
  let least = limit + 1;
  for (const candidate of candidates) {
    // At least that many letters would have to be added or removed.
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const edits = distance(word, candidate);
    if (edits < least) [best, least] = [candidate, edits];
  }
  return best;
}

/** `; did you mean x?`, or an empty text. */
export function hint(word: string, candidates: Iterable<string>): string {
  const found = nearest(word, candidates);
  return found ? `; did you mean ${found}?` : '';
}

/** Levenshtein distance, row by row. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(swap, above[j]! + 1, row[j - 1]! + 1));
    }
    above = row;
  }
  return above[b.length]!;
}

/** One problem of one field. */
export interface FieldProblem {
  readonly field: string;
  /** Stable, kebab-case. */
  readonly code: string;
  readonly message: string;
  /** The numbers and words of the message, for translations. */
  readonly params?: ProblemParams;
  /** The position of the record in a request with several. */
  readonly index?: number;
}

export type ProblemParams = Readonly<Record<string, string | number>>;

/** Codes of refusals with a fixed text, by which clients translate them and decide what to do; by the status of the response. */
export const REFUSAL_CODES = {
  401: [
    ...(['wrong-credentials', 'factor-required', 'question-expired'] as const),
    ...(['wrong-code', 'passkey-refused', 'not-same-origin'] as const),
  ],
  403: [
    ...(['inactive-user', 'in-person', 'no-role', 'may-not', 'row-rule'] as const),
    ...(['no-tenant', 'other-role', 'invitation-void'] as const),
  ],
  404: ['no-record', 'link-expired'],
  409: [
    'depends',
    'preset-role',
    'admin-role',
    'last-admin',
    'role-needs-factor',
    'account-exists',
    'address-taken',
    'other-proof',
    'overlap',
    'step',
    'frozen',
  ],
  412: ['changed'],
  413: ['body-too-large', 'too-many-rows'],
  429: ['too-many-tries'],
  500: ['failure'],
  503: ['busy', 'too-slow', 'unavailable', 'read-only', 'damaged'],
  507: ['full'],
} as const;

type CodedStatus = keyof typeof REFUSAL_CODES;

/** The codes of a status, or of any. */
export type RefusalCode<Status extends CodedStatus = CodedStatus> =
  (typeof REFUSAL_CODES)[Status][number];

/** A deliberate 4xx response; sent as `application/problem+json` (RFC 9457). */
export class HttpProblem extends Error {
  constructor(
    readonly status: number,
    /** One sentence for people: never SQL, a path or a hidden field. */
    readonly detail: string,
    readonly problems: readonly FieldProblem[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
    /** Further members of the document. */
    readonly members: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail);
    this.name = 'HttpProblem';
  }
}

export const badRequest = (detail: string, problems: readonly FieldProblem[] = []) =>
  new HttpProblem(400, detail, problems);
export const unauthorized = (detail: string, code?: RefusalCode<401>) =>
  new HttpProblem(401, detail, [], { 'www-authenticate': 'Bearer' }, coded(code));
export const forbidden = (detail: string, code?: RefusalCode<403>) =>
  new HttpProblem(403, detail, [], {}, coded(code));
export const notFound = (detail: string, code?: RefusalCode<404>) =>
  new HttpProblem(404, detail, [], {}, coded(code));
export const conflict = (
  detail: string,
  problems: readonly FieldProblem[] = [],
  members: Readonly<Record<string, unknown>> = {},
) => new HttpProblem(409, detail, problems, {}, members);
export const preconditionFailed = (detail: string) =>
  new HttpProblem(412, detail, [], {}, coded('changed'));

/** The members of a problem document with a code. */
export const coded = (code: RefusalCode | undefined): { readonly code?: RefusalCode } =>
  code === undefined ? {} : { code };

/** 422 with the problems of all fields; the detail is the first of them. */
export const invalid = (problems: readonly [FieldProblem, ...FieldProblem[]]) =>
  new HttpProblem(422, problems[0].message, problems);

/** A 400 about one query parameter. */
export const refuse = (field: string, code: string, message: string): HttpProblem =>
  new HttpProblem(400, sentence(message), [
    { field: show(field), code, message: sentence(message) },
  ]);

/** How many problems of possibly unlimited ones a response lists. */
export const MAX_REPORTED = 20;

/** The last entry where there are more. */
export const andMore = (what: string): FieldProblem => ({
  field: '',
  code: 'more',
  message: `There are more ${what} than these ${MAX_REPORTED}.`,
});

/** The text with a full stop, unless it is a question. */
export const sentence = (text: string): string => (/[.?]$/.test(text) ? text : `${text}.`);

/** The caller's own word, truncated to fit into a sentence. */
export const show = (word: string): string => (word.length > 60 ? `${word.slice(0, 60)}...` : word);

/** `a Task`, `an Order`; by sound, so `an Hour`, but `a User` and `a Unit`. */
export function withArticle(name: string): string {
  const vowel = /^(?:[aeio]|u(?!n[ij]|[st][aeiou]|ro|ki|uid)|hour|hono|heir)/i.test(name);
  return `${vowel && !/^(?:one|once|eu)/i.test(name) ? 'an' : 'a'} ${name}`;
}

/** A model's name within a sentence: `OrderLine` is an `order line`, `VIPGuest` a `VIP guest`, and `VatRate` a `VAT rate`. */
export const spokenName = (name: string): string =>
  name
    .replace(/([A-Z]+)([A-Z][a-z])|([a-z0-9])([A-Z])/g, '$1$3 $2$4')
    .replace(/\b[A-Z](?![A-Z])/g, (start) => start.toLowerCase())
    .replace(/[a-z]+/g, (word) => (ACRONYMS.has(word) ? word.toUpperCase() : word));

/** The problem of a reference to a record that does not exist, and of one that the writer may not see or name. */
export const missingReference = (field: string, model: string): FieldProblem => ({
  field,
  code: 'reference',
  message: `${field} points to ${withArticle(spokenName(model))} that does not exist.`,
});

/** Words spelled in capitals; the back-office has the same list. */
export const ACRONYMS: ReadonlySet<string> = new Set(
  (
    'api bic crm csv ean erp eta faq gps gtin html http https iban id ip isbn json pdf qr rfid seo sku sms sql ssn ' +
    'url usb utc uuid vat vin vip vpn xml'
  ).split(' '),
);

/** Reports a failure of the project's own code where no caller gets its error. */
export type ReportFailure = (place: string, error: unknown) => void;

export const ignoreFailure: ReportFailure = () => undefined;

/** Reports each place once: a rule that fails would fail for every row and request. */
export function reportOnce(
  log: (context: { readonly err: unknown }, message: string) => void,
): ReportFailure {
  const reported = new Set<string>();
  return (place, error) => {
    if (reported.has(place)) return;
    reported.add(place);
    log({ err: error }, `${place} failed; further failures will not be logged`);
  };
}
