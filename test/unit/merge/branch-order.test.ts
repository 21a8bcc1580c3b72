import { describe, expect, it } from 'vitest';
import { mergeBranches, mergeCopies } from '../../../src/merge/merge-branches.js';
import { Dice } from '../../../templates/tools/prove/worlds/dice.js';

const PAGE = 'web/src/pages/order/order.show.tsx';

/** A tab of related records, with a column. */
const tab = (relation: string, model = relation.slice(0, -1), column = 'name', more = '') =>
  `      <RelatedTab relation="${relation}" reference="${model}" target="order_id"${more}>
        <TextColumn source="${column}" />
      </RelatedTab>
`;

const page = (
  ...tabs: readonly string[]
) => `import { RelatedTab, RelatedTabs, TextColumn } from '#ui';

function Related() {
  return (
    <RelatedTabs>
${tabs.join('')}    </RelatedTabs>
  );
}
`;

/** What comes of two branches, the same whoever merges whom. */
function merged(path: string, base: string, one: string, other: string): string | null {
  const both = mergeBranches(path, { base, mine: one, next: other });
  expect(mergeBranches(path, { base, mine: other, next: one })).toBe(both);
  if (both !== null)
    for (const [mine, next] of [
      [one, other],
      [other, one],
    ] as const)
      expect(mergeCopies(path, { base, mine, next })).toBe(both);
  return both;
}

describe('related records that two branches have each added', () => {
  const lines = tab('lines');

  it('come in one order where they meet', () => {
    const both = page(lines, tab('notes'), tab('shipments'));
    expect(
      merged(PAGE, page(lines), page(lines, tab('shipments')), page(lines, tab('notes'))),
    ).toBe(both);
    const first = page(tab('notes'), tab('shipments'), lines);
    expect(
      merged(PAGE, page(lines), page(tab('shipments'), lines), page(tab('notes'), lines)),
    ).toBe(first);
    const [one, other] = [page(tab('shipments')), page(tab('notes'))];
    expect(merged(PAGE, page(), one, other)).toBe(page(tab('notes'), tab('shipments')));
  });

  it('come as in the menu: by their model, and those that belong to several last', () => {
    const [own, other] = [tab('all', 'order_line'), tab('orders', 'order')];
    const shared = tab('added', 'addition', 'name', ' many');
    expect(merged(PAGE, page(lines), page(lines, own, shared), page(lines, other))).toBe(
      page(lines, other, own, shared),
    );
  });

  it('are there beside a change of another tab', () => {
    const changed = tab('lines', 'line', 'number');
    expect(
      merged(PAGE, page(lines), page(changed, tab('shipments')), page(lines, tab('notes'))),
    ).toBe(page(changed, tab('notes'), tab('shipments')));
  });

  it.each([
    ['both have changed the same tab', tab('lines', 'line', 'number'), tab('lines', 'line', 'day')],
    ['one has changed the tab that the other one has taken out', tab('lines', 'line', 'day'), ''],
  ])('are a conflict where %s', (_, one, other) => {
    const sides = [page(one, tab('shipments')), page(other, tab('notes'))] as const;
    expect(merged(PAGE, page(lines), ...sides)).toBeNull();
  });

  it('are a conflict where both have added one of the same name', () => {
    const sides = [tab('notes', 'note', 'text'), tab('notes', 'note', 'title')];
    expect(merged(PAGE, page(lines), page(lines, sides[0]!), page(lines, sides[1]!))).toBeNull();
  });
});

/** Kinds of lists, as texts of their entries. */
const LISTS: Readonly<Record<string, readonly [path: string, text: (names: string[]) => string]>> =
  {
    'related records': [PAGE, (names) => page(...names.map((name) => tab(`${name}s`)))],
    columns: [
      'src/a.tsx',
      (names) =>
        `export const A = () => (\n  <List>\n${names.map((name) => `    <TextColumn source="${name}" />\n`).join('')}  </List>\n);\n`,
    ],
    'entries of the menu': [
      'src/a.ts',
      (names) =>
        `export const menu = [\n${names.map((name) => `  {\n    name: '${name}',\n    label: '${name}s',\n  },\n`).join('')}];\n`,
    ],
    keys: [
      'src/a.ts',
      (names) => `export const a = {\n${names.map((name) => `  ${name}: 1,\n`).join('')}};\n`,
    ],
    members: [
      'src/a.ts',
      (names) => `export class A {\n${names.map((name) => `  ${name} = '';\n`).join('\n')}}\n`,
    ],
    imports: [
      'src/a.ts',
      (names) =>
        `${names.map((name) => `import { ${name} } from './${name}.js';\n`).join('')}\nexport const all = [\n${names.map((name) => `  ${name},\n`).join('')}];\n`,
    ],
    'names of an import': [
      'src/a.ts',
      (names) =>
        `import {\n${names.map((name) => `  ${name},\n`).join('')}} from './all.js';\n\nexport const all = [\n${names.map((name) => `  ${name},\n`).join('')}];\n`,
    ],
    'keys of JSON': [
      'a.json',
      (names) => `${JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])), null, 2)}\n`,
    ],
  };

const NAMES = [...'abcdefghijklmnop'].map((letter) => letter.repeat(3));

/** Random names of a list, and lists of two branches that each have others besides, at any places and in any order. */
function randomLists(dice: Dice): readonly [base: string[], one: string[], other: string[]] {
  const names = NAMES.map((name) => [dice.next(), name] as const)
    .sort(([left], [right]) => left - right)
    .map(([, name]) => name);
  const base = names.splice(0, 1 + dice.below(4));
  const grown = (count: number) => {
    const list = [...base];
    for (const name of names.splice(0, count)) list.splice(dice.below(list.length + 1), 0, name);
    return list;
  };
  return [base, grown(1 + dice.below(4)), grown(1 + dice.below(4))];
}

describe('what two branches add to a list', () => {
  it.each(Object.entries(LISTS))('is all there in one order: %s', (_, [path, text]) => {
    for (let seed = 1; seed <= 25; seed++) {
      const [base, one, other] = randomLists(new Dice(seed));
      const both = merged(path, text(base), text(one), text(other));
      const order = NAMES.filter((name) => both?.includes(name)).sort(
        (left, right) => both!.indexOf(left) - both!.indexOf(right),
      );
      expect(order.toSorted(), `seed ${seed}`).toEqual([...new Set([...one, ...other])].sort());
      expect(both, `seed ${seed}`).toBe(text(order));
      for (const side of [one, other])
        expect(
          order.filter((name) => side.includes(name)),
          `seed ${seed}`,
        ).toEqual(side);
    }
  });
});
