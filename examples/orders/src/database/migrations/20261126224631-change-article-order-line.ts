import { NOW, StepMigration, addColumn, addForeignKey, addIndex, createTable } from '#engine';

export class ChangeArticleOrderLine20261126224631 extends StepMigration {
  readonly name = 'ChangeArticleOrderLine20261126224631';
  readonly steps = [
    createTable('article', {
      id: { type: 'id' },
      name: { type: 'string', length: 120 },
      price: { type: 'decimal', precision: 10, scale: 2 },
      created_at: { type: 'datetime', default: NOW },
      updated_at: { type: 'datetime', default: NOW },
    }),
    addColumn('order_line', 'article_id', { type: 'integer', nullable: true }),
    addIndex('order_line', ['article_id']),
    addForeignKey('order_line', 'article_id', { table: 'article', onDelete: 'set null' }),
  ];
}
