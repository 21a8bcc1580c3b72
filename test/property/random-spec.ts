import { appOfSpec } from '../golden/app-of-spec.js';
import type { App } from '../../src/model/model.js';
import type { Dice } from '../../templates/tools/prove/worlds/dice.js';

const MODELS = [
  ...['Vehicle', 'Customer', 'Invoice', 'Payment', 'Task', 'Ticket', 'Product', 'Widget', 'Book'],
  ...['Appointment', 'Warehouse', 'Employee', 'Article', 'Room', 'Course', 'Country', 'OrderLine'],
];

/** Names that the makers know, that they know in another type, and that nobody knows. */
const NAMES = [
  ...[
    'name',
    'title',
    'first_name',
    'last_name',
    'email',
    'phone',
    'street',
    'city',
    'zip',
    'country',
  ],
  ...['make', 'model', 'year', 'vin', 'sku', 'ean', 'iban', 'slug', 'code', 'number', 'position'],
  ...[
    'price',
    'cost',
    'net',
    'vat',
    'total',
    'quantity',
    'discount',
    'rating',
    'tax_rate',
    'weight',
  ],
  ...[
    'status',
    'priority',
    'active',
    'paid',
    'archived',
    'notes',
    'description',
    'diagnosis',
    'bio',
  ],
  ...[
    'opened_on',
    'due_on',
    'closed_at',
    'paid_at',
    'starts_at',
    'ends_at',
    'birthday',
    'last_seen_at',
  ],
  ...[
    'website',
    'photo_url',
    'domain',
    'latitude',
    'age',
    'contact_name',
    'contact_email',
    'BillingState',
  ],
  ...[
    'zorp',
    'level',
    'kind',
    'fooBar',
    'x1',
    'size',
    'max_guests',
    'min_guests',
    'settings',
    'tags_json',
  ],
];

const TEXT_RULES = [
  [':max=3', ':max=12', ':max=40', ':min=5', ':min=30:max=60', ':min=8:max=8', '', ''],
  [':required', '', ''],
];
const PATTERNS = [
  ...[
    '^[A-Z]{2}\\d{4}$',
    '^[A-HJ-NPR-Z0-9]{17}$',
    '^\\p{L}+( \\p{L}+)*$',
    '(foo|bar)-[a-f0-9]+',
    '\\d',
  ],
  ...['^[^@ ]+$', '^(a|b)?c{2,5}[.]x*$', '^\\w{3,10}$', '^[+]\\d{1,3} \\d{4,9}$'],
];

/** Fields by type, as written in a spec. */
const TYPES: readonly ((dice: Dice) => string)[] = [
  (dice) =>
    `string${TEXT_RULES.map((rules) => dice.pick(rules)).join('')}${dice.chance(0.15) ? ':unique' : ''}`,
  (dice) => `text${dice.pick([':required', ':max=200', ''])}`,
  (dice) =>
    `string:pattern=${dice.pick(PATTERNS)}${dice.pick([':pattern_message=As it is written on the box: in capitals', ''])}${dice.pick([':required', ':unique', ''])}`,
  (dice) =>
    `string:${dice.pick(['email', 'url'])}${dice.pick([':required', ':unique', ':max=30', ''])}`,
  (dice) =>
    `string:values=a,b,c${dice.pick([':enforce', ':default=b', ':enforce:required:default=a', ''])}`,
  (dice) =>
    `enum=open,in_progress,done,cancelled${dice.pick([':required:default=open', ':required', ''])}`,
  (dice) =>
    `integer${dice.pick([':unit=km', ':min=1', ':min=3:max=5', ':max=-2', ':min=1000', ':default=4', ':unique', ''])}`,
  (dice) =>
    `float${dice.pick([':min=0:unit=%', ':max=1', ':min=-5:max=-1', ':min=0.5:max=0.75', ':required', ''])}`,
  (dice) =>
    `decimal=${dice.pick(['12,2', '4,2', '3,3', '6,0', '15,4'])}${dice.pick([':min=0:unit=EUR', ':max=0.9', ':required', ''])}`,
  (dice) => `bigint${dice.pick([':min=0:unit=bytes', ':required:unique', ''])}`,
  (dice) => `boolean${dice.pick([':default=true', ':required:default=false', ':required', ''])}`,
  (dice) => `date${dice.pick([':required', ':default=today', ':unique', ''])}`,
  (dice) => `datetime${dice.pick([':required', ':required:default=now', ''])}`,
  (dice) => `time${dice.pick([':default=07:30:00', ':required', ''])}`,
  (dice) => `uuid${dice.pick([':unique', ':required', ''])}`,
  (dice) => `color${dice.pick([':unique', ':required', ':default=#abc', ''])}`,
  (dice) => `json${dice.pick([':required', ''])}`,
];

type Fields = Record<string, string>;

/** A spec of a few models with all that fields and references can be, as an application. */
export function randomApp(dice: Dice): App {
  for (;;) {
    const text = JSON.stringify({ models: randomModels(dice) });
    try {
      return appOfSpec('random', text);
    } catch (error) {
      // Some of what is drawn contradicts itself, and is refused.
      if (!(error instanceof Error)) throw error;
    }
  }
}

function randomModels(dice: Dice): Record<string, object> {
  const names = shuffled(MODELS, dice).slice(0, 2 + dice.below(4));
  return Object.fromEntries(
    names.map((name) => {
      const fields: Fields = {};
      for (const field of shuffled(NAMES, dice).slice(0, 4 + dice.below(7)))
        fields[field] = dice.pick(TYPES)(dice);
      return [name, { fields, ...references(name, names, fields, dice) }];
    }),
  );
}

/** Adds references to the fields; rules of rows and unique groups go with them. */
function references(name: string, names: readonly string[], fields: Fields, dice: Dice): object {
  dice.some([...names, 'User'], 0.4).forEach((target, at) => {
    const unique = target !== name && dice.chance(0.15) ? ':unique' : '';
    const required = target !== name && target !== 'User' && dice.chance(0.5) ? ':required' : '';
    const cascade = required !== '' && dice.chance(0.5) ? ':on_delete=cascade' : '';
    const lines = cascade !== '' && unique === '' && at === 0 ? ':lines' : '';
    fields[`ref${at}`] =
      `ref=${target}:as=${name.toLowerCase()}_${at}s${required}${unique}${cascade}${lines}`;
  });
  if (dice.chance(0.3))
    fields['many'] = `refs=${dice.pick(names)}:as=many_of_${name.toLowerCase()}`;
  const rows: Record<string, string> = {};
  if (dice.chance(0.4)) {
    fields['tenant'] = 'ref=Tenant';
    rows['tenant'] = 'tenant';
  }
  if (dice.chance(0.25)) {
    fields['owner'] = 'ref=User';
    rows['owner'] = 'owner';
  }
  return Object.keys(rows).length > 0 ? { rows } : {};
}

function shuffled<T>(items: readonly T[], dice: Dice): T[] {
  return items
    .map((item) => [dice.next(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}
