import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withImport } from '../../src/code/add-route.js';
import type { Model } from '../../src/model/model.js';
import { renderProject } from '../../src/render/render-project.js';
import { renderPart } from '../../src/render/render-part.js';
import { renderRoute, type Endpoint } from '../../src/render/render-endpoint.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { MADE_AT, templates } from '../golden/example.js';
import { withList } from '../support/list-models.js';
import { makeFolder } from './harness.js';

/** Every type with every modifier that says something about its values, required and not. */
const SPEC = `models:
  Tenant:
    fields:
      street: string:max=80
      opened: date
      head: ref=User:as=branches
  Tag:
    timestamps: false
    fields:
      name: string:required:unique:max=40
  Thing:
    label: '{title} {code}'
    fields:
      title: string:required
      code: string:unique:max=12
      long: string:min=2:max=3000
      named: string:required:min=2:max=80
      body: text
      memo: text:required:max=500
      contact: string:email
      mail: string:required:email
      link: string:url
      homepage: string:required:url:max=100
      amount: integer:min=-10:max=1000
      count: integer:required:default=0
      big: bigint
      bounded: bigint:min=-5:max=70000000000
      needed_big: bigint:required
      ratio: float
      share: float:min=0:max=1
      price: decimal=15,4
      fee: decimal=6,2:min=0
      whole: decimal=3,0:required
      balance: exact=30,10:unit=EUR
      exchange: exact:min=0
      stake: exact=20,2:required:default=1.5
      active: boolean
      ready: boolean:required:default=true
      taken_on: date
      due_on: date:required:default=today
      taken_time: time
      opens_at: time:required
      taken_at: datetime
      seen_at: datetime:required:default=now
      external: uuid:unique
      serial: uuid:required
      shade: color:unique
      paint: color:required
      tint: color:default=#1E88E5
      data: json
      config: json:required
      kind: enum=blood,urine,other
      grade: string:required:default=a:values=a,b,c:enforce
      hint: string:values=x,y:default=x
      words: list=string:max=3
      sizes: list=enum=s,m,l:required:default=[]
      marks: list=decimal=6,2
      stamps: list=datetime
      confidential: string:read=Admin:write=Admin
      locked: integer:write=Admin
      level: integer
      level_gte: integer
      main_tag: ref=Tag:as=things
      needed_tag: ref=Tag:required:as=needed_by
      parent: ref=Thing:as=children
      reviewer: ref=User
      tags: refs=Tag:as=tagged
      friends: refs=Thing:as=friend_of
  Note:
    prefix: /notes
    rows: { owner: author, tenant: tenant }
    fields:
      text: text:required
      author: ref=User:required
      tenant: ref=Tenant
`;

/** One of each kind that `endpoint add` writes. */
const ENDPOINTS: readonly Endpoint[] = [
  { method: 'post', path: '/:id/close', action: 'edit' },
  { method: 'get', path: '/open', action: 'list' },
  { method: 'get', path: '/by/:word', action: 'list' },
  { method: 'post', path: '/import', action: 'create' },
];

/** A project with every type, as crudgen makes it, in a folder of this run. */
export function makeEveryType(): string {
  const folder = makeFolder('every-type');
  const app = appOfSpec('every-type', SPEC, { features: ['containers'] });
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const thing = app.models.find(({ name }) => name === 'Thing')!;
  for (const [path, text] of withEndpoints(renderProject(app, options), thing)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

type Files = ReadonlyMap<string, string>;

function withEndpoints(tree: Files, model: Model): Files {
  const [file, blank] = renderPart(model, 'routes', templates());
  const routes = ENDPOINTS.flatMap((endpoint) => renderRoute(model, endpoint, templates()));
  const text = blank
    .replace('() => {', '(route) => {')
    .replace(/ +\/\/ `crudgen endpoint add.*\n/, `${routes.join('\n')}\n`);
  return withList(new Map([...tree, [file, withImport(file, text, 'z', 'zod')]]));
}
