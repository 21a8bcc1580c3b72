import { compareText } from '../../../../src/model/names.js';
import { readTree } from '../../../../test/golden/read-tree.js';
import { page, sentence } from '../markdown.js';
import type { Page } from '../page.js';
import { ROOT } from '../repository.js';
import { readCodes, type Reporters, type StatedProblem } from './read-codes.js';

/** How the source of crudgen states problems. */
const OF_CRUDGEN: Reporters = {
  ...{ problem: 0, warning: 0, refusal: 0, unknownName: 0 },
  ...{ error: 0, warn: 0, make: 0, fail: 0, report: 0, problemAt: 1, errorAt: 1 },
};

/** Every problem that the source of crudgen states, and the programs that it runs with the code of a project. */
export const crudgenProblems = (): StatedProblem[] =>
  [
    ...readCodes(codeIn('src'), OF_CRUDGEN),
    ...readCodes(codeIn('templates/tools'), { refuse: 0 }),
  ].sort((one, other) => compareText(one.code, other.code));

const codeIn = (folder: string): ReadonlyMap<string, string> =>
  new Map([...readTree(`${ROOT}/${folder}`)].filter(([path]) => path.endsWith('.ts')));

/** The page of the errors and warnings of crudgen, with what to do about each. */
export function errorsPage(): Page {
  const text = page(
    '# Errors and warnings of crudgen',
    'crudgen reports all problems of a command at once. Each has a code in brackets, a message, the place in your text where there is one, and a line that says what to type instead:',
    '```text\nerror[unknown-type]: `strng` is not a field type\n  crudgen model add Bill title:strng\n                               ^^^^^\nhelp: did you mean `string`? All types: crudgen help types\n```',
    'With `--json`, a problem has the keys `severity`, `code`, `message`, `help` and `at`. Codes are stable, and messages are not. In this list, three dots stand for the names and values of your project.',
    ...byCode(crudgenProblems()).map(([code, stated]) => describe(code, stated)),
  );
  return { path: 'reference/errors.md', text };
}

/** The problems of each code. */
export function byCode(all: readonly StatedProblem[]): [string, StatedProblem[]][] {
  const found = new Map<string, StatedProblem[]>();
  for (const one of all) {
    const known = found.get(one.code) ?? [];
    const isKnown = known.some(({ message, help }) => message === one.message && help === one.help);
    found.set(one.code, isKnown ? known : [...known, one]);
  }
  return [...found];
}

/** A code with its messages, and what to do about each. */
export const describe = (code: string, stated: readonly StatedProblem[]): string =>
  page(
    `## ${code}`,
    stated
      .map(({ message, help }) => {
        const mend = help === null ? '' : `\n  Mend: ${flat(help)}`;
        return `- ${sentence(flat(message))}${mend}`;
      })
      .join('\n'),
  ).trimEnd();

const flat = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim();
