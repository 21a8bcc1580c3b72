import { NOW, StepMigration, addIndex, createTable } from '#engine';

export class CreateRecordChange20261130115041 extends StepMigration {
  readonly name = 'CreateRecordChange20261130115041';
  readonly steps = [
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
    addIndex('record_change', ['key', 'model', 'id']),
    addIndex('record_change', ['parent', 'id']),
    addIndex('record_change', ['actor_id', 'id']),
    addIndex('record_change', ['model', 'id']),
  ];
}
