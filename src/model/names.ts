/** The words of a name in any case: `HTTPServer`, `http_server` and `http-server` are `http`, `server`. */
export function nameWords(name: string): string[] {
  return name
    .replace(/IPv([46])/g, '_Ipv$1_')
    .replace(/([A-Z]{2,})s(?![a-z])/g, (_, acronym: string) => `_${titleWord(acronym)}s_`)
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** `TeamMember` -> `team_member`: the default table of a class. */
export function snakeCase(name: string): string {
  return nameWords(name).join('_');
}

/** `TeamMember` -> `team-member`: folders and files. */
export function kebabCase(name: string): string {
  return nameWords(name).join('-');
}

/** `team_member` -> `TeamMember`: classes. A name that is a class name already keeps its own capitals. */
export function pascalCase(name: string): string {
  if (/^[A-Z][A-Za-z0-9]*$/.test(name)) return name;
  return nameWords(name).map(titleWord).join('');
}

/** `TeamMember` -> `teamMember`, `HTTPServer` -> `httpServer`: variables. */
export function camelCase(name: string): string {
  const [first = '', ...rest] = nameWords(name);
  return first + rest.map(titleWord).join('');
}

/** `planned_work_hours` -> `Planned work hours`, `image_url` -> `Image URL`: display names. */
export function titleCase(name: string): string {
  const words = nameWords(name).map(titleWordPart).join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * A value as people read it: `in_progress` -> `In progress`. What is no word in small letters stays as it is: `iOS`, `PayPal`,
 * `A-`, and signs such as `kg`. The back-office has the same rule (`humanize` in `components/formats.ts`).
 */
export function valueTitle(value: string): string {
  const text = value.replaceAll('_', ' ').trim();
  const words = (/^[a-z]+(-[a-z]+)+$/.test(text) ? text.replaceAll('-', ' ') : text).split(/ +/);
  const spoken = words.map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word));
  const [first = '', ...others] = spoken;
  const isWritten = value.trim().includes(' ') || /[A-Z]/.test(first);
  const isSign = others.length === 0 && SIGN.test(first);
  const begun = isWritten || isSign ? first : first.charAt(0).toUpperCase() + first.slice(1);
  return [begun, ...others].join(' ');
}

/** The shape of a sign: at most two letters, letters that cannot be spoken, or a text with digits. */
const SIGN = /^(?!(?:go|in|no|ok|on|up)$)(?:[a-z]{1,2}|[b-df-hj-np-tv-xz]+|.*\d.*)$/;

/** Words spelled in capitals; the back-office has the same list (`components/formats.ts`). */
export const ACRONYMS: ReadonlySet<string> = new Set(
  (
    'api bic crm csv ean erp eta faq gps gtin html http https iban id ip isbn json pdf qr rfid seo sku sms sql ssn ' +
    'url usb utc uuid vat vin vip vpn xml'
  ).split(' '),
);

function titleWordPart(word: string): string {
  if (ACRONYMS.has(word)) return word.toUpperCase();
  const one = word.replace(/s$/, '');
  return ACRONYMS.has(one) ? `${one.toUpperCase()}s` : word;
}

/** The plural of a name's last word; a plural stays as it is: `team_member` -> `team_members`. */
export function plural(name: string): string {
  return onLastWord(name, pluralWord);
}

/** The singular of a name's last word; a singular stays as it is: `categories` -> `category`. */
export function singular(name: string): string {
  return onLastWord(name, singularWord);
}

/** The stored field name of a ref: `project` and `project_id` -> `project_id`. */
export function referenceField(name: string): string {
  return name.endsWith('_id') && name !== '_id' ? name : `${name}_id`;
}

/** The relation beside a ref's column: `project_id` and `project` -> `project`. */
export function referenceRelation(name: string): string {
  return referenceField(name).slice(0, -'_id'.length);
}

/** Irregular singulars and plurals. */
const IRREGULAR = (
  'person/people child/children man/men woman/women foot/feet tooth/teeth goose/geese ' +
  'mouse/mice ox/oxen leaf/leaves loaf/loaves half/halves shelf/shelves wolf/wolves ' +
  'thief/thieves knife/knives wife/wives life/lives hero/heroes potato/potatoes ' +
  'tomato/tomatoes echo/echoes criterion/criteria phenomenon/phenomena index/indexes ' +
  'quiz/quizzes lens/lenses gas/gases canvas/canvases atlas/atlases alias/aliases ' +
  'bias/biases movie/movies cookie/cookies tie/ties menu/menus cache/caches axis/axes ' +
  'basis/bases base/bases database/databases house/houses warehouse/warehouses ' +
  'purchase/purchases case/cases use/uses cause/causes clause/clauses pause/pauses ' +
  'excuse/excuses tax/taxes size/sizes prize/prizes'
)
  .split(' ')
  .map((pair) => pair.split('/') as [singular: string, plural: string]);

const UNCOUNTABLE = new Set(
  (
    'aircraft advice data equipment feedback fish furniture hardware information knowledge ' +
    'luggage metadata money music news offspring rice series sheep software species staff traffic'
  ).split(' '),
);

const PLURALS = new Map(IRREGULAR);
const SINGULARS = new Map(IRREGULAR.map(([one, many]) => [many, one] as const).reverse());

