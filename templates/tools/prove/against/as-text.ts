import { ALLOW_FILE } from '../allow/allow-file.js';
import type { AccessChange } from './access-change.js';
import type { AgainstReport } from './answer-against.js';
import { BESIDE } from './words.js';

/** The changes of access rules for a terminal. */
export function asText(report: AgainstReport): string {
  const { ref, changes, uncompared, allowed, refused, stale, problems } = report;
  const reasons = new Map(allowed.map(({ key, reason }) => [key, reason]));
  const lines = changes.flatMap((change) => linesOf(change, reasons.get(change.key)));
  if (changes.length === 0) lines.push(`Nobody may do more or less than at ${ref}.`);
  for (const { line, message } of problems) lines.push(`${ALLOW_FILE}:${line}: ${message}`);
  for (const { line, key } of stale)
    lines.push(`${ALLOW_FILE}:${line}: no change needs this entry: ${key}`);
  for (const { subject, reason } of uncompared)
    lines.push(`Not compared: ${subject}, because ${reason}`);
  if (refused.length > 0)
    lines.push(
      '',
      `To allow a change, write a line with your reason into ${ALLOW_FILE}:`,
      ...refused.map(({ key }) => `  change: ${key} — reason`),
    );
  lines.push('', BESIDE);
  return lines.join('\n');
}

const MARKS = { wider: '+', narrower: '-', other: '~', new: '*', gone: '*' } as const;

function linesOf(
  { kind, sentence, place, shown }: AccessChange,
  reason: string | undefined,
): string[] {
  const more = shown
    ? [`    ${shown.asked} returns ${shown.now} (before: ${shown.before})`, `    ${shown.request}`]
    : [];
  const allowed = reason === undefined ? [] : [`    allowed: ${reason}`];
  const where = place === null ? [] : [`    ${place}`];
  return [`${MARKS[kind]} ${sentence}`, ...where, ...more, ...allowed];
}
