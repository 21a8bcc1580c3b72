import { AddedType, AddedTypes, type DatabaseName } from '../fields/added-type.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { TypeOfField } from '../fields/field-types.js';
import type { ModelInfo } from '../model/model-info.js';
import { fileIdIn, type FileValue } from './file-value.js';

/** A column of files: `file()`, `file('50mb')`. A file has at most 10 MB, unless another limit is given. */
export const file = (limit = '10mb'): AddedTypes => column('file', limit);

/** A column of pictures (JPEG, PNG, WebP, GIF): `image()`, `image('20mb')`. One has at most 5 MB, unless another limit is given. */
export const image = (limit = '5mb'): AddedTypes => column('image', limit);

type Kind = 'file' | 'image';

function column(kind: Kind, limit: string): AddedTypes {
  const most = bytesIn(kind, limit);
  return new AddedTypes((database) => new FileType(kind, most, database));
}

const UNITS = { b: 1, kb: 1024, mb: 1_048_576 } as const;

function bytesIn(kind: Kind, size: string): number {
  const [, number, unit = 'b'] = /^([1-9]\d*)(b|kb|mb)?$/.exec(size) ?? [];
  if (number === undefined)
    throw new Error(`${kind}: ${size} is no size; write it as 5mb or 500kb`);
  return Number(number) * UNITS[unit as keyof typeof UNITS];
}

/** Files in one of the databases: a text of JSON with their facts, so that to read a record takes no join. */
export class FileType extends AddedType {
  override readonly name: string;
  override readonly columns = { sqlite: 'text', postgres: 'text' };
  override readonly operators: readonly string[] = ['isnull'];
  override readonly isFree = false;
  override readonly width = WIDTH;
  override readonly values: TypeOfField;
  override readonly schema: AddedType['schema'];

  constructor(
    readonly kind: Kind,
    /** Bytes that a file has at most. */
    readonly most: number,
    database: DatabaseName,
  ) {
    super(database);
    this.name = kind;
    this.values = {
      noun: `${kind === 'image' ? 'a picture' : 'a file'} that was uploaded: { "id": "..." }`,
      // No text of a query or of a table names a file.
      parse: () => null,
      accept: idIn,
      compare: () => null,
      isKind: () => false,
    };
    this.schema = fileSchema(kind, most);
  }

  override encode(value: unknown): unknown {
    return JSON.stringify(value);
  }

  override decode(stored: unknown): FileValue {
    return JSON.parse(String(stored)) as FileValue;
  }

  /** A stand-in: the feature makes a file in its place. */
  override sample(): FileValue {
    return { id: '', name: '', type: '', size: 0 };
  }

  override json(column: string): string {
    return `json(${column})`;
  }
}

/** Characters of the longest value in JSON: a name of 255, each of which may be escaped. */
const WIDTH = 1000;

/** All that counts of what was sent is the id: the other facts are those of the file. */
function idIn(value: unknown): Readonly<Record<string, unknown>> | null {
  const id = fileIdIn(value);
  return id === null ? null : { id };
}

/** Names and types have no control characters. */
const VISIBLE = '^[^\\u0000-\\u001f]*$';

const numberFrom = (minimum: number) => ({
  type: 'integer',
  format: 'int64',
  minimum,
  maximum: Number.MAX_SAFE_INTEGER,
});

const fileSchema = (kind: Kind, most: number): AddedType['schema'] => ({
  type: 'object',
  description: `${kind === 'image' ? 'A picture' : 'A file'} of at most ${most} bytes. A write needs its id alone.`,
  properties: {
    id: { type: 'string', format: 'uuid', maxLength: 36 },
    name: { type: 'string', maxLength: 255, pattern: VISIBLE },
    type: { type: 'string', maxLength: 127, pattern: VISIBLE },
    size: numberFrom(0),
    width: numberFrom(1),
    height: numberFrom(1),
  },
  required: ['id'],
});

/** A column of a model that holds files. */
export interface FileColumn extends ColumnInfo {
  readonly added: FileType;
}

const isFileColumn = (column: ColumnInfo): column is FileColumn => column.added instanceof FileType;

/** The columns of a model that hold files. */
export const fileColumnsOf = ({ columns }: Pick<ModelInfo, 'columns'>): readonly FileColumn[] =>
  columns.filter(isFileColumn);
