import { describe, expect, it } from 'vitest';
import { CODEMODS } from '../../../../src/project/history/codemods.js';
import { OBSOLETE_SETTINGS } from '../../../../src/project/history/obsolete-settings.js';
import type { HistoryEntry } from '../../../../src/project/history/history-entry.js';
import { LAYOUT_MOVES } from '../../../../src/project/history/layout-moves.js';
import { compareVersions, OLDEST, VERSION } from '../../../../src/version.js';

describe.each<[string, readonly HistoryEntry[]]>([
  ['layout moves', LAYOUT_MOVES],
  ['codemods', CODEMODS],
  ['gone settings', OBSOLETE_SETTINGS],
])('every entry of the %s', (_, entries) => {
  it('is deleted by the version that it names: delete these, and raise OLDEST', () => {
    expect(entries.filter(({ until }) => compareVersions(VERSION, until) >= 0)).toEqual([]);
  });

  it('stays until 1.0.0 at least, as projects of 0.5.0 need it', () => {
    expect(entries.filter(({ until }) => compareVersions(until, '1.0.0') < 0)).toEqual([]);
  });

  it('is needed by a version that upgrade carries on: delete these', () => {
    expect(entries.filter(({ since }) => compareVersions(since, OLDEST) <= 0)).toEqual([]);
  });

  it('is of this version at most: raise the version first', () => {
    expect(entries.filter(({ since }) => compareVersions(since, VERSION) > 0)).toEqual([]);
  });

  it('stands in the order of versions', () => {
    const versions = entries.map(({ since }) => since);
    expect(versions).toEqual(versions.toSorted(compareVersions));
  });
});
