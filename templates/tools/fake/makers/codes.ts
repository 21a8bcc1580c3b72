import type { Dice } from '../dice.js';
import { oneOf, oneOfFirst, type Make, type Scene } from '../scene.js';
import { plain } from '../subject.js';
import { entries, type Maker } from '../table.js';
import * as texts from '../words/texts.js';
import { domain } from './links.js';
import { filled } from './places.js';

const DIGITS_AND_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
const HEX = '0123456789abcdef';

const characters = (from: string, count: number, dice: Dice): string =>
  Array.from({ length: count }, () => from[dice.below(from.length)]).join('');

/** A template as of a telephone number: `#` is a digit, `A` a letter. */
const like =
  (template: string): Maker<string> =>
  () =>
  ({ dice }) =>
    filled(template, dice);

const hex =
  (count: number): Maker<string> =>
  () =>
  ({ dice }) =>
    characters(HEX, count, dice);

/** What people call the documents that they number. */
const SERIES: readonly (readonly [document: RegExp, prefix: string])[] = [
  [/invoice$/, 'INV'],
  [/credit_note$/, 'CN'],
  [/work_order$/, 'WO'],
  [/purchase_order$/, 'PO'],
  [/order$/, 'SO'],
  [/(quote|offer|estimate)$/, 'QU'],
  [/payment$/, 'PAY'],
  [/(ticket|issue|case)$/, 'T'],
  [/contract$/, 'CT'],
  [/(shipment|delivery|parcel)$/, 'SH'],
  [/(booking|reservation)$/, 'BK'],
  [/bill$/, 'B'],
  [/receipt$/, 'R'],
];

/** Things that outlive a year: their numbers do not name one. */
const LASTING = /customer|client|patient|employee|member|student|person|user|asset|device|account/;

/** `INV-2026-0042`, counted up row by row; shorter where the field is. */
const documentNumber: Maker<string> = ({ column, subject, role }) => {
  const document = role === '' ? subject.name : role;
  const known = SERIES.find(([pattern]) => pattern.test(document))?.[1];
  const prefix = known ?? initialsOf(document);
  const ofYear = !LASTING.test(document);
  const room = column.max ?? Infinity;
  return ({ number, created }) => {
    const year = new Date(created).getUTCFullYear();
    const counted = String(number).padStart(4, '0');
    const forms = ofYear ? [`${prefix}-${year}-${counted}`] : [`${prefix}-${10_000 + number}`];
    return [...forms, `${prefix}${counted}`].find(({ length }) => length <= room) ?? `${number}`;
  };
};

/** `WD` of `WardDevice`, `PAT` of `Patient` */
function initialsOf(name: string): string {
  const words = name.split('_');
  const letters =
    words.length > 1 ? words.map((word) => word.slice(0, 1)).join('') : name.slice(0, 3);
  return letters.toUpperCase();
}

/** `W-101` of a ward. */
const shortCode: Maker<string> = ({ subject, role }) => {
  const prefix = initialsOf(role === '' ? subject.name : role).slice(0, role === '' ? 2 : 3);
  return ({ number }) => `${prefix}-${100 + number}`;
};

/** `OIL-1001` of an oil filter. */
const articleNumber: Maker<string> = ({ subject }) => {
  const named = subject.column('name|title');
  return (scene) => {
    const name = named ? scene.get(named.name) : null;
    const letters = typeof name === 'string' ? plain(name).slice(0, 3).toUpperCase() : 'ART';
    return `${letters}-${1000 + scene.number}`;
  };
};

/** The digits with the check digit of the international article number. */
function withCheckDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const articleCode =
  (prefix: string): Maker<string> =>
  () =>
  ({ dice }) =>
    withCheckDigit(prefix + characters('0123456789', 12 - prefix.length, dice));

/** An IBAN of the row's country, with valid check digits and no bank behind it. */
const iban: Maker<string> = ({ subject, role }) => {
  const place = subject.place(role);
  return (scene) => {
    const [code = '', template = ''] = place(scene).country.iban.split(' ');
    const account = filled(template, scene.dice);
    const digits = `${account}${code}00`.replace(/[A-Z]/g, (letter) =>
      String(letter.charCodeAt(0) - 55),
    );
    return code + String(98n - (BigInt(digits) % 97n)).padStart(2, '0') + account;
  };
};

const taxNumber: Maker<string> = ({ subject, role }) => {
  const place = subject.place(role);
  return (scene) => filled(place(scene).country.taxNumber, scene.dice);
};

/** A vehicle's, with the letters of its maker. */
const chassisNumber: Maker<string> =
  ({ subject }) =>
  (scene) =>
    subject.car(scene).maker.code + characters('ABCDEFGHJKLMNPRSTUVWXYZ0123456789', 14, scene.dice);

const fileName: Make<string> = ({ dice, number, created }) => {
  const [ending] = dice.early(texts.FILE_TYPES);
  const year = new Date(created).getUTCFullYear();
  return `${dice.pick(texts.FILE_NAMES)}-${year}-${String(number).padStart(3, '0')}.${ending}`;
};

/** One of the addresses that are kept for documentation. */
const ipAddress = ({ dice }: Scene): string =>
  `${dice.pick(['192.0.2', '198.51.100', '203.0.113'])}.${dice.between(1, 254)}`;

