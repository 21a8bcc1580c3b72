import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { App } from '../../src/model/model.js';
import { pascalCase } from '../../src/model/names.js';
import { renderProject } from '../../src/render/render-project.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { MADE_AT, templates } from '../golden/example.js';
import { listModels } from '../support/list-models.js';
import { makeFolder, placeFile } from './harness.js';

/** Models with keys of every kind, which refer to each other in every way. */
const SPEC = `models:
  Country:
    fields:
      code: string=40:key
      name: string:required
      capital: string:unique
  Category:
    fields:
      id: uuid
      name: string:required
      parent: ref=Category:as=children
  Depot:
    fields:
      number: integer:key
      country: ref=Country:as=depots
      note: string
  Bin:
    fields:
      depot: ref=Depot:key:as=bins
      code: string=20:key
      note: string
      above: ref=Bin:as=below:columns=depot_id+above_code
  Tray:
    unique: [[bin_depot_id, bin_code, number]]
    fields:
      id: uuid
      bin: ref=Bin:lines:as=trays
      number: integer:required
      amount: integer
  Label:
    fields:
      id: bigint
      name: string:required:unique
  Film:
    fields:
      film_id: integer:key=generated
      title: string:required
  Parcel:
    fields:
      id: public
      name: string:required
      within: ref=Parcel:as=contents
      siblings: refs=Parcel:as=sibling_of
      country: ref=Country:as=parcels
  Seal:
    fields:
      id: public
      parcel: ref=Parcel:lines:as=seals
      text: string:required
  Ticket:
    fields:
      id: uuid
      title: string:required
      country: ref=Country:as=tickets
      category: ref=Category:as=tickets
      depot: ref=Depot:as=tickets
      film: ref=Film:as=tickets
      label: ref=Label:as=marked
      bin: ref=Bin:as=tickets
      parcel: ref=Parcel:as=tickets
      assignee: ref=User
      countries: refs=Country:as=watched_by
      labels: refs=Label:as=tickets
      related: refs=Ticket:as=related_by
      total: decimal=12,2:sum=items.amount
  Item:
    fields:
      uid: uuid=v4:key=generated
      ticket: ref=Ticket:lines:as=items
      position: integer
      product: string:required
      amount: decimal=12,2
      country: ref=Country
  Note:
    rows: { owner: author, tenant: tenant }
    fields:
      slug: string=60:key
      text: string:required
      alias: string:unique
      author: ref=User
      tenant: ref=Tenant
      tags: refs=Note:as=tagged
  Reply:
    rows: { as: note }
    fields:
      id: uuid
      note: ref=Note:required:as=replies
      text: string:required
  Slot:
    rows: { tenant: branch, except: [Admin] }
    fields:
      branch: ref=Tenant:key
      code: string=20:key
      text: string:required
  Booking:
    rows: { as: slot, except: [Admin] }
    fields:
      slot: ref=Slot:required:as=bookings
      text: string:required
  Account:
    rows: { tenant: branch, except: [Admin] }
    fields:
      number: bigint:key
      branch: ref=Tenant
      name: string:required
  Secret:
    rows: { owner: keeper }
    fields:
      ref: uuid:key
      keeper: ref=User
      text: string:required
`;

/** An app whose tables and columns all have other names than its models and fields. */
const withOwnNames = (app: App): App => ({
  ...app,
  models: app.models.map((model) => ({
    ...model,
    table: model.name,
    ...(model.rowNumber && { rowNumber: { ...model.rowNumber, column: 'RowNumber' } }),
    fields: model.fields.map((field) => ({
      ...field,
      column: field.type === 'refs' ? field.column : pascalCase(field.name),
    })),
  })),
});

/** What its developer has written: a job about each new bin that is to be seen. */
const OWN: Readonly<Record<string, string>> = {
  'src/jobs/see-bin.ts': `import { z } from 'zod';
import { defineJob } from '#engine/jobs';
import { Bin } from '../models/bin/bin.model.js';

export const seeBin = defineJob('see-bin', z.object({ bin: z.string() }), async ({ payload, system }) => {
  await system(Bin).update(payload.bin, { note: 'seen' });
});
`,
  'src/jobs/jobs.ts': `import { jobsFeature } from '#engine/jobs';
import { seeBin } from './see-bin.js';

export const jobs = jobsFeature([seeBin]);
`,
  'src/models/bin/bin.hooks.ts': `import { defineHooks } from '#engine';
import { enqueue } from '#engine/jobs';
import { seeBin } from '../../jobs/see-bin.js';
import { Bin } from './bin.model.js';

export const binHooks = defineHooks(Bin, {
  afterSave: async (event) => {
    if (event.operation !== 'create' || event.after.note !== 'to be seen') return;
    await enqueue(event, seeBin, { bin: String(event.after.id) });
  },
});
`,
};

let hasOwnNames = false;

/** Gives the tables and columns of the projects that follow other names than the models and fields have. */
export function useOwnNames(): void {
  hasOwnNames = true;
}

/** A project with keys of every kind, in a folder of this run. */
export function makeKeyed(features: readonly string[]): string {
  const keyed = appOfSpec('keyed', SPEC, { features: ['containers', ...features] });
  const folder = writeApp('keyed', hasOwnNames ? withOwnNames(keyed) : keyed);
  for (const [path, text] of Object.entries(features.includes('jobs') ? OWN : {}))
    placeFile(folder, path, text);
  listModels(folder);
  return folder;
}

/** The project of an app, in a folder of this run. */
export function writeApp(name: string, app: App): string {
  const folder = makeFolder(name);
  const files = renderProject(app, {
    templates: templates(),
    now: MADE_AT,
    secret: 'x'.repeat(43),
  });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
