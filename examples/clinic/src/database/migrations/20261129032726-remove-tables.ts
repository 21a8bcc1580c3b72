import { StepMigration, dropForeignKey, dropTable } from '#engine';

export class RemoveTables20261129032726 extends StepMigration {
  readonly name = 'RemoveTables20261129032726';
  readonly steps = [
    dropForeignKey('data_import_row', 'import_id', { table: 'data_import', onDelete: 'cascade' }),
    dropForeignKey('data_import_part', 'import_id', { table: 'data_import', onDelete: 'cascade' }),
    dropTable('data_import_row'),
    dropTable('data_import_part'),
    dropTable('data_import'),
    dropTable('idempotency_key'),
  ];
}