function pluralWord(word: string): string {
  if (UNCOUNTABLE.has(word) || SINGULARS.has(word)) return word;
  const irregular = PLURALS.get(word);
  if (irregular !== undefined) return irregular;
  if (/[^aeiou]y$/.test(word) || /quy$/.test(word)) return `${word.slice(0, -1)}ies`;
  if (/sis$/.test(word)) return `${word.slice(0, -2)}es`;
  if (/(ss|us|x|z|ch|sh)$/.test(word)) return `${word}es`;
  if (/s$/.test(word)) return word;
  return `${word}s`;
}

function singularWord(word: string): string {
  if (UNCOUNTABLE.has(word) || PLURALS.has(word)) return word;
  const irregular = SINGULARS.get(word);
  if (irregular !== undefined) return irregular;
  if (/(ss|us|is)$/.test(word)) return word;
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/yses$|[hnt]eses$|oses$/.test(word)) return `${word.slice(0, -2)}is`;
  if (/(sses|uses|xes|zes|ches|shes)$/.test(word)) return word.slice(0, -2);
  if (/s$/.test(word)) return word.slice(0, -1);
  return word;
}

function onLastWord(name: string, change: (word: string) => string): string {
  const [, start, word] = /^(.*?)([A-Za-z][a-z0-9]*)$/.exec(name) ?? [];
  if (word === undefined) return change(name);
  const changed = change(word.toLowerCase());
  const capital = word.charAt(0) !== word.charAt(0).toLowerCase();
  return start + (capital ? titleWord(changed) : changed);
}

function titleWord(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

/** A name in plain letters where possible: `Straße` -> `Strasse`. */
export const inAscii = (name: string): string =>
  name
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '');

/** The most bytes of a name in PostgreSQL, which cuts off longer ones. */
export const MAX_SQL_NAME = 63;

/** Why no table or column can be called so, even in quotes; null if it can. TypeORM quotes names without doubling a quote in them. */
export function sqlNameFault(name: string): string | null {
  if (name === '') return 'is empty';
  if (/\p{Cc}/u.test(name)) return 'has a control character';
  if (name.includes('"')) return 'has a double quote';
  const bytes = Buffer.byteLength(name);
  return bytes > MAX_SQL_NAME ? `has ${bytes} bytes, of ${MAX_SQL_NAME} at most` : null;
}

/** The schema that the name of a table says: `sales` of `sales.customer`; null without one. */
export const schemaName = (table: string): string | null =>
  table.includes('.') ? table.slice(0, table.indexOf('.')) : null;

/** A table without its schema: `customer` of `sales.customer`. */
export const bareTable = (table: string): string => table.slice(table.indexOf('.') + 1);

/** A table with a schema; `public` needs no name. */
export const tableInSchema = (schema: string | null, table: string): string =>
  schema === null || schema === 'public' ? table : `${schema}.${table}`;

/** The name of a table on SQLite, which has no schemas: `sales_customer` of `sales.customer`. */
export const flatTable = (table: string): string => table.replace('.', '_');

/** Why no table can be called so; null if it can. */
export function tableNameFault(table: string): string | null {
  const parts = table.split('.');
  if (parts.length > 2) return 'has more than one dot, which parts a schema from its table';
  if (parts.length === 2 && parts[0] === 'public')
    return 'names the schema `public`, whose tables are found by their names alone';
  return parts.map(sqlNameFault).find((fault) => fault !== null) ?? null;
}

/** A table as the name of a property: `InvoiceLine` -> `invoice_line`, `Order Details` -> `order_details`. */
export function plainTable(whole: string): string {
  const table = bareTable(whole);
  if (/^[a-z][a-z0-9_]*$/.test(table)) return table;
  const name = snakeCase(inAscii(table));
  return /^[a-z]/.test(name) ? name : `table${name}`;
}

/** The URL prefix of a model that has no other: `/team_member`, and `/order_details` of a table that only quotes carry. */
export const usualPrefix = (table: string): string =>
  `/${/^[A-Za-z][A-Za-z0-9_]*$/.test(bareTable(table)) ? bareTable(table) : plainTable(table)}`;

/** A name with its article, by sound: `an order`, `an hour`, but `a unit` and `a user`. */
export function withArticle(name: string): string {
  const vowel = /^(?:[aeio]|u(?!n[ij]|[st][aeiou]|ro|ki)|hour|hono|heir)/i.test(name);
  return `${vowel && !/^(?:one|once|eu)/i.test(name) ? 'an' : 'a'} ${name}`;
}

/** Whether a word cannot be a variable name in a JavaScript module. */
export const isReservedWord = (word: string): boolean => RESERVED.has(word);

const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export ' +
    'extends false finally for function if implements import in instanceof interface let new null package ' +
    'private protected public return static super switch this throw true try typeof var void while with yield ' +
    'undefined'
  ).split(' '),
);

/** A name that npm takes, made of any name. */
export function packageName(text: string): string {
  if (/^[a-z0-9][a-z0-9._-]*$/.test(text) && text.length <= 100) return text;
  return kebabCase(text.normalize('NFKD')).slice(0, 100) || 'app';
}

/** Orders by code unit: the same on every machine, unlike `localeCompare`. */
export const compareText = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0;
