import { type Count, type Expressed, type Part, PARTS } from './expressed.js';
import type { PublicSchema } from './schemas.js';

/** A schema, and what specs say of it. */
export interface Counted {
  readonly schema: PublicSchema;
  readonly expressed: Expressed;
}

/** The page of the site about what specs say of public schemas. */
export function expressedPage(all: readonly Counted[]): string {
  return [
    ...['# What a spec says of a database', ''],
    'The table counts what [`crudgen pull`](../start/existing-database.md) makes of public schemas: how many of their columns have a',
    'field **of their own type**, and how many keys, relations, indexes, checks, defaults and views a spec says. What no spec says stays',
    'in the database and keeps working; it is named below, and in each spec.',
    ...['', ...tableOf(all), ''],
    'A column whose type only the database knows, such as `inet`, has a field of this type, and its values are texts as the database',
    'prints them; these columns are counted apart. A column that is merely kept as a text or as a less exact number counts as not',
    'expressed. Partitions belong to their tables, and tables in which other tools keep their migrations are no data. Of PostgreSQL, a',
    'project is made of each schema, so a foreign key to another schema counts as not expressed. A view or table without a key is a list',
    'that is only read; what such a table has for its writers counts as not expressed.',
    '',
    'The repository keeps these schemas in `test/fixtures/schemas`, with their licences.',
    ...['', '## What no spec says', ''],
    ...all.flatMap(othersOf),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
}

const TITLES: Readonly<Record<Part, string>> = {
  columns: 'Columns',
  keys: 'Keys',
  relations: 'Relations',
  indexes: 'Indexes',
  checks: 'Checks',
  defaults: 'Defaults',
  views: 'Views',
};

function tableOf(all: readonly Counted[]): readonly string[] {
  const heads = ['Schema', 'Tables', ...PARTS.map((part) => TITLES[part]), 'Native'];
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cells = ({ tables, parts, native }: Pick<Expressed, 'tables' | 'parts' | 'native'>) => [
    shown(tables),
    ...PARTS.map((part) => shown(parts[part])),
    String(native),
  ];
  return [
    row(heads),
    row(heads.map((_, place) => (place === 0 ? '---' : '---:'))),
    ...all.map(({ schema, expressed }) => row([titleOf(schema), ...cells(expressed)])),
    row(['**All**', ...cells(totalOf(all.map(({ expressed }) => expressed)))]),
  ];
}

const titleOf = ({ title, database }: PublicSchema): string =>
  `${title} (${database === 'sqlite' ? 'SQLite' : 'PostgreSQL'})`;

/** `62 of 64`, or the number alone where all are said. */
const shown = ({ all, said }: Count): string => {
  if (all === 0) return '';
  return said === all ? `${all}` : `${said} of ${all} (${percent(said / all)})`;
};

/** Rounded down, so that 100 % is all of them. */
const percent = (share: number): string => `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;

function totalOf(all: readonly Expressed[]): Pick<Expressed, 'tables' | 'parts' | 'native'> {
  const plus = (counts: readonly Count[]): Count => ({
    all: counts.reduce((sum, one) => sum + one.all, 0),
    said: counts.reduce((sum, one) => sum + one.said, 0),
  });
  return {
    tables: plus(all.map(({ tables }) => tables)),
    parts: Object.fromEntries(
      PARTS.map((part) => [part, plus(all.map(({ parts }) => parts[part]))]),
    ) as Expressed['parts'],
    native: all.reduce((sum, one) => sum + one.native, 0),
  };
}

function othersOf({ schema, expressed }: Counted): readonly string[] {
  const { others, below } = expressed;
  if (others.size === 0 && below === 0) return [];
  const isMuch = others.size > MANY;
  return [
    ...[`### ${titleOf(schema)}`, ''],
    ...(isMuch ? [`<details>`, `<summary>${others.size} kinds</summary>`, ''] : []),
    ...[...others].map(([text, places]) => `- ${inCode(text)}: ${places.map(code).join(', ')}`),
    ...(below === 0 ? [] : [`- triggers, and what keys do on update: ${below}`]),
    '',
    ...(isMuch ? ['</details>', ''] : []),
  ];
}

/** More kinds than this are folded away. */
const MANY = 20;

/** SQL in a sentence is code. A sentence has code already where a type or a table is named. */
function inCode(text: string): string {
  if (text.includes('`')) return text;
  const found =
    /^((?:check|default|[a-z ]*index(?: of an expression)?|foreign key) )(.+?)(: [a-z ]+[a-z\d_]*)?$/.exec(
      text,
    );
  return found === null ? text : `${found[1]}${code(found[2]!)}${found[3] ?? ''}`;
}

/** Markdown shows a text as it is; a page of the site reads double braces as a template. */
const code = (text: string): string =>
  text.includes('{{') ? `<code v-pre>${text}</code>` : `\`${text}\``;
