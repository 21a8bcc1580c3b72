/** What is known of a type: whether it has an order, how many characters its values have at most, and the `n`th of some values. */
interface KnownType {
  readonly ordered?: boolean;
  readonly width?: number;
  readonly sample?: (n: number) => string;
}

const two = (n: number): string => String(Math.floor(n) % 60).padStart(2, '0');
const hex = (n: number): string => (n % 256).toString(16).padStart(2, '0');
const range = (n: number): string => `[${n},${n + 10})`;

/** A date of 2026, and the `n`th days behind it. */
const day = (n: number): string =>
  new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString().slice(0, 10);

const ofBits = (n: number): string => n.toString(2);

const KNOWN: Readonly<Record<string, KnownType>> = {
  inet: {
    ordered: true,
    width: 49,
    sample: (n) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
  },
  cidr: { ordered: true, width: 49, sample: (n) => `10.${(n >> 8) & 255}.${n & 255}.0/24` },
  macaddr: {
    ordered: true,
    width: 17,
    sample: (n) => `08:00:2b:${hex(n >> 16)}:${hex(n >> 8)}:${hex(n)}`,
  },
  macaddr8: {
    ordered: true,
    width: 23,
    sample: (n) => `08:00:2b:00:00:${hex(n >> 16)}:${hex(n >> 8)}:${hex(n)}`,
  },
  interval: {
    ordered: true,
    width: 120,
    sample: (n) => `${two(n / 3600)}:${two(n / 60)}:${two(n)}`,
  },
  money: { ordered: true, width: 60, sample: (n) => `$${n % 1000}.50` },
  'time with time zone': {
    ordered: true,
    width: 24,
    sample: (n) => `${two(n % 24)}:${two(n / 24)}:00+00`,
  },
  bit: { ordered: true },
  'bit varying': { ordered: true, sample: ofBits },
  int4range: { ordered: true, width: 40, sample: range },
  int8range: { ordered: true, width: 60, sample: range },
  numrange: { ordered: true, sample: range },
  daterange: { ordered: true, width: 60, sample: (n) => `[${day(n)},${day(n + 7)})` },
  tsrange: {
    ordered: true,
    width: 120,
    sample: (n) => `["${day(n)} 08:00:00","${day(n)} 09:00:00")`,
  },
  tstzrange: {
    ordered: true,
    width: 120,
    sample: (n) => `["${day(n)} 08:00:00+00","${day(n)} 09:00:00+00")`,
  },
  int4multirange: { ordered: true, sample: (n) => `{${range(n)}}` },
  int8multirange: { ordered: true, sample: (n) => `{${range(n)}}` },
  nummultirange: { ordered: true, sample: (n) => `{${range(n)}}` },
  datemultirange: { ordered: true, sample: (n) => `{[${day(n)},${day(n + 7)})}` },
  tsmultirange: { ordered: true },
  tstzmultirange: { ordered: true },
  tsvector: { ordered: true, sample: (n) => `'word${n}':1` },
  tsquery: { ordered: true, sample: (n) => `'word${n}'` },
  pg_lsn: { ordered: true, width: 17, sample: (n) => `0/${n.toString(16).toUpperCase()}` },
  oid: { ordered: true, width: 10, sample: String },
  name: { ordered: true, width: 63, sample: (n) => `name_${n}` },
  hstore: { ordered: true, sample: (n) => `"key"=>"${n}"` },
  ltree: { ordered: true, sample: (n) => `top.part${n}` },
  citext: { ordered: true, sample: (n) => `text ${n}` },
  cube: { ordered: true, sample: (n) => `(${n})` },
  seg: { ordered: true, sample: String },
  xml: { sample: (n) => `<item number="${n}"/>` },
  jsonpath: { sample: (n) => `$."item"[${n}]` },
  point: { sample: (n) => `(${n},0)` },
  line: { sample: (n) => `{1,-1,${n}}` },
  lseg: { sample: (n) => `[(0,0),(${n},1)]` },
  box: { sample: (n) => `(${n + 1},1),(0,0)` },
  path: { sample: (n) => `[(0,0),(${n},1)]` },
  polygon: { sample: (n) => `((0,0),(${n},1),(1,0))` },
  circle: { sample: (n) => `<(0,0),${n + 1}>` },
  vector: { ordered: true },
  halfvec: { ordered: true },
  sparsevec: { ordered: true },
  geometry: { ordered: true, sample: (n) => `POINT(${n} 0)` },
  geography: { ordered: true, sample: (n) => `POINT(${n % 180} 0)` },
};

/** Short names of types, and those by which the catalog of PostgreSQL knows them. */
const SHORT: Readonly<Record<string, string>> = {
  timetz: 'time with time zone',
  varbit: 'bit varying',
  char: 'character',
  varchar: 'character varying',
  int: 'integer',
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  float4: 'real',
  float8: 'double precision',
  bool: 'boolean',
  timestamp: 'timestamp without time zone',
  timestamptz: 'timestamp with time zone',
  time: 'time without time zone',
  decimal: 'numeric',
};

/** A type as the catalog of PostgreSQL names it: `bit varying(8)` for `varbit(8)`. */
export function canonicalType(type: string): string {
  const [, name = '', rest = ''] = /^(\w+)(.*)$/.exec(type) ?? [];
  const long = Object.hasOwn(SHORT, name) && !rest.startsWith(' ') ? SHORT[name]! : name;
  if (!long.startsWith('time')) return name === '' ? type : long + rest;
  const [words, ...more] = [long.slice(0, long.indexOf(' ')), long.slice(long.indexOf(' '))];
  const digits = /^\(\d\)/.exec(rest)?.[0] ?? '';
  return long === name ? type : `${words}${digits}${more.join('')}${rest.slice(digits.length)}`;
}

/** A type without its schema, its digits and its quotes: `vector` of `public.vector(3)`. */
export const baseOf = (type: string): string =>
  type
    .replace(/\([^)]*\)/g, '')
    .replace(/^("[^"]*"|\w+)\./, '')
    .replaceAll('"', '')
    .trim();

const known = (type: string): KnownType => KNOWN[baseOf(type)] ?? {};

/**
 * Whether PostgreSQL sorts the values of a type. Of a type that is not known here, such as a composite one, the database may not
 * even have an equality.
 */
export const isOrdered = (type: string): boolean => known(type).ordered ?? false;

/** How many characters a value of a type has at most. */
export const widthOf = (type: string): number => known(type).width ?? Infinity;

/** The digits in the parentheses of a type: 8 of `bit(8)`; 1 without any. */
const digitsOf = (type: string): number => Number(/\((\d+)\)/.exec(type)?.[1] ?? 1);

/** The `n`th of many values of a type; null where no value is known. */
export function sampleOf(type: string, n: number): string | null {
  const base = baseOf(type);
  const digits = digitsOf(type);
  if (base === 'bit') return ofBits(n % 2 ** Math.min(digits, 30)).padStart(digits, '0');
  if (base === 'vector' || base === 'halfvec')
    return `[${[n, ...Array<number>(digits - 1).fill(0)].join(',')}]`;
  return known(type).sample?.(n) ?? null;
}
