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

  test('of a newer version counts, of one name', () => {
    const pack = (name: string, version: string, text: string): Pack => ({
      ...{ name, version },
      copies: new Map([
        [`${name}.ts`, text],
        ...(version === '0.3.0' ? [['gone.ts', ''] as const] : []),
      ]),
    });
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
