import 'reflect-metadata';
import { DataSource, getMetadataArgsStorage, type ColumnType, type ObjectLiteral } from 'typeorm';

type Entity = new () => ObjectLiteral;

/** A data source that reads its entities and never has a database: a column may be of any type that one of them knows. */
class Unconnected extends DataSource {
  async describe(): Promise<this> {
    const types = getMetadataArgsStorage().columns.flatMap(({ options }) => options.type ?? []);
    this.driver.supportedDataTypes.push(...(types as ColumnType[]));
    await this.buildMetadatas();
    return this;
  }
}

/** What TypeORM knows of some entities. */
export const readEntities = (entities: readonly Entity[]): Promise<DataSource> =>
  new Unconnected({
    ...{ type: 'better-sqlite3', database: ':memory:', logging: false },
    entities: [...entities],
  }).describe();
