import { readTree } from '../../../../test/golden/read-tree.js';
import { REFUSAL_CODES } from '../../../../templates/service/engine/problem/problem.js';
import { block, code, page, sentence, table } from '../markdown.js';
import type { Page } from '../page.js';
import { ROOT } from '../repository.js';
import { byCode } from './errors.js';
import { readCodes, type StatedProblem } from './read-codes.js';

/** How the engine of a project states what is wrong with a field. */
const OF_FIELDS = { refuse: 1, '#refuse': 1, problem: 1 };

/** Every problem of a field that the engine and its features state. */
export const fieldProblems = (): StatedProblem[] =>
  readCodes(
    new Map(
      [...readTree(`${ROOT}/templates`)].filter(([path]) =>
        /^(service|features\/[\w-]+)\/engine\/(?!test\/)[^]*\.ts$/.test(path),
      ),
    ),
    OF_FIELDS,
  );

/** The page of the errors of a service. */
export function serviceErrorsPage(): Page {
  const refusals = Object.entries(REFUSAL_CODES).flatMap(([status, codes]) =>
    codes.map((one) => [code(one), status, MEANINGS[one]]),
  );
  const text = page(
    '# Errors of the service',
    'Every error is a problem document (RFC 9457, `application/problem+json`). A program decides by `status` and `code`; `detail` is for people.',
    block('json', EXAMPLE),
    '## Codes of a refusal',
    'A refusal with a fixed text has a `code`.',
    table(['Code', 'Status', 'Meaning'], refusals),
    '## Codes of a field',
    'Each entry of `problems` names a field, and has a code. Three dots stand for names and values.',
    table(
      ['Code', 'Message'],
      byCode(fieldProblems()).map(([one, stated]) => [
        code(one),
        stated
          .slice(0, 3)
          .map(({ message }) => sentence(message))
          .join(' '),
      ]),
    ),
  );
  return { path: 'reference/service-errors.md', text };
}

const EXAMPLE = JSON.stringify(
  {
    ...{ type: 'about:blank', title: 'Unprocessable Content', status: 422 },
    detail: 'total must be at least 0.',
    problems: [{ field: 'total', code: 'min', message: 'total must be at least 0.' }],
  },
  null,
  2,
);

type Code = (typeof REFUSAL_CODES)[keyof typeof REFUSAL_CODES][number];

/** The compiler asks for a line for each code. */
const MEANINGS: Readonly<Record<Code, string>> = {
  'wrong-credentials': 'The name or the password is wrong.',
  'factor-required': 'The account has a second factor: send its code, too.',
  'question-expired': 'The sign-in took too long: begin again.',
  'wrong-code': 'The code of the second factor is wrong or was used before.',
  'passkey-refused': 'The passkey is unknown, or its answer does not fit the question.',
  'not-same-origin': 'A session in a cookie is taken only from pages of the service’s own origin.',
  'inactive-user': 'An administrator has deactivated the account.',
  'in-person': 'An API key may not do this: sign in as a person.',
  'no-role': 'The user has no role.',
  'may-not': 'No role of the user allows this action.',
  'row-rule': 'The record would leave the rows that the user may have.',
  'no-tenant': 'The user belongs to no tenant, and the record needs one.',
  'other-role': 'The user may not give or administer this role.',
  'invitation-void': 'The invitation was withdrawn or is used up.',
  'no-record': 'There is no such record, or the user may not see it.',
  'link-expired': 'The link of the mail is used up or too old: ask for a new one.',
  depends: 'Other records refer to the record, so that it cannot be deleted.',
  'preset-role': 'A preset role cannot be renamed or deleted.',
  'admin-role': 'The role Admin keeps all of its permissions.',
  'last-admin': 'The service keeps at least one active administrator.',
  'role-needs-factor': 'A role of the user needs a second factor, which therefore stays.',
  'account-exists': 'There is an account with this address: sign in.',
  'address-taken': 'Another user has this address.',
  'other-proof': 'The account proves itself in another way: `GET /auth/proof` says how.',
  frozen:
    'The record, or the one to which it belongs as a line, no longer changes: `params.field` says by which value.',
  step: 'The value may not change to this one now: `params.allowed` has those to which it may.',
  overlap: 'the period would overlap with that of another record',
  changed: 'Somebody has changed the record since it was read: read it again.',
  'body-too-large': 'The body is larger than `BODY_LIMIT`.',
  'too-many-rows': 'One request would write more rows than `MAX_WRITTEN_ROWS`.',
  'too-many-tries': 'Too many failed tries: wait as long as `Retry-After` says.',
  failure: 'A fault of the service; its log has the request’s id.',
  busy: 'Too much is under way: try again after `Retry-After`.',
  'too-slow': 'The statement took longer than its limit.',
  unavailable: 'The database cannot be reached.',
  'read-only': 'The database takes no writes at the moment.',
  damaged: 'The database reports that it is damaged.',
  full: 'The disk is full.',
};
