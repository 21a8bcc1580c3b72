import { gzipSync } from 'node:zlib';
import { gunzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import {
  copiesIn,
  isPack,
  nameOfPack,
  type Pack,
  packFile,
  readPack,
} from '../../../src/disk/packs.js';

const PACK: Pack = {
  name: 'engine-tests',
  version: '0.4.0-rc.1',
  copies: new Map([
    ['src/b.ts', 'b = "ü";\r\n'],
    ['src/a.ts', ''],
  ]),
};

describe('a pack', () => {
  test('is read as it was written', () => {
    const [path, bytes] = packFile(PACK);
    expect(readPack(path, bytes)).toEqual(PACK);
    expect([isPack(path), nameOfPack(path)]).toEqual([true, 'engine-tests']);
    expect(nameOfPack(`/home/me/shop/${path}`)).toBe('engine-tests');
  });

  test('has the same bytes however its copies are ordered, and on every Node', () => {
    const [path, bytes] = packFile(PACK);
    const turned = packFile({ ...PACK, copies: new Map([...PACK.copies].reverse()) });
    expect(turned).toEqual([path, bytes]);
    expect([path, Buffer.from(bytes).toString('base64')]).toMatchInlineSnapshot(`
      [
        ".crudgen/packs/engine-tests-0.4.0-rc.1-82a672ffce3c.gz",
        "H4sIAAAAAAACA4uOViouStZP1CspVtIxiNWBcJPAXEPD2FiuJAVbBaXDe5SsebkAq7L3WCwAAAA=",
      ]
    `);
  });

  test('can be read without crudgen', () => {
    expect(Buffer.from(gunzipSync(packFile(PACK)[1])).toString()).toBe(
      '[["src/a.ts",0],["src/b.ts",11]]\nb = "ü";\r\n',
    );
  });

  test('that is damaged is none', () => {
    const [path, bytes] = packFile(PACK);
    expect(readPack(path, bytes.subarray(0, -9))).toBeNull();
    expect(readPack(path, new TextEncoder().encode('version https://git-lfs'))).toBeNull();
    for (const plain of ['', '{"src/a.ts":"x"}', '[1\n', '[["a.ts",2]]\nab!', '[["a.ts",2]]\na'])
      expect(readPack(path, gzipSync(plain)), plain).toBeNull();
    expect(readPack('.crudgen/packs/notes.txt', bytes)).toBeNull();
  });

  test.each([
    ['a file twice', '[["a.ts",1],["a.ts",1]]\nab'],
    ['a length below zero', '[["a.ts",3],["b.ts",-1]]\nab'],
    ['half a byte', '[["a.ts",0.5],["b.ts",0.5]]\na'],
    ['what is no path', '[[null,1]]\na'],
    ['what is no entry', '["a"]\n'],
    ...[
      ...[
        '../a.ts',
        'src/../../a.ts',
        '/etc/a',
        'C:/a.ts',
        'src\\\\a.ts',
        './a.ts',
        'src//a.ts',
        '',
      ],
      ...['.git/hooks/pre-commit', 'node_modules/a/index.js', '.crudgen/last.json', 'a\\u0000b'],
    ].map((path) => [`the path ${path}`, `[["${path}",1]]\na`]),
  ])('that lists %s is damaged', (_, plain) => {
    const path = '.crudgen/packs/core-0.3.0-82a672ffce3c.gz';
    expect(readPack(path, gzipSync('[["src/.gitignore",1]]\na'))).not.toBeNull();
    expect(readPack(path, gzipSync(plain!))).toBeNull();
  });

  test('that would fill the memory is damaged', () => {
    const length = 65 * 1024 * 1024;
    const plain = Buffer.concat([Buffer.from(`[["a.ts",${length}]]\n`), Buffer.alloc(length, 'a')]);
    expect(readPack('.crudgen/packs/core-0.3.0-82a672ffce3c.gz', gzipSync(plain))).toBeNull();
  });

  const pack = (name: string, version: string, text: string): Pack => ({
    ...{ name, version },
    copies: new Map([
      [`${name}.ts`, text],
      ...(version === '0.3.0' ? [['gone.ts', ''] as const] : []),
    ]),
  });

  test('that is newer than the project counts only where there is no other', () => {
    const packs = [
      pack('core', '0.4.0', 'newer'),
      pack('core', '0.2.0', 'old'),
      pack('core', '0.2.9', 'its own'),
      pack('jobs', '0.4.0', 'newer'),
    ];
    expect(copiesIn(packs, '0.3.0')).toEqual(
      new Map([
        ['core.ts', 'its own'],
        ['jobs.ts', 'newer'],
      ]),
    );
  });

  test('with a later version of a feature of others counts, where crudgen is the same', () => {
    const of = (version: string): Pack => ({
      ...{ name: 'acme', version: '0.3.0' },
      copies: new Map([
        ['crudgen/features/acme/feature.json', JSON.stringify({ version })],
        [`${version}.ts`, ''],
      ]),
    });
    const later = ['crudgen/features/acme/feature.json', '1.10.0.ts'];
    for (const packs of [
      ['1.10.0', '1.9.0'],
      ['1.9.0', '1.10.0'],
    ])
      expect([...copiesIn(packs.map(of)).keys()]).toEqual(later);
  });

  test('of a newer version counts, of one name', () => {
    const packs = [
      pack('core', '0.3.0', 'old'),
      pack('core', '0.10.0', 'new'),
      pack('mail', '0.3.0', 'm'),
    ];
    expect(copiesIn(packs)).toEqual(
      new Map([
        ['core.ts', 'new'],
        ['mail.ts', 'm'],
        ['gone.ts', ''],
      ]),
    );
  });
});
