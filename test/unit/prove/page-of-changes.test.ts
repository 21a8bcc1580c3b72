import { expect, it } from 'vitest';
import type { AgainstReport } from '../../../templates/tools/prove/against/answer-against.js';
import { pageOfChanges } from '../../../templates/tools/prove/against/page-of-changes.js';
import type { AccessChange } from '../../../templates/tools/prove/against/access-change.js';
import { asMarkdown } from '../../../templates/tools/prove/report/as-markdown.js';

const OPENED: AccessChange = {
  ...{ kind: 'wider', key: 'Viewer may list Bill: of others', model: 'Bill' },
  ...{ sentence: 'A Viewer may now list bills of others', place: 'src/bill.access.ts:7:10' },
  shown: { asked: 'GET /bills as Viewer', request: 'curl "$URL/bills"', now: '7', before: '3' },
};
const NEW: AccessChange = {
  ...{ kind: 'new', key: 'model Line is new', sentence: 'The model Line is new' },
  ...{ model: 'Line', place: null, shown: null },
};
const NONE: AgainstReport = {
  ...{ ref: 'main', changes: [], uncompared: [], allowed: [], refused: [], stale: [] },
  problems: [],
};
const REPORT: AgainstReport = { ...NONE, changes: [OPENED, NEW], refused: [OPENED] };
const comment = (report: AgainstReport) => asMarkdown(pageOfChanges(report));

it('shows each change with its rule, its request and the line that accepts it', () => {
  expect(comment(REPORT)).toContain(`## Access rules against main

**1 change must be accepted in access.allow, or taken back.**

### Wider

**A Viewer may now list bills of others**

rule: src/bill.access.ts:7:10

request: GET /bills as Viewer

answer: 7 (before: 3)

as a command:

\`\`\`
curl "$URL/bills"
\`\`\`

line of access.allow:

\`\`\`
change: Viewer may list Bill: of others — reason
\`\`\`

### New or gone

**The model Line is new**
`);
});

it('shows reasons, lines that accept nothing, and endpoints that are not compared', () => {
  const text = comment({
    ...REPORT,
    ...{ refused: [], allowed: [{ ...OPENED, reason: 'for the study' }] },
    stale: [{ kind: 'change', key: 'gone', reason: 'old', line: 3 }],
    uncompared: [{ subject: 'GET /now', reason: 'its answers differ from call to call' }],
  });
  expect(text).toContain('**access.allow accepts every change that it has to accept.**');
  expect(text).toContain('allowed: for the study');
  expect(text).toContain('| 3 | no change needs this entry: gone |');
  expect(text).toContain('| GET /now | its answers differ from call to call |');
});

it('is short if nothing has changed', () => {
  expect(pageOfChanges(NONE).isProven).toBe(true);
  expect(comment(NONE)).toMatch(
    /^## .*\n\n\*\*Nobody may do more or less than at main\.\*\*\n\n### Not compared\n\nRules and answers/,
  );
});
