import { StepMigration, addColumn } from '#engine';

export class AddShadeToSpecimen20261128052102 extends StepMigration {
  readonly name = 'AddShadeToSpecimen20261128052102';
  readonly steps = [addColumn('specimen', 'shade', { type: 'color', nullable: true })];
}
