import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { addFeature, dropFeature } from '../../../src/cli/commands/features.js';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { addModelFields } from '../../../src/cli/commands/model-fields.js';
import { restore } from '../../../src/cli/commands/restore.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { undo } from '../../../src/cli/commands/undo.js';
import { upgrade } from '../../../src/cli/commands/upgrade.js';
import { basePath, copiesOf, readBaseStore } from '../../../src/disk/base-store.js';
import { nameOfPack, type Pack, packFile } from '../../../src/disk/packs.js';
import type { Tree } from '../../../src/tree.js';
import { VERSION } from '../../../src/version.js';
import { forgetLayouts } from '../../support/older-layout.js';
import { packsIn } from '../../support/store-of.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const ENGINE = 'engine/settings/setting-values.ts';
const SINCE = '/** What `finish` adds to settings. */';
const MODEL = 'src/models/task/task.model.ts';
const OLDER = '0.5.9';

const run = <T extends unknown[]>(
  command: (context: ReturnType<typeof project.context>, ...rest: T) => Promise<number>,
  ...rest: T
): Promise<number> => command(project.context(), ...rest);
/** The names of all packs, which say what is in them. */
const packs = (): string[] => [...packsIn(project.root()).keys()];
const copies = (): Tree => copiesOf(readBaseStore(project.root()));
const path = (name: string): string =>
  packs().find((one) => nameOfPack(one) === name) ?? `no pack ${name}`;
const names = (): (string | null)[] => packs().map(nameOfPack);
const codes = (): string[] => project.said().map(({ code }) => code);

/** The project as an older crudgen left it: one of its files had a line less, in the copy, too. */
function makeOlder(): void {
  const { packs: present } = readBaseStore(project.root());
  for (const [old, pack] of present) {
    rmSync(join(project.root(), old));
    const older = new Map([...pack.copies].map(([one, text]) => [one, text.replace(SINCE, '')]));
    putPack({ ...pack, version: OLDER, copies: older });
  }
  project.edit(ENGINE, (text) => text.replace(SINCE, ''));
  for (const settings of ['crudgen.json', basePath('crudgen.json')])
    project.edit(settings, (text) => text.replace(`"${VERSION}"`, `"${OLDER}"`));
}

function putPack(pack: Pack): void {
  const [place, bytes] = packFile(pack);
  writeFileSync(join(project.root(), place), bytes);
}

forgetLayouts();

describe('packs of kept copies', { timeout: 60_000 }, () => {
  it('stay as they are by whatever changes models', async () => {
    const before = packs();
    expect(await run(addModelFields, 'Task', ['color:string'], {})).toBe(0);
    expect(project.read(basePath(MODEL))).toContain('color');
    expect(await run(sync, {})).toBe(0);
    expect(packs()).toEqual(before);
  });

  it('come and go with features, and others stay; undo brings back what was there', async () => {
    const before = packs();
    expect(await run(addFeature, ['metrics'])).toBe(0);
    expect(names()).toContain('metrics');
    expect(packs().filter((one) => nameOfPack(one) !== 'metrics')).toEqual(before);
    expect(await run(undo)).toBe(0);
    expect(packs()).toEqual(before);
    expect(await run(dropFeature, ['dashboard'], {})).toBe(0);
    expect(names()).not.toContain('dashboard');
    expect(await run(undo)).toBe(0);
    expect(packs()).toEqual(before);
    expect(codes()).toEqual([]);
  });

  it('know an engine file that was deleted, and restore brings it back', async () => {
    const text = project.read(ENGINE);
    project.remove(ENGINE);
    expect(await run(doctor)).toBe(0);
    expect(project.said()).toContainEqual(
      expect.objectContaining({ code: 'missing-file', message: expect.stringContaining(ENGINE) }),
    );
    const before = packs();
    expect(await run(restore, ENGINE)).toBe(0);
    expect([project.read(ENGINE), packs()]).toEqual([text, before]);
  });

  it('tell edits of the engine from what a newer version writes', async () => {
    makeOlder();
    project.edit(ENGINE, (text) => text.replace('value of a variable', 'VALUE of a variable'));
    const old = path('core');
    expect(await run(upgrade)).toBe(0);
    expect(project.read(ENGINE)).toContain('VALUE of a variable');
    expect(project.read(ENGINE)).toContain(SINCE);
    expect(copies().get(ENGINE)).toContain('The value of a variable');
    expect(path('core')).toContain(`/core-${VERSION}-`);
    expect(packs()).not.toContain(old);
    expect(await run(undo)).toBe(0);
    expect(path('core')).toBe(old);
  });

  it('of an upgrade that was taken back by git do not count for the next one', async () => {
    makeOlder();
    const kept = ['crudgen.json', basePath('crudgen.json'), ENGINE].map(
      (one) => [one, project.read(one)] as const,
    );
    const old = path('core');
    const bytes = readFileSync(join(project.root(), old));
    expect(await run(upgrade)).toBe(0);
    // As `git reset --hard` does, which leaves what is not committed yet: the new pack.
    for (const [one, text] of kept) project.write(one, text);
    writeFileSync(join(project.root(), old), bytes);
    expect(names().filter((name) => name === 'core')).toHaveLength(2);
    expect(await run(upgrade)).toBe(0);
    expect(project.read(ENGINE)).toContain(SINCE);
    expect(path('core')).toContain(`/core-${VERSION}-`);
    expect(packs()).not.toContain(old);
  });

  it('keep the version of the project where a feature is added before its upgrade', async () => {
    makeOlder();
    expect(await run(addFeature, ['metrics'])).toBe(0);
    for (const settings of ['crudgen.json', basePath('crudgen.json')])
      expect(project.read(settings)).toContain(`"version": "${OLDER}"`);
    expect(path('metrics')).toContain(`/metrics-${OLDER}-`);
    expect(await run(upgrade)).toBe(0);
    expect(project.read('crudgen.json')).toContain(`"version": "${VERSION}"`);
    expect(project.read(ENGINE)).toContain(SINCE);
  });

  it('of features that have not changed keep their files by an upgrade', async () => {
    makeOlder();
    const before = path('dashboard');
    expect(await run(upgrade)).toBe(0);
    expect(path('dashboard')).toBe(before);
  });
});

