import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { PartKind } from '../../../src/model/model.js';
import { renderPart } from '../../../src/render/render-part.js';
import { renderProject } from '../../../src/render/render-project.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { templates } from '../../golden/example.js';
import { SCRATCH } from '../../support/scratch.js';
import { typeErrors } from '../../support/type-errors.js';

const folder = join(SCRATCH, 'scaffolds');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A model for each kind of example. */
const SPEC = `
models:
  Rental:
    fields: { starts_on: date, ends_on: date:required }
  Visit:
    fields: { begins: datetime:required, ends: datetime }
  Shift:
    fields: { opens: time, closes: time }
  Price:
    fields: { name: string:required, least: decimal:required, most: decimal }
  Label:
    fields: { text: string }
  Flag:
    fields: { is_on: boolean:required }
  Mixed:
    fields: { labels: refs=Label, visit: ref=Visit }
`;

it('the examples in new files of hooks, rules and access compile when their comment marks are removed', () => {
  const app = appOfSpec('scaffolds', SPEC);
  const options = { templates: templates(), now: new Date(0), secret: 'x'.repeat(43) };
  const kinds: readonly PartKind[] = ['rules', 'hooks', 'access'];
  const parts = app.models.flatMap((model) =>
    kinds.map((kind) => renderPart(model, kind, templates())),
  );
  const uncommented = parts.map(
    ([path, text]) => [path, text.replace(/^ {2}\/\/ (?=\w+: )/m, '  ')] as const,
  );
  for (const [at, [, text]] of uncommented.entries()) {
    expect(text).not.toBe(parts[at]![1]);
    // A reader copies the check for null, and no assertion in its place.
    expect(text).not.toMatch(/\w!/);
  }
  for (const [path, text] of [...renderProject(app, options), ...uncommented]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  expect(typeErrors(folder)).toBe('');
});
