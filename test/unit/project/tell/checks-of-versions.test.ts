import { expect, it } from 'vitest';
import type { OpenProject } from '../../../../src/project/open/open-project.js';
import { asItIs } from '../../../../src/project/tell/check.js';
import { problemsNow } from '../../../../src/project/tell/checks.js';
import { readTemplates } from '../../../../src/project/open/templates.js';
import { renderExample } from '../../../golden/example.js';
import { openTree } from '../../../support/open-tree.js';
import { withPlainCopies } from '../../../support/store-of.js';

const project = openTree(withPlainCopies(renderExample('orders')));
const NAME = 'model/hooks.ts.ejs';
const TEMPLATE = `crudgen/templates/${NAME}`;
const original = readTemplates().get(NAME)!;

/** The codes of a project that is not as it was made. */
async function told(change: Partial<OpenProject>): Promise<readonly string[]> {
  const now = { ...project, ...change };
  return (await problemsNow(now, ...asItIs(now))).map(({ code }) => code);
}

const having = (path: string, text: string) => new Map([...project.mine, [path, text]]);
const copies = (text: string) => new Map([...project.base, [TEMPLATE, text]]);

it('an intact project lacks nothing but its packages', async () => {
  expect(await told({})).toEqual(['not-installed']);
});

it('a project without a version is another version, with nothing to upgrade', async () => {
  expect(await told({ settings: { ...project.settings, version: null } })).toContain(
    'other-version',
  );
});

it('a template that was edited waits to be applied', async () => {
  const mine = having(TEMPLATE, `// ours\n${original}`);
  const applied = new Map([[NAME, original]]);
  expect(await told({ mine, applied, base: copies(original) })).toContain('templates-unapplied');
  expect(await told({ mine: having(TEMPLATE, original), applied })).not.toContain(
    'templates-unapplied',
  );
});

it('a template whose original crudgen has changed is told', async () => {
  const mine = having(TEMPLATE, original);
  const applied = new Map([[NAME, original]]);
  expect(await told({ mine, applied, base: copies('// older\n') })).toContain('original-changed');
  expect(await told({ mine, applied, base: copies(original) })).not.toContain('original-changed');
});
