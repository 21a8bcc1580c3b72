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

const RELATIONS = `@Entity('stop')
export class Stop {
  @ManyToOne(() => Port, (port) => port.number)
  @JoinColumn([{ name: 'number', referencedColumnName: 'number' }])
  port?: Relation<Port>;

  @ManyToOne(() => Stop)
  @JoinColumn([
    { name: 'before', referencedColumnName: 'number' },
  ])
  above?: Relation<Stop>;

  @JoinColumn([
    { name: 'port', referencedColumnName: 'number' },
  ])
  @ManyToOne(() => Port)
  next?: Relation<Port>;
}
`;

it('finds no column of another class to which a relation leads', () => {
  const uses = findWords('src/models/stop/stop.model.ts', RELATIONS, ['number']);
  expect(uses.map(({ line }) => line)).toEqual([4, 9]);
});

it('finds a field in strings and keys, but not in the options of decorators', () => {
  const uses = findWords('src/models/boat/boat.model.ts', MODEL, ['length']);
  expect(uses.map(({ line }) => line)).toEqual([2, 7, 8]);
});
