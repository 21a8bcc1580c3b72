import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packagesOf } from '../../../src/disk/read-packages.js';
import { findPageUses } from '../../../src/code/find-page-uses.js';
import { findUses } from '../../../src/code/find-uses.js';

const MODEL = 'src/models/customer/customer.model.ts';
const NOW = `import { Column, Entity } from 'typeorm';

@Entity('customer')
export class Customer {
  @Column('varchar') title!: string;
  @Column('varchar') city!: string;
  greet() { return 'Dear ' + this.name; }
}
`;
const FILES: Readonly<Record<string, string>> = {
  [MODEL]: NOW,
  'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } } // mine',
  'src/where.ts':
    'export declare function where<T>(): { eq<K extends keyof T & string>(key: K): void };\n',
  'src/jobs/nightly.ts': `import type { DataSource } from 'typeorm';
import { Customer } from '@/models/customer/customer.model.js';
import { where } from '../where.js';
export async function nightly(source: DataSource) {
  const rows = await source.getRepository(Customer).find({
    where: { name: 'Ann' },
  });
  where<Customer>().eq('name');
  const { name } = rows[0]!;
  return [rows.map((one) => one.name), name];
}
`,
  'src/jobs/other.ts': `import { Customer } from '../models/customer/customer.model.js';
const person = { name: 'customer' };
const sorts: 'name' | 'date' = 'name';
export const other = [Customer, person.name, sorts, class { name = 1 }];
`,
  'web/src/pages/customer/customer.list.tsx': `import { useListContext } from 'react-admin';
interface Customer { id: number; name: string; }
export function CustomerList(props: { name: string; onClick: () => void }) {
  const { data = [] } = useListContext<Customer>();
  const given: Customer[] = [];
  return <ul title={props.name}>{given.map((one) => <li>{one.name}</li>)}{data.map((one) => one.name)}</ul>;
}
`,
};

const files = new Map(Object.entries(FILES));
const asked = {
  files,
  among: [...files.keys()].filter((path) => path !== MODEL),
  entity: { path: MODEL, name: 'Customer' },
  members: [{ name: 'name', type: 'string' }],
  records: new Set(['id', 'name', 'city']),
};
const root = join(import.meta.dirname, '../../..');
const linesIn = (path: string, uses: ReturnType<typeof findUses>) =>
  uses.filter((use) => use.path === path).map(({ line }) => line);

describe('uses of a property that has another name', () => {
  test('are found by what an expression is, and not by the word', () => {
    const uses = findUses(asked, packagesOf(root));
    expect(linesIn('src/jobs/nightly.ts', uses)).toEqual([6, 8, 9, 10]);
    expect(linesIn('src/jobs/other.ts', uses)).toEqual([]);
    expect(linesIn('web/src/pages/customer/customer.list.tsx', uses)).toEqual([2, 6]);
    expect(findUses({ ...asked, among: [MODEL] }, packagesOf(root))).toEqual([
      { path: MODEL, line: 7 },
    ]);
  });

  test('are found where no packages are installed, as far as the project tells', () => {
    const uses = findUses(asked, packagesOf('/nowhere'));
    expect(linesIn('src/jobs/nightly.ts', uses)).toEqual([8]);
    expect(linesIn('src/jobs/other.ts', uses)).toEqual([]);
  });
});

test('uses in pages are attributes of what shows the model, and every key and name in those of its own', () => {
  const page = `export const Page = () => (
  <ListPage title="name" name="page">
    <TextColumn source="name" />
    <MyColumn field={'name'} label="name" />
    <RelatedTab reference="order" target="name">
      <TextColumn source="name" />
      <RelatedTab reference="customer"><TextColumn source="name" /></RelatedTab>
    </RelatedTab>
  </ListPage>
);
const HIDDEN = ['name'];
const facts = [{ source: 'name', type: 'name' }];
const other = [{ reference: 'name' }, <p title={'name'} />, <Far reference="name" />];
`;
  const lines = (path: string) =>
    findPageUses(path, page, {
      table: 'customer',
      folder: 'web/src/pages/customer/',
      names: ['name'],
    }).map(({ line }) => line);
  expect(lines('web/src/pages/customer/customer.list.tsx')).toEqual([3, 4, 7, 11, 12]);
  expect(lines('web/src/pages/order/order.list.tsx')).toEqual([7]);
});
