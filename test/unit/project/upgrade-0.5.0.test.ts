import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readTree } from '../../../src/disk/read-tree.js';
import { isCode } from '../../../src/code/typescript.js';
import { isSound } from '../../../src/merge/is-sound.js';
import { isEmptyPlan } from '../../../src/plan/plan.js';
import { settleConflicts } from '../../../src/plan/settle-conflicts.js';
import { LAYOUT_MOVES } from '../../../src/project/history/layout-moves.js';
import { brokenImports } from '../../../src/refactor/broken-imports.js';
import { VERSION } from '../../../src/version.js';
import { writeFiles } from '../../evolve/folders.js';
import { EDITS_050, OPEN_CONFLICT, OWN, OWN_ASIDE } from '../../support/edits-0.5.0.js';
import { project050 } from '../../support/old-projects.js';
import { linesOf } from '../../support/own-lines.js';
import { upgradeTree, written } from '../../support/upgrade-tree.js';
import { answerOf } from '../cli/command-lines.js';

const NOW = new Date('2026-11-29T12:00:00Z');
const made = project050();
const fresh = upgradeTree(made, NOW);

describe('the shop as 0.5.0 made it', () => {
  const { plan, problems, after, onDisk } = fresh;

  it('is upgraded, and nothing is asked', () => {
    const { conflicts, refused, stayDeleted, losses, warnings } = plan;
    expect([conflicts, refused, stayDeleted, losses, warnings, problems]).toEqual(
      Array.from({ length: 6 }, () => []),
    );
    expect(JSON.parse(after.get('crudgen.json')!)).toMatchObject({ version: VERSION });
    expect(brokenImports(after)).toEqual([]);
  });

  it('names places that are there for what is gone', () => {
    const places = LAYOUT_MOVES.flatMap(({ gone = {} }) =>
      Object.values(gone).flatMap((names) => Object.values(names)),
    );
    const isThere = (place: string) => {
      const text = after.get(/(?:engine|ui)\/\S+$/.exec(place)?.[0] ?? '') ?? '';
      return (
        [...place.matchAll(/`(\w+)`/g)].every(([, name]) => RegExp(`\\b${name}\\b`).test(text)) &&
        text !== ''
      );
    };
    expect(places.length).toBeGreaterThan(0);
    expect(places.filter((place) => !isThere(place))).toEqual([]);
  });

  it('is done with that', () => {
    expect(isEmptyPlan(upgradeTree(onDisk, NOW).plan)).toBe(true);
  });
});

