import type { ZodType, core } from 'zod';
import {
  MAX_REPORTED,
  andMore,
  sentence,
  show,
  withArticle,
  type FieldProblem,
  type HttpProblem,
} from '../problem/problem.js';

type Problems = readonly [FieldProblem, ...FieldProblem[]];

/** A value as its schema outputs it. Problems are reported field by field, in the words of the generated endpoints. */
export async function checked(
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

/** The message of a generated endpoint; undefined for zod's own message. A message of the schema comes before both. */
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
