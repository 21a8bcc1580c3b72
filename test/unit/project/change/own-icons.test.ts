import { describe, expect, it } from 'vitest';
import { basePath } from '../../../../src/disk/base-store.js';
import { filesAfter } from '../../../../src/plan/plan.js';
import { lostImports } from '../../../../src/project/inspect/feature-imports.js';
import { planProject } from '../../../../src/project/plan/plan-project.js';
import { upgradeOf } from '../../../../src/project/change/plan-upgrade.js';
import { renderPackage } from '../../../../src/render/render-package.js';
import { renderProject } from '../../../../src/render/render-project.js';
import type { Tree } from '../../../../src/tree.js';
import { appOfSpec } from '../../../golden/app-of-spec.js';
import { MADE_AT, templates } from '../../../golden/example.js';
import { openTree } from '../../../support/open-tree.js';

const app = appOfSpec('shop', 'models:\n  Part: { fields: { name: string } }\n');
const made = renderProject(app, { templates: templates(), now: MADE_AT, secret: 'x'.repeat(64) });
const isIcon = (path: string) => path.startsWith('ui/icons/');

/** The project as crudgen wrote it when it had the whole package. */
const before: Tree = new Map(
  [...made]
    .filter(([path]) => !isIcon(path))
    .map(([path, text]) => [
      path,
      path === 'package.json' ? text.replace('file:ui/icons', '9.4.0') : text,
    ]),
);

/** What an upgrade makes of a project with the developer's files. */
function upgraded(edits: Record<string, string> = {}, kept: Tree = before) {
  const copies = [...kept].map(([path, text]) => [basePath(path), text] as const);
  const project = openTree(new Map([...kept, ...Object.entries(edits), ...copies]));
  const { change, problems } = upgradeOf(project);
  const { plan } = planProject(project, change, MADE_AT);
  const files = filesAfter(plan, project.onDisk);
  return {
    plan,
    files,
    icons: /"@mui\/icons-material": "(.*)"/.exec(files.get('package.json')!)![1],
    said: problems.filter(({ code }) => code === 'whole-icons').map(({ message }) => message),
    onDisk: new Map([
      ...files,
      ...[...new Map([...project.base, ...plan.base])].flatMap(([path, text]) =>
        text === null ? [] : [[basePath(path), text] as const],
      ),
    ]),
  };
}

const page = (code: string) => ({ 'web/src/pages/desk.tsx': code });
const FLAG = page("import FlagIcon from '@mui/icons-material/FlagRounded';\n");

describe('a new project', () => {
  it('has the icons of its back-office as a package in a folder', () => {
    expect(made.get('package.json')).toContain('"@mui/icons-material": "file:ui/icons"');
    const { name, exports } = JSON.parse(made.get('ui/icons/package.json')!) as {
      name: string;
      exports: Record<string, unknown>;
    };
    expect([name, exports['./*']]).toEqual(['@mui/icons-material', './*.js']);
    expect([...made.keys()].filter(isIcon).length).toBeGreaterThan(100);
  });

  it('has nothing of them without a back-office', () => {
    const files = renderProject(
      { ...app, features: ['containers'] },
      { templates: templates(), now: MADE_AT, secret: 'x'.repeat(64) },
    );
    const naming = [...files].filter(([, text]) => /icons-material|ui\/icons/.test(text));
    expect(naming.map(([path]) => path)).toEqual([]);
    expect([...files.keys()].filter(isIcon)).toEqual([]);
  });
});