describe('a shop of 0.5.0 that its developer has edited', () => {
  const edited = new Map(made);
  for (const { edit } of EDITS_050) edit(edited);
  const { project, plan } = upgradeTree(edited, NOW);
  const settled = settleConflicts(plan, () => 'mine');
  const { after, onDisk } = written(project, settled);

  it('fits together to begin with', () => {
    expect(brokenImports(project.mine)).toEqual([]);
  });

  it('loses no line: each is in a file, or is asked about', () => {
    // A declaration that only its file uses any more is not exported.
    const trimmed = (path: string, text: string) =>
      linesOf(path, text).map((line) =>
        line
          .trim()
          .replace(/,$/, '')
          .replace(/^export /, ''),
      );
    const own = [...edited].flatMap(([path, text]) => {
      const was = new Set(trimmed(path, made.get(path) ?? ''));
      return trimmed(path, text).filter((line) => !was.has(line));
    });
    const said = new Set([...after].flatMap(([path, text]) => trimmed(path, text)));
    expect(own).toHaveLength(87);
    expect(own.filter((line) => !said.has(line))).toEqual([]);
    expect(plan.refused).toEqual([]);
  });

  it('is asked about places in the engine alone, each with both sides', () => {
    expect(plan.conflicts.filter(({ path }) => !path.startsWith('engine/'))).toEqual([]);
    for (const { yours, crudgen, path } of plan.conflicts) expect(yours, path).not.toBe(crudgen);
  });

  it('has the new back-office and settings with its edits, in its house style', () => {
    const has = (path: string, ...words: readonly string[]) => {
      for (const word of words) expect(after.get(path)?.split(word).length, word).toBe(2);
    };
    has('ui/theme/theme.ts', "'Source Sans 3',", 'page: 1680, form: 960');
    has('.env.example', 'sqlite:data/shop.db', '\nPORT=4000\n', 'TILL_URL=', '#REGION=local');
    has('web/src/pages/order/order.list.tsx', 'As the house has them. */');
    has(
      'web/src/pages/category/category.list.tsx',
      '// Ours: categories are few.',
      'searchable={false}',
    );
    has('web/src/pages/order/order.show.tsx', 'label="Taken by"');
    expect(after.get('web/src/pages/order/order.list.tsx')).not.toContain('source="updated_at"');
  });

  it('keeps the feature of others, with the edit of it', () => {
    expect(after.get('engine/acme-region/index.ts')).toContain("'X-Shop-Region'");
    expect(after.get('src/features.gen.ts')).toContain("from '#engine/acme-region'");
    const { features } = JSON.parse(after.get('crudgen.json')!) as { features: string[] };
    expect(features).toContain('acme-region');
  });

  it('has its edits in files of this version alone', () => {
    const isOwn = (path: string) => fresh.after.has(path) || (edited.has(path) && !made.has(path));
    expect([...after.keys()].filter((path) => !isOwn(path))).toEqual([]);
  });

  it('has files that are as sound as they were', () => {
    const broken = [...after].filter(
      ([path, text]) =>
        isCode(path) &&
        text !== fresh.after.get(path) &&
        !isSound(path, { merged: text, mine: '', next: '' }),
    );
    expect(broken.map(([path]) => path)).toEqual([]);
  });

  it.each([OWN, OWN_ASIDE])('is told where all is now that %s can import no longer', (path) => {
    const told = (name: string) =>
      plan.warnings.find(({ message }) => message.includes(`\`${name}\``))?.help ?? '';
    const lost = brokenImports(after).filter((one) => one.startsWith(`${path}:`));
    const names = lost.map((one) => /: (\w+) of/.exec(one)?.[1] ?? one);
    expect(names.filter((name) => !/\b(?:engine|ui)\//.test(told(name)))).toEqual([]);
  });

  it('is told of nothing that a file with an open conflict only lacks until then', () => {
    expect(plan.conflicts).not.toEqual([]);
    const others = plan.warnings.filter(({ help = '' }) => !help.startsWith('use '));
    expect(others.map(({ code }) => code)).toEqual(['templates-unapplied']);
  });

  it('is done once its conflicts are settled', () => {
    expect(isEmptyPlan(upgradeTree(onDisk, NOW).plan)).toBe(true);
  });
});

describe('a shop of 0.5.0 whose orders have no lines', () => {
  const WRITES = 'engine/records/write-lines.ts';
  const FORMS = 'ui/api/lines.ts';
  const ours = (text: string) => `${text}\n// Ours.\n`;

  /** The shop without the modifier, and some of its files edited. */
  const without = (edits: readonly string[] = []) => {
    const shop = new Map(made);
    const change = (path: string, edit: (text: string) => string) =>
      shop.set(path, edit(shop.get(path)!));
    for (const folder of ['', '.crudgen/base/'])
      change(`${folder}src/models/order/order.model.ts`, (text) =>
        text.replace('  @Field({ lines: true })\n', '').replace(' Field,', ''),
      );
    for (const path of edits) change(path, ours);
    return upgradeTree(shop, NOW);
  };
  const ofLines = (paths: Iterable<string>) =>
    [...paths].filter((path) => /^(?:engine|ui)\/(?!import\/).*\blines?\b/.test(path));

  it('has no file of lines any more', () => {
    const { plan, after } = without();
    expect(ofLines(fresh.after.keys())).toContain('engine/lines/write-lines.ts');
    expect(ofLines(after.keys())).toEqual([]);
    expect([plan.conflicts, plan.warnings]).toEqual([[], []]);
    expect(brokenImports(after)).toEqual([]);
  });

  it('keeps the files of lines that its developer has edited, and is told so', () => {
    const { plan, after } = without([WRITES, FORMS]);
    const kept = ['engine/lines/write-lines.ts', 'ui/lines/lines.ts'];
    expect(ofLines(after.keys()).sort()).toEqual(kept);
    for (const path of kept) expect(after.get(path)).toContain('// Ours.');
    expect(plan.warnings.map(({ code, message }) => [code, message.split(' ')[0]])).toEqual(
      kept.map((path) => ['kept-file', path]),
    );
  });
});

describe('a shop of 0.5.0 in which git left a conflict open', () => {
  const root = mkdtempSync(join(tmpdir(), 'crudgen-shop-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('is upgraded once the conflict is resolved, and stays as it is until then', async () => {
    const open = new Map(made);
    OPEN_CONFLICT.edit(open);
    writeFiles(root, open);
    const files = readTree(root, new Set());
    const refused = await answerOf(['upgrade', '--cwd', root]);
    expect([refused.exit, refused.problems]).toMatchObject([
      1,
      [
        {
          code: 'markers',
          message: `there are conflict markers in ${OPEN_CONFLICT.path}`,
          help: 'resolve them, then run: crudgen upgrade',
        },
      ],
    ]);
    expect(readTree(root, new Set())).toEqual(files);

    writeFiles(root, [[OPEN_CONFLICT.path, made.get(OPEN_CONFLICT.path)!]]);
    expect((await answerOf(['upgrade', '--dry-run', '--cwd', root])).exit).toBe(0);
  });
});
