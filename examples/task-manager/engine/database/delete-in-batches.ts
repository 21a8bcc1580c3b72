import { In, type EntityTarget, type FindOptionsSelect, type FindOptionsWhere } from 'typeorm';
import type { RecordId } from '../fields/record-id.js';
import type { Database } from './database.js';

/** Rows per delete statement, so that nobody is blocked for long. */
const BATCH = 1000;

/** Removes the rows of an entity that meet a condition, past its rules and hooks. */
export async function deleteInBatches<T extends { id: RecordId }>(
  { dataSource }: Pick<Database, 'dataSource'>,
  entity: EntityTarget<T>,
  where: FindOptionsWhere<T>,
): Promise<void> {
  const rows = dataSource.getRepository(entity);
  for (let found = BATCH; found === BATCH;) {
    const page = await rows.find({
      select: { id: true } as FindOptionsSelect<T>,
      where,
      take: BATCH,
    });
    found = page.length;
    if (found > 0) await rows.delete({ id: In(page.map(({ id }) => id)) } as FindOptionsWhere<T>);
  }
}