describe('an upgrade of a project with the whole package of icons', () => {
  it('puts the folder with the icons that it imports in its place', () => {
    const { icons, files, said, plan } = upgraded(
      page("import AddIcon from '@mui/icons-material/Add';\n"),
    );
    expect([icons, said, plan.conflicts]).toEqual(['file:ui/icons', [], []]);
    expect(files.has('ui/icons/Add.js')).toBe(true);
  });

  it.each([
    ['another icon', FLAG, 'FlagRounded in web/src/pages/desk.tsx:1'],
    [
      'one that is loaded later',
      page("export const later = () => import('@mui/icons-material/FlagRounded');\n"),
      'FlagRounded in web/src/pages/desk.tsx:1',
    ],
    [
      'icons of its root',
      page("import { type SvgIconComponent, Add } from '@mui/icons-material';\n"),
      '{ Add } in web/src/pages/desk.tsx:1',
    ],
    [
      'all of it',
      page("import * as icons from '@mui/icons-material';\n"),
      '* in web/src/pages/desk.tsx:1',
    ],
    [
      'a page of a model',
      {
        'web/src/pages/resources.ts': made
          .get('web/src/pages/resources.ts')!
          .replace('/Inventory2Outlined', '/FlagRounded'),
      },
      'FlagRounded in web/src/pages/resources.ts:1',
    ],
    [
      'a package with icons',
      {
        'package-lock.json': JSON.stringify({
          packages: {
            'node_modules/react-admin': { dependencies: { '@mui/icons-material': '^9.0.0' } },
            'node_modules/big-table': { peerDependencies: { '@mui/icons-material': '>=6' } },
          },
        }),
      },
      'the package `big-table`',
    ],
  ])('leaves it where the developer uses %s', (_what, edits, why) => {
    const { icons, said, plan, onDisk } = upgraded(edits);
    expect([icons, plan.conflicts]).toEqual(['9.4.0', []]);
    expect(said).toEqual([expect.stringContaining(`: ${why}`)]);
    const again = openTree(onDisk);
    const next = upgradeOf(again);
    const { plan: then } = planProject(again, next.change, MADE_AT);
    expect([then.changes, next.problems]).toEqual([[], []]);
  });

  it('knows the type of an icon, and comments', () => {
    const { icons } = upgraded(
      page(
        "// import '@mui/icons-material/FlagRounded'\nimport type { SvgIconComponent } from '@mui/icons-material';\n",
      ),
    );
    expect(icons).toBe('file:ui/icons');
  });

  it('leaves a version of the developer alone, without a conflict', () => {
    const own = before.get('package.json')!.replace('"9.4.0"', '"9.6.0"');
    const { icons, plan, said } = upgraded({ 'package.json': own });
    expect([icons, plan.conflicts]).toEqual(['9.6.0', []]);
    expect(said).toEqual([expect.stringContaining('package.json has a version of your own')]);
  });
});

describe('an upgrade of a project with the folder of icons', () => {
  it('says nothing of the whole package where the developer has it', () => {
    const own = made.get('package.json')!.replace('"file:ui/icons"', '"^9.5.0"');
    const { icons, plan, said } = upgraded({ ...FLAG, 'package.json': own }, made);
    expect([icons, said, plan.changes]).toEqual(['^9.5.0', [], []]);
  });

  it('leaves an icon that crudgen no longer writes where the developer imports it', () => {
    const drawing = made.get('ui/icons/Add.js')!;
    const kept = new Map([...made, ['ui/icons/FlagRounded.js', drawing]]);
    expect(upgraded(FLAG, kept).files.has('ui/icons/FlagRounded.js')).toBe(true);
    expect(upgraded({}, kept).files.has('ui/icons/FlagRounded.js')).toBe(false);
  });
});

describe('a feature of others', () => {
  const path = 'ui/acme/feature.tsx';
  const text = "import FlagIcon from '@mui/icons-material/FlagRounded';\n";
  const acme = {
    name: 'acme',
    version: '1.0.0',
    files: new Map([[`features/acme/${path}`, text]]),
  };
  const manifest = (more: object) =>
    new Map(templates()).set(
      'features/acme/feature.json',
      JSON.stringify({ about: 'flags', version: '1.0.0', ...more }),
    );
  const told = (more: object) => {
    const own = renderPackage({ ...app, features: ['admin', 'acme'] }, manifest(more));
    const mine = new Map([...made, ['package.json', own], [path, text]]);
    return lostImports({ mine }, [acme])
      .filter(({ code }) => code === 'missing-icon')
      .map(({ message }) => message);
  };

  it('is told of icons that a project does not have', () => {
    const message = `${path}:1 imports the icon \`FlagRounded\`, which ui/icons does not have`;
    expect(told({})).toEqual([message]);
  });

  it('brings the whole package where it names it', () => {
    expect(told({ devDependencies: { '@mui/icons-material': '9.5.0' } })).toEqual([]);
  });
});
