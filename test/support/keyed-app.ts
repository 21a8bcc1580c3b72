import { type App, type Field, type Model, PLAIN_FIELD } from '../../src/model/model.js';
import { appOfSpec } from '../golden/app-of-spec.js';

/** A project whose models have keys of all kinds, and refer to each other. */
const SPEC = `
models:
  Country:
    fields:
      name: string:required
  Label:
    fields:
      name: string:required:unique
      country: ref=Country
  Ticket:
    rows: { owner: author, except: [Admin] }
    unique: [[number, country]]
    fields:
      number: integer:required
      title: string:required
      author: ref=User
      country: ref=Country:required:as=tickets
      parent: ref=Ticket:as=children
      labels: refs=Label:as=tickets
      total: decimal=12,2:sum=items.price
  TicketItem:
    fields:
      ticket: ref=Ticket:lines:as=items
      price: decimal=12,2
      entry: ref=Entry
  Entry:
    fields:
      ticket: ref=Ticket:unique
      account: ref=Account:required:as=entries
  Account:
    rows: { tenant: branch }
    fields:
      branch: ref=Tenant
      note: string
      film: ref=Film
  Film:
    fields:
      title: string:required
      countries: refs=Country:as=films
  Plain:
    fields:
      name: string
      film: ref=Film:required
`;

type Key = Pick<Field, 'name' | 'type'> & Partial<Field>;

/** The keys of the models; `Plain` has the usual integer `id`. */
const KEYS: Readonly<Record<string, Key>> = {
  Country: { name: 'code', type: 'string', key: 'given', max: 2, pattern: '^[A-Z]{2}$' },
  Label: { name: 'id', type: 'uuid', key: 'v4' },
  Ticket: { name: 'id', type: 'uuid', key: 'v7' },
  TicketItem: { name: 'uid', column: 'ticket_item_uid', type: 'uuid', key: 'v7' },
  Entry: { name: 'id', type: 'bigint', key: 'database' },
  Account: { name: 'number', type: 'bigint', key: 'given', min: 1 },
  Film: { name: 'film_id', type: 'integer', key: 'database' },
};

/** Gives a model a key of its own, in front of its other fields. */
export function withKey(model: Model, key: Key): Model {
  const field: Field = { ...PLAIN_FIELD, column: key.name, required: true, ...key };
  return { ...model, fields: [field, ...model.fields] };
}

/** The project, without keys that its spec cannot state. */
export function keyedApp(features?: readonly string[]): App {
  const app = appOfSpec('keyed', SPEC, features && { features });
  const models = app.models.map((model) => {
    const key = KEYS[model.name];
    return key === undefined ? model : withKey(model, key);
  });
  return { ...app, models };
}
