import { AddedType, AddedTypes, type DatabaseName } from '../fields/added-type.js';
import type { TypeOfField } from '../fields/field-types.js';
import { no } from '../fields/limits.js';
import { isBase64, lengthOf } from './base64.js';

/**
 * A column of bytes, such as a picture: `bytes()`, `bytes('500kb')`. In JSON and in entities, its values are texts in base64
 * (RFC 4648, section 4). A value has at most 1 MB, unless another limit is given.
 */
export function bytes(limit = '1mb'): AddedTypes {
  const most = bytesIn(limit);
  return new AddedTypes((database) => new BytesType(most, database));
}

const UNITS = { b: 1, kb: 1024, mb: 1_048_576 } as const;

/** The number of bytes of a size: 512000 of `500kb`; throws for any other text. */
function bytesIn(size: string): number {
  const [, number, unit = 'b'] = /^([1-9]\d*)(b|kb|mb)?$/.exec(size) ?? [];
  if (number === undefined) throw new Error(`bytes: ${size} is no size; write it as 1mb or 500kb`);
  return Number(number) * UNITS[unit as keyof typeof UNITS];
}

/** Bytes in one of the databases. */
class BytesType extends AddedType {
  override readonly name = 'bytes';
  override readonly columns = { sqlite: 'blob', postgres: 'bytea' };
  override readonly entityType: string;
  override readonly isListed = false;
  override readonly width: number;
  override readonly values: TypeOfField<string>;
  override readonly schema: AddedType['schema'];
  override readonly operators: readonly string[] = ['isnull'];

  constructor(most: number, database: DatabaseName) {
    super(database);
    const accept = (value: unknown): string | null => (isBase64(value) ? value : null);
    this.entityType = this.column;
    this.width = Math.ceil(most / 3) * 4;
    this.values = {
      noun: 'bytes as a text in base64',
      parse: accept,
      accept,
      fits: (value, { name }) =>
        lengthOf(value) > most
          ? no('too-many-bytes', `${name} must have at most ${most} bytes`, { max: most })
          : null,
      compare: accept,
      isKind: isBase64,
    };
    this.schema = {
      type: 'string',
      contentEncoding: 'base64',
      minLength: 4,
      maxLength: this.width,
      pattern: '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$',
      examples: [this.sample(0)],
    };
  }

  override encode(value: unknown): unknown {
    const stored = Buffer.from(value as string, 'base64');
    return this.database === 'postgres' ? `\\x${stored.toString('hex')}` : stored;
  }

  /** The engine's statements give PostgreSQL's text, TypeORM and SQLite give bytes; SQLite also what other programs have stored. */
  override decode(stored: unknown): string {
    if (this.database === 'postgres' && typeof stored === 'string')
      return Buffer.from(stored.slice(2), 'hex').toString('base64');
    if (!(stored instanceof Uint8Array)) return Buffer.from(String(stored)).toString('base64');
    return Buffer.from(stored).toString('base64');
  }

  override to(value: unknown): unknown {
    return typeof value === 'string' ? Buffer.from(value, 'base64') : value;
  }

  override text(column: string): string {
    return this.database === 'postgres' ? `encode(${column}, 'base64')` : `hex(${column})`;
  }

  override json(): null {
    return null;
  }

  override bytes(column: string): string {
    return `octet_length(${column}) * 4 / 3`;
  }

  override sample(n: number): string {
    return Buffer.from(`bytes ${n}`).toString('base64');
  }
}
