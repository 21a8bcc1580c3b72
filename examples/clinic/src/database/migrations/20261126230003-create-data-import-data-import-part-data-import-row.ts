import { StepMigration, addForeignKey, addIndex, addUnique, createTable } from '#engine';

export class CreateDataImportDataImportPartDataImportRow20261126230003 extends StepMigration {
  readonly name = 'CreateDataImportDataImportPartDataImportRow20261126230003';
  readonly steps = [
    createTable('data_import', {
      id: { type: 'id' },
      user_id: { type: 'integer' },
      model: { type: 'string', length: 255 },
      name: { type: 'string', length: 255 },
      size: { type: 'integer' },
      state: { type: 'string', length: 16 },
      plan: { type: 'text' },
      total: { type: 'integer', nullable: true },
      done: { type: 'integer', default: 0 },
      created: { type: 'integer', default: 0 },
      updated: { type: 'integer', default: 0 },
      failed: { type: 'integer', default: 0 },
      error: { type: 'text', nullable: true },
      held_by: { type: 'string', length: 64, nullable: true },
      held_until: { type: 'bigint', default: '0' },
      created_at: { type: 'bigint' },
      started_at: { type: 'bigint', nullable: true },
      finished_at: { type: 'bigint', nullable: true },
    }),
    createTable('data_import_part', {
      id: { type: 'id' },
      import_id: { type: 'integer' },
      position: { type: 'integer' },
      bytes: { type: 'text' },
    }),
    createTable('data_import_row', {
      id: { type: 'id' },
      import_id: { type: 'integer' },
      row_number: { type: 'integer' },
      cells: { type: 'text' },
      problems: { type: 'text' },
    }),
    addIndex('data_import', ['user_id']),
    addIndex('data_import', ['state']),
    addUnique('data_import_part', ['import_id', 'position']),
    addIndex('data_import_row', ['import_id', 'row_number']),
    addForeignKey('data_import_part', 'import_id', { table: 'data_import', onDelete: 'cascade' }),
    addForeignKey('data_import_row', 'import_id', { table: 'data_import', onDelete: 'cascade' }),
  ];
}
