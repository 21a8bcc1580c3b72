import { type Problem, problem } from '../problem.js';

/** The words of a model that keep rows for a time, and what messages say of them. */
export const KEEPING = {
  history: {
    code: 'invalid-history',
    called: '`history`',
    kept: 'a history is kept',
    such: '`90d` or `2y`',
    setting: 'HISTORY_KEEP',
    onlyRead: 'the history keeps what the service writes',
  },
  trash: {
    code: 'invalid-trash',
    called: 'a `trash`',
    kept: 'deleted records are kept',
    such: '`30d` or `1y`',
    setting: 'TRASH_KEEP',
    onlyRead: 'the service deletes none of its rows',
  },
} as const;

export type KeepingWord = keyof typeof KEEPING;

/** How long rows are kept: days or years. */
const TIME = /^[1-9]\d{0,4}[dy]$/;

/** Why rows cannot be kept for a time; null if they can. */
export function timeFault(word: KeepingWord, value: true | string): Problem | null {
  if (value === true || TIME.test(value)) return null;
  const { code, kept, such, setting } = KEEPING[word];
  const help = `write days or years, such as ${such}, or \`true\` for the time of ${setting}`;
  return problem(code, `\`${value}\` is no time for which ${kept}`, help);
}