describe('a pack that is lost', { timeout: 60_000 }, () => {
  beforeEach(() => project.edit(ENGINE, (text) => text.replace(SINCE, '/** Mine. */')));

  it.each([
    ['missing', () => rmSync(join(project.root(), path('core')))],
    ['damaged', () => writeFileSync(join(project.root(), path('core')), 'x')],
  ])('(%s) is told, and made again by the crudgen that wrote it', async (how, lose) => {
    const before = packs();
    lose();
    expect(await run(doctor)).toBe(0);
    const lost = project.said().find(({ code }) => code === 'lost-pack');
    expect(lost?.message).toMatch(new RegExp(`packs/core-.* is ${how}, so each difference`));
    expect(lost?.help).toContain('restore it with git');
    expect(await run(sync, {})).toBe(0);
    expect(packs()).toEqual(before);
    expect(project.read(ENGINE)).toContain('Mine.');
  });

  it('is told where another one of its name is there, too', async () => {
    const [[place, pack]] = [...readBaseStore(project.root()).packs].filter(
      ([, { name }]) => name === 'core',
    ) as [[string, Pack]];
    putPack({ ...pack, version: OLDER, copies: new Map([[ENGINE, 'of an older version']]) });
    writeFileSync(join(project.root(), place), 'x');
    expect(await run(sync, {})).toBe(0);
    expect(project.said()).toContainEqual(
      expect.objectContaining({
        code: 'lost-pack',
        message: expect.stringContaining(`${place} is damaged, so each difference`),
      }),
    );
    expect([path('core'), copies()]).toEqual([place, new Map([...copies(), ...pack.copies])]);
    expect(project.read(ENGINE)).toContain('Mine.');
  });

  it('is told of a feature that is not known', async () => {
    const place = '.crudgen/packs/payments-0.9.0-0123456789ab.gz';
    project.write(place, 'x');
    expect(await run(doctor)).toBe(0);
    expect(project.said()).toContainEqual(
      expect.objectContaining({
        code: 'lost-pack',
        message: `${place} is damaged, and no file of the project needs it`,
      }),
    );
  });

  it('does not count a file of the developer at the path of one of a feature that is not there', async () => {
    expect(await run(dropFeature, ['containers'], {})).toBe(0);
    project.write('.dockerignore', '# mine');
    rmSync(join(project.root(), path('core')));
    expect(await run(sync, {})).toBe(0);
    const lost = project.said().filter(({ code }) => code === 'lost-pack');
    expect(lost.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^\.crudgen\/packs\/core-\*\.gz is missing/),
    ]);
    expect(names()).not.toContain('containers');
    expect(project.read('.dockerignore')).toBe('# mine');
  });

  it('stops the upgrade by another crudgen, which cannot know what was edited', async () => {
    makeOlder();
    rmSync(join(project.root(), path('core')));
    const before = project.read(ENGINE);
    await expect(run(upgrade)).rejects.toMatchObject({
      problems: [
        {
          code: 'no-base',
          message: expect.stringMatching(
            /^\.crudgen\/packs\/core-\*\.gz is missing, so crudgen cannot tell the output of version 0\.5\.9/,
          ),
          help: expect.stringContaining('run crudgen sync with crudgen 0.5.9'),
        },
      ],
    });
    expect(project.read(ENGINE)).toBe(before);
  });

  it('of a feature that the project no longer has is not missed', async () => {
    expect(await run(dropFeature, ['dashboard'], {})).toBe(0);
    expect(await run(doctor)).toBe(0);
    expect(codes()).not.toContain('lost-pack');
  });
});

describe('packs of two versions, as git leaves them after a merge of two upgrades', () => {
  it('count by the newer one, and the next change leaves one', async () => {
    const [[, core]] = [...readBaseStore(project.root()).packs].filter(
      ([, { name }]) => name === 'core',
    ) as [[string, Pack]];
    const older = new Map([...core.copies].map(([one, text]) => [one, text.replace(SINCE, '')]));
    putPack({ ...core, version: OLDER, copies: older });
    expect(copies().get(ENGINE)).toContain(SINCE);
    expect(await run(addModelFields, 'Task', ['color:string'], {})).toBe(0);
    expect(names().filter((name) => name === 'core')).toHaveLength(1);
    expect(copies().get(ENGINE)).toContain(SINCE);
    expect(project.read(ENGINE)).toContain(SINCE);
  });
});
