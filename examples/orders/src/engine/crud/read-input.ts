import type { Request } from 'express';
import type { core, ZodType } from 'zod';
import { readBytes, streamBytes } from '../http/read-bytes.js';
import { readOptionalJson, requirePlain } from '../http/read-json.js';
import { readMultipart } from '../http/read-multipart.js';
import type { Route, RouteOptions } from '../model/define-routes.js';
import type { Input, MultipartBody } from '../model/route-context.js';
import {
  andMore,
  badRequest,
  HttpProblem,
  invalid,
  MAX_REPORTED,
  sentence,
  show,
  withArticle,
  type FieldProblem,
} from '../problem/problem.js';
import { queryOf } from './respond.js';

/** A request's input, checked by the endpoint's schemas: path and query first, then the body. */
export async function readInput(
  request: Request,
  { method, options }: Route,
  bodyLimit: number,
): Promise<Input> {
  const params = await checked(options.params, { ...request.params }, (problems) => {
    return new HttpProblem(404, 'There is nothing at this path.', problems);
  });
  const query = await checked(options.query, queryOf(request), (problems) =>
    badRequest(problems[0].message, problems),
  );
  return { params, query, body: await readBody(request, method, options, bodyLimit) };
}

async function readBody(
  request: Request,
  method: Route['method'],
  { accept = 'json', body: schema, limit: own, maxFiles = 10, maxParts = 100 }: RouteOptions,
  bodyLimit: number,
): Promise<unknown> {
  const limit = own ?? bodyLimit;
  const hasBody = method !== 'get' && method !== 'delete';
  if (request.body !== undefined || !hasBody) return checked(schema, request.body, invalid);
  if (accept === 'json') {
    return checked(schema, await readOptionalJson(request, limit), invalid);
  }
  if (accept === 'multipart') {
    const limits = { bytes: limit, files: maxFiles, parts: maxParts };
    const { fields, files } = await readMultipart(request, limits);
    const sent = (await checked(schema, fields, invalid)) as MultipartBody['fields'];
    return { fields: sent, files } satisfies MultipartBody;
  }
  requirePlain(request);
  return accept === 'raw' ? readBytes(request, limit) : streamBytes(request, limit);
}

type Problems = readonly [FieldProblem, ...FieldProblem[]];

/** A value as its schema outputs it; problems are reported field by field. */
async function checked(
  schema: ZodType | undefined,
  value: unknown,
  refusal: (problems: Problems) => HttpProblem,
): Promise<unknown> {
  if (!schema) return value;
  const result = await schema.safeParseAsync(value, { error: (issue) => wordsFor(issue) });
  if (result.success) return result.data;
  const [first, ...rest] = result.error.issues.flatMap(problemsOf);
  const reported = rest.slice(0, MAX_REPORTED - 1);
  throw refusal([
    first!,
    ...reported,
    ...(rest.length > reported.length ? [andMore('problems')] : []),
  ]);
}

function problemsOf(issue: core.$ZodIssue): readonly FieldProblem[] {
  const message = sentence(issue.message);
  if (issue.code !== 'unrecognized_keys')
    return [{ field: fieldOf(issue.path), code: codeOf(issue), message }];
  return issue.keys.map((key) => {
    const field = show(fieldOf([...issue.path, key]));
    return { field, code: 'unknown-field', message: `There is no field ${field}.` };
  });
}

/** `lines.0.amount` */
const fieldOf = (path: readonly PropertyKey[] = []): string => path.map(String).join('.');

/** The codes that the generated endpoints use for the same problems. */
function codeOf(issue: core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith(REQUIRED) ? 'required' : 'type';
    case 'too_big':
    case 'too_small': {
      const [amount, length] = issue.code === 'too_big' ? ['large', 'long'] : ['small', 'short'];
      return `too-${isCounted(issue.origin) ? length : amount}`;
    }
    case 'invalid_value':
      return 'value';
    case 'invalid_format':
      return 'format';
    default:
      return issue.code.replaceAll('_', '-');
  }
}

const REQUIRED = ' is required';
const isCounted = (origin: string): boolean => ['string', 'array', 'set', 'file'].includes(origin);

/** The messages of the generated endpoints; zod's own for everything else, and the schema's before both. */
function wordsFor(issue: core.$ZodRawIssue): string | undefined {
  const name = fieldOf(issue.path) || 'The value';
  const bounded = (most: string, bound: unknown) =>
    `${name} must ${unitOf(issue, bound) ? 'have' : 'be'} at ${most} ${String(bound)}${unitOf(issue, bound)}`;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? name + REQUIRED
        : `${name} must be ${withArticle(issue.expected)}`;
    case 'too_big':
      return bounded('most', issue.maximum);
    case 'too_small':
      return bounded('least', issue.minimum);
    case 'invalid_value':
      return `${name} must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return issue.format === 'regex'
        ? `${name} has the wrong format`
        : `${name} is not a valid ${issue.format}`;
    default:
      return undefined;
  }
}

/** The unit of a length; empty for a number. */
function unitOf({ origin }: core.$ZodRawIssue, bound: unknown): string {
  const unit = origin === 'string' ? ' character' : origin === 'array' ? ' item' : '';
  return unit === '' || Number(bound) === 1 ? unit : `${unit}s`;
}
