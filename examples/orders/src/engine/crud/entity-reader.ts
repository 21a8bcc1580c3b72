import { In, type EntityMetadata, type ObjectLiteral } from 'typeorm';
import type { Session } from '../database/session.js';
import type { Dialect } from '../database/dialect.js';
import { readLinks } from './links.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Values } from '../model/hooks.js';
import type { RecordReader, Scope } from './scope.js';
import { createSerializer } from './serialize.js';

/** Reads through TypeORM's repository: which rows is decided by our SQL, what stands in them by the owner's listeners. */
export function createEntityReader(
  model: ModelInfo,
  readable: ReadonlySet<string>,
  dialect: Dialect,
): RecordReader {
  const links = model.links.filter((link) => readable.has(link.name));
  const serialize = createSerializer(model, readable);
  return {
    select: dialect.quote('id'),
    width: 1,
    async texts(rows, session, scope) {
      const ids = rows.map((row) => Number(row[0]));
      const found = await findEntities(ids, model, session, scope);
      const records = ids.flatMap((id) => {
        const values = found.get(id);
        return values ? [onlyReadable(values, readable)] : [];
      });
      if (links.length > 0) await readLinks(records, links, session, scope);
      return records.map(serialize);
    },
  };
}

/** The values of these records by id, as TypeORM hydrates them. */
export async function findEntities(
  ids: readonly number[],
  model: ModelInfo,
  session: Session,
  { core }: Scope,
): Promise<ReadonlyMap<number, Values>> {
  const meta = core.database.dataSource.getMetadata(model.entity);
  const { manager } = session.runner();
  const entities = await manager.find(model.entity, {
    where: { id: In([...ids]) },
    withDeleted: true,
    loadEagerRelations: false,
  });
  return new Map(entities.map((entity) => [Number(entity.id), entityValues(entity, meta, model)]));
}

/** An entity's columns as the API has them. */
export function entityValues(
  entity: ObjectLiteral,
  meta: EntityMetadata,
  model: ModelInfo,
): Values {
  const values: Values = {};
  for (const column of meta.columns) {
    const info = model.columns.find((candidate) => candidate.column === column.databaseName);
    const value: unknown = column.getEntityValue(entity);
    if (info) values[info.name] = value instanceof Date ? value.toISOString() : (value ?? null);
  }
  return values;
}

const onlyReadable = (values: Values, readable: ReadonlySet<string>): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => readable.has(name)));
