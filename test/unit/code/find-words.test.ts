import { expect, it } from 'vitest';
import { findWords } from '../../../src/code/find-page-uses.js';

const MODEL = `@Entity('boat')
@Index(['length'])
export class Boat {
  @Column('varchar', { length: 80 })
  name!: string;

  @Transform({ to: (value: number) => ({ length: value }) })
  isLong = () => isLonger({ length: 12 });
}
`;

it('finds a field in strings and keys, but not in the options of decorators', () => {
  const uses = findWords('src/models/boat/boat.model.ts', MODEL, ['length']);
  expect(uses.map(({ line }) => line)).toEqual([2, 7, 8]);
});
