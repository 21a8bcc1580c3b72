import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planChanges } from '../../src/plan/plan-changes.js';
import { readProject } from '../../src/code/read-project.js';
import { keepsBase, renderApp } from '../../src/render/render-project.js';
import { appOfSpec } from './app-of-spec.js';
import {
  appOf,
  EDITED,
  exampleBeside,
  EXAMPLES,
  folderOf,
  isMigration,
  isShared,
  MADE_AT,
  readExample,
  renderBeside,
  templates,
} from './example.js';
import { firstHashes, hashesOf } from './migration-hashes.js';
import { readTree } from './read-tree.js';
import { isWhole } from './whole.js';

describe.each(EXAMPLES)('examples/%s', (example) => {
  const mine = new Map(readExample(example));
  mine.delete('models.yaml');
  const rendered = renderBeside(mine, example, MADE_AT);

  it('is what crudgen makes of its models.yaml, but for what its developer edited', () => {
    expect(
      differences(mine, exampleBeside(mine, example, MADE_AT)),
      'run `npm run examples` after changing templates or models.yaml',
    ).toEqual([...EDITED[example]].sort());
  });

  it('has every migration that it ever had, as it was', () => {
    expect(
      hashesOf(mine),
      'a database may have run them: add a migration instead, by changing models.yaml, and run `npm run examples`',
    ).toEqual(firstHashes(example));
  });

  it('gets one migration more where its models have changed, and keeps those that it has', () => {
    const spec = readFileSync(join(folderOf(example), 'models.yaml'), 'utf8');
    const { features } = appOf(example);
    const text = `${spec}\n  Remark:\n    fields: { remark: text }\n`;
    const more = appOfSpec(example, text, features && { features });
    const changed = renderBeside(mine, example, MADE_AT, more);
    const added = [...changed.keys()].filter((path) => isMigration(path) && !mine.has(path));
    expect(added).toEqual([expect.stringMatching(/\/2026\d{10}-create-remark\.ts$/)]);
    expect(added[0]! > [...mine.keys()].filter(isHistory).at(-1)!).toBe(true);
    expect(changed.get(added[0]!)).toContain('remark');
    expect(hashesOf(new Map([...mine, ...changed]))).toMatchObject(firstHashes(example));
  });

  it('says the same when it is read back and rendered again', () => {
    const own = EDITED[example].flatMap((path): [string, string][] =>
      /^src\/models\/.*\.(?:routes|hooks|rules)\.ts$/.test(path) ? [[path, mine.get(path)!]] : [],
    );
    const { app, problems } = readProject(new Map([...rendered, ...own]));
    expect(problems).toEqual([]);
    expect(differences(renderAgain(app, rendered), withoutHistory(rendered))).toEqual([]);
    expect(app.models.map(({ name }) => name).sort()).toEqual(
      appOf(example)
        .models.map(({ name }) => name)
        .sort(),
    );
  });

  it('has nothing left to do for crudgen', () => {
    const { app } = readProject(mine);
    const plan = planChanges({
      base: withoutHistory(rendered),
      mine,
      next: renderAgain(app, mine),
    });
    expect(plan.changes.map(({ path }) => path)).toEqual([]);
    expect(plan.conflicts.map(({ path }) => path)).toEqual([]);
  });
});

it.each(EXAMPLES.filter((one) => !isWhole(one)))(
  'examples/%s has no copy of what the templates have',
  (example) => {
    const own = [...readTree(folderOf(example)).keys()];
    expect(own.filter((path) => isShared(example, path))).toEqual([]);
  },
);

type Files = ReadonlyMap<string, string>;

const isHistory = (path: string) => !keepsBase(path);

function renderAgain(app: ReturnType<typeof readProject>['app'], files: Files): Files {
  const migrations = [...files.keys()].filter(isHistory);
  return renderApp(app, { templates: templates(), migrations });
}

function differences(left: Files, right: Files): readonly string[] {
  const paths = new Set([...left.keys(), ...right.keys()]);
  return [...paths].filter((path) => left.get(path) !== right.get(path)).sort();
}

function withoutHistory(files: Files): Files {
  return new Map([...files].filter(([path]) => !isHistory(path)));
}
