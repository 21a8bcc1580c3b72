import { describe, expect, it } from 'vitest';
import { type Renders, threeTrees } from '../../../../src/project/plan/three-trees.js';
import type { Tree } from '../../../../src/tree.js';

const SOURCE = 'src/models/task/task.model.ts';
const DERIVED = 'src/models/task/task.test.ts';
const STATIC = 'engine/records/list.ts';

const tree = (source: string, derived: string, rest: Record<string, string> = {}): Tree =>
  new Map(Object.entries({ [SOURCE]: source, [DERIVED]: derived, ...rest }));

/** What an older crudgen wrote, and what this one writes of the model before and after a change of it. */
const renders = (changes: Partial<Renders> = {}): Renders => ({
  mode: 'change',
  kept: tree('const a = 1;\n', 'kept\n', { [STATIC]: 'kept\n' }),
  before: tree('const a = 1;\n', 'before\n', { [STATIC]: 'now\n' }),
  after: tree('const a = 1;\nconst b = 2;\n', 'after\n', { [STATIC]: 'now\n' }),
  isStatic: (path) => path === STATIC,
  merging: new Set(),
  ...changes,
});

describe('what is compared', () => {
  it('of a change is what the model changes: the rest stays as the crudgen before wrote it', () => {
    const { next, current, copies } = threeTrees(renders());
    expect(Object.fromEntries(next)).toEqual({
      [SOURCE]: 'const a = 1;\nconst b = 2;\n',
      [DERIVED]: 'after\n',
      [STATIC]: 'kept\n',
    });
    expect(current!.get(SOURCE)).toBe('const a = 1;\n');
    expect(copies!.get(SOURCE)).toBe('const a = 1;\nconst b = 2;\n');
  });

  it('of a derived file that the model leaves alone is its copy', () => {
    const same = { after: tree('const a = 1;\n', 'before\n', { [STATIC]: 'now\n' }) };
    expect(threeTrees(renders(same)).next.get(DERIVED)).toBe('kept\n');
  });

  it('of a file that git could not merge is the render, whatever the model changes', () => {
    const { next } = threeTrees(renders({ merging: new Set([STATIC]) }));
    expect(next.get(STATIC)).toBe('now\n');
  });

  it('has no new file that is the same in every project, but for an upgrade', () => {
    const more = (text: Tree) => new Map(text).set('engine/new.ts', 'new\n');
    const { before, after } = renders();
    const given = {
      ...{ before: more(before), after: more(after) },
      isStatic: (path: string) => path.startsWith('engine/'),
    };
    expect(threeTrees(renders(given)).next.has('engine/new.ts')).toBe(false);
    const upgraded = threeTrees(renders({ ...given, mode: 'upgrade' }));
    expect(upgraded.next.get('engine/new.ts')).toBe('new\n');
  });

  it('keeps a file that neither render has: only an upgrade may let it go', () => {
    const kept = tree('const a = 1;\n', 'kept\n', { 'docs/old.md': 'old\n' });
    expect(threeTrees(renders({ kept })).next.get('docs/old.md')).toBe('old\n');
    expect(threeTrees(renders({ kept, mode: 'upgrade' })).next.has('docs/old.md')).toBe(false);
  });

  it('lets a file go that the model before had and the one after has not', () => {
    const after = new Map([...renders().after].filter(([path]) => path !== DERIVED));
    const { next, copies } = threeTrees(renders({ after }));
    expect(next.has(DERIVED)).toBe(false);
    const gone = new Map([...after].filter(([path]) => path !== SOURCE));
    expect(threeTrees(renders({ after: gone })).copies!.has(SOURCE)).toBe(false);
    expect(copies!.has(SOURCE)).toBe(true);
  });

  it('of sync is the present model on both sides of a source', () => {
    const given = renders({ mode: 'sync' });
    const { next, current } = threeTrees(given);
    expect([next.get(SOURCE), current!.get(SOURCE)]).toEqual([
      given.after.get(SOURCE),
      given.after.get(SOURCE),
    ]);
  });

  it('of an upgrade is all that is rendered, and the copies keep the model before', () => {
    const given = renders({
      mode: 'upgrade',
      kept: tree('const own = 0;\nconst a = 1;\n', 'kept\n'),
    });
    const { next, current, copies } = threeTrees(given);
    expect(next).toBe(given.after);
    // In the style of the crudgen that wrote the copy, with what the model has now.
    expect(current!.get(SOURCE)).toBe('const own = 0;\nconst a = 1;\nconst b = 2;\n');
    expect([...copies!]).toEqual([[SOURCE, 'const a = 1;\n']]);
  });
});
