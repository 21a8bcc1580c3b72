import { ALLOW_FILE } from '../allow/allow-file.js';
import type { AccessChange } from './access-change.js';
import type { AgainstReport } from './answer-against.js';
import { BESIDE } from './words.js';

/** The changes of access rules as a comment for a pull request. */
export function asMarkdown(report: AgainstReport): string {
  const { ref, changes, notCompared, allowed, stale, problems } = report;
  const reasons = new Map(allowed.map(({ key, reason }) => [key, reason]));
  const of = (...kinds: readonly AccessChange['kind'][]) =>
    changes
      .filter(({ kind }) => kinds.includes(kind))
      .map((change) => item(change, reasons.get(change.key)));
  const parts = [
    [`### Access rules against \`${ref}\``],
    ...[section('Wider', of('wider')), section('Narrower', of('narrower'))],
    ...[section('Other answers', of('other')), section('New or gone', of('new', 'gone'))],
    section(
      'Not compared',
      notCompared.map(({ subject, reason }) => `- \`${subject}\`: ${reason}`),
    ),
    section(ALLOW_FILE, [
      ...problems.map(({ line, message }) => `- line ${line}: ${message}`),
      ...stale.map(({ line, key }) => `- line ${line}: no change needs this entry: \`${key}\``),
    ]),
  ];
  if (changes.length === 0) parts[0]!.push(`Nobody may do more or less than at \`${ref}\`.`);
  return `${[...parts.flat(), BESIDE].join('\n\n')}\n`;
}

const section = (title: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`#### ${title}`, ...items];

function item({ sentence, shown, key, place }: AccessChange, reason: string | undefined): string {
  if (!shown) return `- ${sentence}.`;
  const { asked, request, now, before } = shown;
  const where = place === null ? '' : ` (\`${place}\`)`;
  const told = `- **${sentence}**${where}: \`${asked}\` returns ${now} (before: ${before}).`;
  if (reason !== undefined) return `${told} _Allowed: ${reason}._`;
  const allow = `  To allow it, write into ${ALLOW_FILE}: \`change: ${key} — reason\``;
  return [told, ['  ```sh', `  ${request}`, '  ```'].join('\n'), allow].join('\n\n');
}
