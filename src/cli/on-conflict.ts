import { type Choice, CHOICES } from '../plan/plan.js';
import { type Problem, refuseErrors } from '../problem.js';
import type { CommandLine } from '../spec/parse-arguments.js';

/** The sides that `--on-conflict` names by path as typed; the key null is the default for all other files. */
export type Sides = ReadonlyMap<string | null, Choice>;

const HELP = `write ${CHOICES.join(', ')}, or mine:src/app.ts for one file; separate several values with commas`;

/** Parses the values of `--on-conflict`, such as `mark,mine:src/app.ts`; reports all mistakes at once. */
export function parseSides(values: readonly string[], line: CommandLine): Sides {
  const sides = new Map<string | null, Choice>();
  const problems = values.flatMap((value) => {
    const place = line.find(value);
    return [...value.matchAll(/[^,]+|^$/g)].flatMap(({ 0: part, index }): Problem[] => {
      const message = addSide(part, sides);
      const at = place(index, part.length);
      return message === null ? [] : [{ code: 'usage', message, at, help: HELP }];
    });
  });
  refuseErrors(problems, 2);
  return sides;
}

/** Adds one side; returns what is wrong where it is invalid or contradicts an earlier one. */
function addSide(part: string, sides: Map<string | null, Choice>): string | null {
  const [, word, path = null] = /^(\w+)(?::(.+))?$/.exec(part.trim()) ?? [];
  const side = CHOICES.find((one) => one === word);
  if (side === undefined) return `\`${part}\` is not a valid value of \`--on-conflict\``;
  const before = sides.get(path) ?? side;
  if (before !== side)
    return `\`--on-conflict\` says both ${before} and ${side} for ${path ?? 'all files'}`;
  sides.set(path, side);
  return null;
}
