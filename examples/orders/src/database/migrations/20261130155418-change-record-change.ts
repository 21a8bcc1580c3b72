import { StepMigration, addSqlIndex, dropIndex } from '#engine';

export class ChangeRecordChange20261130155418 extends StepMigration {
  readonly name = 'ChangeRecordChange20261130155418';
  readonly steps = [
    dropIndex('record_change', ['parent', 'id']),
    addSqlIndex('record_change', 'idx_record_change_parent', {
      sqlite: '("parent", "id") WHERE "parent" IS NOT NULL',
      postgres: '("parent", "id") WHERE "parent" IS NOT NULL',
    }),
  ];
}
