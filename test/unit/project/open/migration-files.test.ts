import { describe, expect, it } from 'vitest';
import { isEmptyPlan } from '../../../../src/plan/plan.js';
import {
  isPending,
  migrationClasses,
  migrationMoment,
  withoutNewMigrations,
} from '../../../../src/project/open/migration-files.js';
import { planProject } from '../../../../src/project/plan/plan-project.js';
import { readSyncedState } from '../../../../src/project/open/read-synced-state.js';
import { renderExample } from '../../../golden/example.js';
import { openTree } from '../../../support/open-tree.js';
import { withPlainCopies } from '../../../support/store-of.js';

const FOLDER = 'src/database/migrations';

describe('the moment of a migration', () => {
  it.each([
    [`${FOLDER}/20261125210000-add-remark.ts`, '20261125210000'],
    [`${FOLDER}/00000000000001-create-access-control.ts`, '00000000000001'],
    [`${FOLDER}/20261125210000-add-remark.test.ts`, null],
    [`${FOLDER}/20261125210000-add-remark.d.ts`, null],
    [`${FOLDER}/2026112521000-short.ts`, null],
    [`${FOLDER}/20261125210000.ts`, null],
    [`${FOLDER}/old/20261125210000-add-remark.ts`, null],
    [`${FOLDER}/migrations.gen.ts`, null],
    ['src/20261125210000-add-remark.ts', null],
  ])('is in the name of %s: %s', (path, moment) => {
    expect(migrationMoment(path)).toBe(moment);
  });

  it('tells whether it has run, by whatever name', () => {
    const path = `${FOLDER}/20261125210000-add-remark.ts`;
    expect(isPending(path, [])).toBe(true);
    expect(isPending(path, ['AddRemark20261125210001'])).toBe(true);
    expect(isPending(path, ['Renamed20261125210000'])).toBe(false);
    expect(isPending(`${FOLDER}/helpers.ts`, [])).toBe(false);
  });
});

describe('migrations of a project', () => {
  it('are known by the class that they export', () => {
    const texts = new Map([
      ['a.ts', 'export class One {}\n'],
      ['b.ts', 'const two = 2;\nexport { two };\n'],
    ]);
    expect([...migrationClasses(['a.ts', 'b.ts', 'c.ts'], texts)]).toEqual([['a.ts', 'One']]);
  });

  it('of the templates are brought by upgrade alone, unless the project has or had them', () => {
    const paths = ['00000000000001-a', '00000000000002-b', '00000000000003-c'].map(
      (name) => `${FOLDER}/${name}.ts`,
    ) as [string, string, string];
    const all = [...paths, 'src/main.ts', 'src/app.ts'];
    const templates = new Map(all.map((path) => [`service/${path}`, '']));
    const left = withoutNewMigrations(templates, {
      mine: new Map([[paths[0], '']]),
      base: new Map([[paths[1], '']]),
    });
    expect([...templates.keys()].filter((path) => !left.has(path))).toEqual([
      `service/${paths[2]}`,
    ]);
  });

  it('may have tests beside them, which are no migrations', () => {
    const made = renderExample('task-manager');
    const project = openTree(
      new Map([
        ...withPlainCopies(made),
        [
          `${FOLDER}/20261125210000-add-remark.test.ts`,
          "import { it } from 'vitest';\n\nit.todo('adds');\n",
        ],
      ]),
    );
    const known = readSyncedState(project);
    const change = { mode: 'sync', after: project.app, known } as const;
    const { plan } = planProject(project, change, new Date('2026-11-26T12:00:00Z'));
    expect(known.problems).toEqual([]);
    expect([plan.changes.map(({ path }) => path), isEmptyPlan(plan)]).toEqual([[], true]);
  });
});
