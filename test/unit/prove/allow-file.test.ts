import { describe, expect, it } from 'vitest';
import { parseAllowFile, settleFindings } from '../../../templates/tools/prove/allow/allow-file.js';

describe('the file of allowed findings', () => {
  it('has a finding and a reason in each line, and comments', () => {
    const text = [
      '# Reviewed.',
      '',
      'change: Viewer may list Invoice: rows of others — the auditors asked for it',
      '  mutant:  Invoice   rows.owner dropped -- no owner yet -- see 12',
    ].join('\r\n');
    expect(parseAllowFile(text)).toEqual({
      entries: [
        {
          kind: 'change',
          key: 'Viewer may list Invoice: rows of others',
          reason: 'the auditors asked for it',
          line: 3,
        },
        {
          kind: 'mutant',
          key: 'Invoice rows.owner dropped',
          reason: 'no owner yet -- see 12',
          line: 4,
        },
      ],
      problems: [],
    });
  });

  it('names the lines that cannot be read', () => {
    const text = [
      'change: Viewer may list Invoice',
      'Viewer may list Invoice — why not',
      'change: — why not',
      'change: a — one',
      'change:  a — other',
      'mutant: a — a finding of another kind',
    ].join('\n');
    const { entries, problems } = parseAllowFile(text);
    expect(entries.map(({ line }) => line)).toEqual([4, 6]);
    expect(problems).toEqual([
      { line: 1, message: expect.stringContaining('no reason') as string },
      { line: 2, message: expect.stringContaining('must start with') as string },
      { line: 3, message: expect.stringContaining('must start with') as string },
      { line: 5, message: 'line 4 already accepts this finding' },
    ]);
  });

  it('separates accepted findings from others, and names entries that nothing needs', () => {
    const file = parseAllowFile('change: a  b — why\nchange: gone — old\nmutant: c — other kind');
    const settled = settleFindings('change', [{ key: 'a b' }, { key: 'c' }], file);
    expect(settled.allowed).toEqual([{ key: 'a b', reason: 'why' }]);
    expect(settled.refused).toEqual([{ key: 'c' }]);
    expect(settled.stale.map(({ key }) => key)).toEqual(['gone']);
  });
});
