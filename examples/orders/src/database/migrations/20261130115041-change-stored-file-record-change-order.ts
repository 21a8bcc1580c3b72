import { NOW, StepMigration, addColumn, addIndex, createTable } from '#engine';

export class ChangeStoredFileRecordChangeOrder20261130115041 extends StepMigration {
  readonly name = 'ChangeStoredFileRecordChangeOrder20261130115041';
  readonly steps = [
    createTable('stored_file', {
      id: { type: 'uuid' },
      state: { type: 'string', length: 16 },
      scan: { type: 'string', length: 16 },
      model: { type: 'string', length: 255 },
      field: { type: 'string', length: 255 },
      key: { type: 'text', nullable: true },
      name: { type: 'string', length: 255 },
      type: { type: 'string', length: 127 },
      size: { type: 'bigint' },
      width: { type: 'integer', nullable: true },
      height: { type: 'integer', nullable: true },
      uploader: { type: 'integer', nullable: true },
      created_at: { type: 'bigint' },
      state_at: { type: 'bigint' },
    }),
    createTable('record_change', {
      id: { type: 'id' },
      model: { type: 'string', length: 255 },
      key: { type: 'text' },
      parent: { type: 'text', nullable: true },
      action: { type: 'string', length: 16 },
      changes: { type: 'text' },
      actor_id: { type: 'integer', nullable: true },
      actor: { type: 'string', length: 255, nullable: true },
      door: { type: 'string', length: 255 },
      at: { type: 'datetime', default: NOW },
    }),
    addColumn('order', 'confirmation', {
      type: 'sql',
      sqlite: 'text',
      postgres: 'text',
      nullable: true,
    }),
    addIndex('stored_file', ['state', 'state_at']),
    addIndex('stored_file', ['uploader', 'state']),
    addIndex('record_change', ['key', 'model', 'id']),
    addIndex('record_change', ['parent', 'id']),
    addIndex('record_change', ['actor_id', 'id']),
    addIndex('record_change', ['model', 'id']),
  ];
}
