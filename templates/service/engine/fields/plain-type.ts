/** A type of the engine's own; the same names as in crudgen's field syntax. */
export type PlainType =
  | 'string'
  | 'text'
  | 'integer'
  | 'bigint'
  | 'float'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'
  | 'uuid'
  | 'color'
  | 'json'
  | 'enum';
