import { NOW, StepMigration, addForeignKey, addIndex, addUnique, createTable } from '#engine';

export class CreateOrderOrderLine20261121094612 extends StepMigration {
  readonly name = 'CreateOrderOrderLine20261121094612';
  readonly steps = [
    createTable('order', {
      id: { type: 'id' },
      number: { type: 'string', length: 40 },
      customer: { type: 'string', length: 255 },
      status: { type: 'string', length: 255, default: 'pending' },
      total: { type: 'decimal', precision: 12, scale: 2, nullable: true, default: 0 },
      placed_at: { type: 'datetime', nullable: true, default: NOW },
      notes: { type: 'text', nullable: true },
      created_at: { type: 'datetime', default: NOW },
      updated_at: { type: 'datetime', default: NOW },
    }),
    createTable('order_line', {
      id: { type: 'id' },
      order_id: { type: 'integer' },
      position: { type: 'integer' },
      product: { type: 'string', length: 255 },
      quantity: { type: 'integer', default: 1 },
      unit_price: { type: 'decimal', precision: 10, scale: 2 },
    }),
    addUnique('order', ['number']),
    addIndex('order', ['placed_at']),
    addUnique('order_line', ['order_id', 'position']),
    addIndex('order_line', ['order_id']),
    addForeignKey('order_line', 'order_id', { table: 'order', onDelete: 'cascade' }),
  ];
}