/** `prepare-the-price-list` of the row's title. */
const slug: Maker<string> = ({ subject, name }) => {
  const titled = subject.column('title|name|headline|subject');
  return (scene) => {
    const title = titled ? scene.get(titled.name) : null;
    const text = typeof title === 'string' && title !== '' ? title : `${name} ${scene.number}`;
    return text
      .split(/[^\p{L}\p{N}]+/u)
      .map(plain)
      .filter(Boolean)
      .join('-');
  };
};

/** Numbers, codes and addresses for machines. */
export const CODES = entries<string>({
  // Before what only ends like them.
  'tracking_(?:code|number|no)|tracking': like('##AA########'),
  'card_(?:last_?)?(?:4|four|digits)|last_?(?:4|four)(?:_digits)?': like('####'),
  'card_number|credit_card': like('4000 0000 0000 ####'),
  'account_(?:number|no)|routing_number|sort_code': like('########'),
  'serial|serial_?(?:number|no)':
    () =>
    ({ dice }) =>
      `SN${characters(DIGITS_AND_LETTERS, 8, dice)}`,
  'vin|chassis_(?:number|no)|vehicle_identification_number': chassisNumber,
  '(?:licen[cs]e_|number_)?plate|plate_(?:number|no)|licen[cs]e_plate_(?:number|no)|registration_(?:plate|number)':
    like('AAA ####'),
  'room_(?:number|no)|room':
    () =>
    ({ dice }) =>
      String(dice.between(1, 4) * 100 + dice.between(1, 24)),
  'seat|seat_(?:number|no)':
    () =>
    ({ dice }) =>
      `${dice.between(1, 32)}${dice.pick(['A', 'B', 'C', 'D', 'E', 'F'])}`,
  'shelf|rack|bin|aisle|slot|bay|locker':
    () =>
    ({ dice }) =>
      `${dice.pick(['A', 'B', 'C', 'D', 'E'])}-${dice.between(1, 24)}`,
  'vat|vat_?(?:id|number|no|code)|tax_?(?:id|number|no|code)|ein|abn': taxNumber,
  'national_?(?:id|number|no)|passport|passport_(?:number|no)|ssn|social_security_number|insurance_(?:number|no)|licen[cs]e_(?:number|no)|id_number':
    like('A########'),
  'iban|bank_account': iban,
  'bic|swift|swift_code': like('AAAADEA#'),
  'isbn|isbn_?13': articleCode('978'),
  'ean|ean_?13|gtin|upc|barcode': articleCode('40'),
  'sku|(?:article|item|part|product|stock|material)_(?:number|no|code)': articleNumber,
  'currency|currency_code': () => oneOfFirst(texts.CURRENCIES)(),
  'language_code|lang|locale': oneOfFirst(texts.LANGUAGE_CODES),
  'hex|colou?r_(?:code|hex)|hex_colou?r':
    () =>
    ({ dice }) =>
      `#${characters(HEX, 6, dice)}`,
  '(?:coupon|promo|promotion|voucher|discount)_?(?:code)?|coupon':
    () =>
    ({ dice }) =>
      `${dice.pick(['SPRING', 'SUMMER', 'WELCOME', 'THANKS', 'AUTUMN'])}${dice.between(2, 9) * 5}`,
  'error_code|status_code': like('E####'),
  'postal_?box|po_box':
    () =>
    ({ dice }) =>
      `P.O. Box ${dice.between(100, 9999)}`,
  'gate|terminal|platform|track':
    () =>
    ({ dice }) =>
      `${dice.pick(['A', 'B', 'C'])}${dice.between(1, 20)}`,
  'flight|flight_(?:number|no)': like('AA ###'),
  'hash|checksum|digest|fingerprint|sha_?256|etag': hex(64),
  'token|secret|api_?key|access_key|session_id|external_id|transaction_id|correlation_id|request_id|trace_id':
    hex(32),
  'mac|mac_address':
    () =>
    ({ dice }) =>
      `00:00:5e:00:53:${characters(HEX, 2, dice)}`,
  'ip|ip_?(?:v4|address)|remote_addr': () => ipAddress,
  'user_agent|browser': oneOf(['Firefox', 'Chrome', 'Safari', 'Edge']),
  'mime_?type|content_type|media_type':
    () =>
    ({ dice }) =>
      dice.early(texts.FILE_TYPES)[1],
  'file_?name|filename|attachment|document|file': () => fileName,
  'file_path|path|folder|directory': () => (scene) => `/files/${fileName(scene)}`,
  'file_type|extension':
    () =>
    ({ dice }) =>
      dice.early(texts.FILE_TYPES)[0],
  'version|release|revision':
    () =>
    ({ dice }) =>
      `${dice.between(1, 4)}.${dice.between(0, 9)}.${dice.between(0, 9)}`,
  'domain|domain_name|host|host_?name|subdomain': domain,
  'slug|permalink|url_key': slug,
  'code|short_?code|short_name|abbreviation|acronym|symbol|key|identifier': shortCode,
  'number|no|nr|num|reference|ref|reference_(?:number|no)|document_(?:number|no)|invoice_(?:number|no)|order_(?:number|no)|ticket_(?:number|no)|contract_(?:number|no)|customer_(?:number|no)|member(?:ship)?_(?:number|no)|employee_(?:number|no)|patient_(?:number|no)':
    documentNumber,
});
