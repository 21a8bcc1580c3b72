import { ALLOW_FILE } from '../allow/allow-file.js';
import type { Entry, Page, Section } from '../report/page.js';
import type { AccessChange } from './access-change.js';
import type { AgainstReport } from './answer-against.js';
import { BESIDE } from './words.js';

/** The changes since another commit as a page, such as a comment for a pull request. */
export function pageOfChanges(report: AgainstReport): Page {
  const { ref, changes, refused, problems } = report;
  const reasons = new Map(report.allowed.map(({ key, reason }) => [key, reason]));
  const section = (title: string, ...kinds: readonly AccessChange['kind'][]): Section => ({
    title,
    entries: changes
      .filter(({ kind }) => kinds.includes(kind))
      .map((change) => entryOf(change, reasons.get(change.key))),
  });
  const sections = [
    ...[section('Wider', 'wider'), section('Narrower', 'narrower')],
    ...[section('Other answers', 'other'), section('New or gone', 'new', 'gone')],
  ];
  return {
    title: `Access rules against ${ref}`,
    verdict: verdictOf(report),
    isProven: refused.length === 0 && problems.length === 0,
    facts: [],
    sections: [
      ...sections.filter(({ entries }) => entries!.length > 0),
      ...allowFileOf(report),
      uncomparedOf(report),
    ],
  };
}

function verdictOf({ ref, changes, refused }: AgainstReport): string {
  if (changes.length === 0) return `Nobody may do more or less than at ${ref}.`;
  if (refused.length === 0) return `${ALLOW_FILE} accepts every change that it has to accept.`;
  const count = refused.length === 1 ? '1 change' : `${refused.length} changes`;
  return `${count} must be accepted in ${ALLOW_FILE}, or taken back.`;
}

function entryOf({ sentence, shown, key, place }: AccessChange, reason: string | undefined): Entry {
  if (!shown) return { title: sentence, facts: [] };
  const { asked, request, now, before } = shown;
  return {
    title: sentence,
    facts: [
      ...(place === null ? [] : [{ name: 'rule', value: place }]),
      { name: 'request', value: asked },
      { name: 'answer', value: `${now} (before: ${before})` },
      { name: 'as a command', value: request, isCode: true },
      reason === undefined
        ? { name: `line of ${ALLOW_FILE}`, value: `change: ${key} — reason`, isCode: true }
        : { name: 'allowed', value: reason },
    ],
  };
}

/** The lines of the file of allowed changes that accept nothing. */
function allowFileOf({ problems, stale }: AgainstReport): readonly Section[] {
  const rows = [
    ...problems.map(({ line, message }) => [String(line), message]),
    ...stale.map(({ line, key }) => [String(line), `no change needs this entry: ${key}`]),
  ];
  return rows.length === 0
    ? []
    : [{ title: ALLOW_FILE, table: { head: ['Line', 'Problem'], rows } }];
}

function uncomparedOf({ uncompared }: AgainstReport): Section {
  const rows = uncompared.map(({ subject, reason }) => [subject, reason]);
  const table = { head: ['Endpoint', 'Reason'], rows };
  return { title: 'Not compared', text: BESIDE, ...(rows.length > 0 && { table }) };
}
