import { invalid, type FieldProblem } from '../problem/problem.js';

/** No database keeps NUL, and no encoding half a character. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** The named members of a body, which all must be texts; 422 says which are not. */
export function textFields<Name extends string>(
  body: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  const [first, ...rest] = names
    .filter((name) => !isText(body[name]))
    .map((field): FieldProblem =>
      (body[field] ?? null) === null
        ? { field, code: 'required', message: `${field} is required.` }
        : { field, code: 'type', message: `${field} must be a text.` },
    );
  if (first) throw invalid([first, ...rest]);
  return Object.fromEntries(names.map((name) => [name, body[name]])) as Record<Name, string>;
}

const isText = (value: unknown): boolean => typeof value === 'string' && !UNSTORABLE.test(value);
