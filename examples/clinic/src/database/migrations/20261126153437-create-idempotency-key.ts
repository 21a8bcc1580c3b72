import { StepMigration, addIndex, addUnique, createTable } from '#engine';

export class CreateIdempotencyKey20261126153437 extends StepMigration {
  readonly name = 'CreateIdempotencyKey20261126153437';
  readonly steps = [
    createTable('idempotency_key', {
      id: { type: 'id' },
      request: { type: 'string', length: 43 },
      item: { type: 'integer' },
      body: { type: 'string', length: 43 },
      written: { type: 'text' },
      at: { type: 'bigint' },
    }),
    addUnique('idempotency_key', ['request', 'item']),
    addIndex('idempotency_key', ['at']),
  ];
}
