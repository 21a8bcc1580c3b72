import { join } from 'node:path';
import { check, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { renderPart } from '../../../src/render/render-part.js';
import { staticFiles } from '../../../src/render/project-files.js';
import { renderProject } from '../../../src/render/render-project.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { templates } from '../../golden/example.js';

const LENGTHS = Array.from({ length: 41 }, (_, index) => 20 + index);

/** A class name of so many letters, in words of ten. */
const nameOf = (first: string, length: number) =>
  first + 'abcdefghiJ'.repeat(6).slice(0, length - first.length);

/** For each length a model with nothing but a field, for some one with all that names its class. */
function spec(): string {
  const rich = (length: number) => {
    const name = nameOf('Rich', length);
    return `  ${name}:
    table: rich_${length}
    access: { Viewer: [list] }
    rows: { owner: person, tenant: tenant }
    unique: [[name, size]]
    fields:
      name: string:required:unique:read=Admin
      size: enum=s,m:default=s
      note: string:write=Admin
      parent: ref=${name}:as=children
      other: ref=${nameOf('Bare', length)}:required:on_delete=cascade:as=things
      others: refs=${nameOf('Bare', length)}:as=linked
      person: ref=User
      tenant: ref=Tenant`;
  };
  const bare = (length: number) =>
    `  ${nameOf('Bare', length)}: { table: bare_${length}, fields: { on: boolean:required } }`;
  const some = LENGTHS.filter((length) => length % 3 === 0);
  return `models:\n${[...LENGTHS.map(bare), ...some.map(rich)].join('\n')}\n`;
}

it('every file is laid out as prettier lays it out, however long the name of a class', async () => {
  const options = { templates: templates(), now: new Date(0), secret: 'x' };
  const app = appOfSpec('lengths', spec());
  const routes = app.models.map((model) => renderPart(model, 'routes', templates()));
  const files = [...renderProject(app, options), ...routes].filter(
    ([path, text]) => /\.tsx?$/.test(path) && staticFiles(templates()).get(path)?.text !== text,
  );
  expect(files.length).toBeGreaterThan(9 * LENGTHS.length);
  const config = await resolveConfig(join(import.meta.dirname, '../../../package.json'));
  const wrong: string[] = [];
  for (const [path, text] of files)
    if (!(await check(text, { ...config, filepath: path }))) wrong.push(path);
  expect(wrong).toEqual([]);
}, 60_000);
