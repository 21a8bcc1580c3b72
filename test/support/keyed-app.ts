import type { App, Field } from '../../src/model/model.js';
import { appOfSpec } from '../golden/app-of-spec.js';

/** Models with keys of all kinds, which refer to each other; `Plain` has the usual integer `id`. */
const SPEC = `
models:
  Country:
    fields:
      code: string=2:key:pattern=^[A-Z]{2}$
      name: string:required
  Label:
    fields:
      id: uuid=v4
      name: string:required:unique
      country: ref=Country
  Ticket:
    rows: { owner: author, except: [Admin] }
    unique: [[number, country]]
    fields:
      id: uuid
      number: integer:required
      title: string:required
      author: ref=User
      country: ref=Country:required:as=tickets
      parent: ref=Ticket:as=children
      labels: refs=Label:as=tickets
      total: decimal=12,2:sum=items.price
  TicketItem:
    fields:
      uid: uuid:key=generated
      ticket: ref=Ticket:lines:as=items
      price: decimal=12,2
      entry: ref=Entry
  Entry:
    fields:
      id: bigint
      ticket: ref=Ticket:unique
      account: ref=Account:required:as=entries
  Account:
    rows: { tenant: branch }
    fields:
      number: bigint:key:min=1
      branch: ref=Tenant
      note: string
      film: ref=Film
  Statement:
    rows: { as: account }
    fields:
      account: ref=Account:required:as=statements
      text: string
  Film:
    fields:
      film_id: integer:key=generated
      title: string:required
      countries: refs=Country:as=films
  Receipt:
    fields:
      number: "string=12:key:pattern=^[A-Z]{2}/[0-9]{4}$"
      entry: ref=Entry
  Contact:
    fields:
      address: string:key:email
      receipt: ref=Receipt:required:unique
      receipts: refs=Receipt:as=contacts
  Stay:
    fields:
      country: ref=Country:key:as=stays
      label: ref=Label:key:as=stays
      number: integer:key:min=1
      nights: integer
  Quote:
    timestamps: false
    fields:
      place: string=20:key
      day: date:key
      rate: decimal=6,2:key
      serial: bigint:key
      size: enum=small,large:key
      note: string
  Licence:
    fields:
      film: ref=Film:key:as=licence
      text: string
  Parcel:
    fields:
      id: public
      name: string:required
      within: ref=Parcel:as=contents
      countries: refs=Country:as=parcels
      siblings: refs=Parcel:as=sibling_of
  Seal:
    fields:
      parcel: ref=Parcel:key:as=seal
      text: string
  Plain:
    fields:
      name: string
      parcel: ref=Parcel:unique
      parcels: refs=Parcel:as=plains
      film: ref=Film:required
      contact: ref=Contact
`;

/** The project. The developer has given the column of a key another name than its property has. */
export function keyedApp(features?: readonly string[]): App {
  const app = appOfSpec('keyed', SPEC, features && { features });
  const renamed = (field: Field): Field =>
    field.name === 'uid' ? { ...field, column: 'ticket_item_uid' } : field;
  return {
    ...app,
    models: app.models.map((model) => ({ ...model, fields: model.fields.map(renamed) })),
  };
}
