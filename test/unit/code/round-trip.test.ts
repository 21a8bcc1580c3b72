import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { App, Field, Model } from '../../../src/model/model.js';
import { withParts } from '../../../src/model/parts.js';
import { readProject } from '../../../src/code/read-project.js';
import { renderApp } from '../../../src/render/render-project.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { readTree } from '../../golden/read-tree.js';
import { keyedApp } from '../../support/keyed-app.js';

const root = join(import.meta.dirname, '../../..');
const templates = readTree(join(root, 'templates'));
const render = (app: App): Map<string, string> =>
  new Map(renderApp(app, { templates, migrations: [] }));

const EVERYTHING = `
roles:
  Office: { methods: write, about: Runs a "branch" }
  Chief editor: all
  Bot: [GET, POST]
models:
  Author:
    table: t_author
    prefix: /writers
    label: "{name} {email}"
    group: People at "work"
    access: { Viewer: [list, show], "*": [] }
    fields:
      name: string:required:max=80:min=2
      email: { type: string, email: true, unique: true }
      site: string:url
      plate: "string:pattern=^[A-Z]{2}[0-9]{4}$:pattern_message=Two letters and the town's digits"
      note: string:default=""
      born: date:default=today
      wakes: time
      seen: datetime:default=now
      token: uuid
      address: native=inet:unique
      length: "native=time with time zone:default=08:00:00+00"
      grid: native=integer[]
      picture: bytes:read=Admin
      icon: bytes=20kb:required
      photo: image
      contract: file=20mb:required:column=Contract
      shade: color:default=#ABC:unique
      extra: json:default={}
      level: enum=low,high:default=low
      mood: string:values=good,bad:search=trigram
      bio: text:min=3:search=trigram
      age: integer:min=0:max=150:index:unit=years
      views: bigint:default=0:unit=m²
      ratio: float:default=0.5:unit=%
      speed: "float:unit=l/100 km"
      height: "float:unit='"
      price: decimal=12,2:required:default=0:unit=EUR
      assets: exact=30,10:required:default=-0.5:unit=EUR:min=-1
      rate: exact:index
      active: boolean:required:default=true
      mentor: ref=Author:as=pupils
      card: ref=User:unique
  Article:
    timestamps: false
    rows: { owner: writer, tenant: tenant, except: [Admin, Chief editor] }
    sentences:
      - never: a Viewer of another tenant reads Article.secret
      - "only: the owner or a Chief editor edits Article"
    unique: [[slug, title], [isbn, tenant], [title, tenant, slug]]
    indexes: [[title, slug]]
    fields:
      title: string:required
      slug: string:unique
      isbn: string:unique=global
      author: ref=Author:required:on_delete=cascade:as=articles
      editor: ref=Author:as=edited
      writer: ref=User
      tenant: ref=Tenant
      tags: refs=Tag
      secret: { type: float, read: [Admin], write: [] }
  Tag:
    sentences: ["never: a Viewer creates Tag"]
    fields:
      name: string:unique
      code: string:unique=global
      parents: refs=Tag:as=children
  Part:
    rows: { owner: supplier, preset: false }
    fields:
      name: string
      price: decimal=10,2
      supplier: ref=User
  Receipt:
    fields:
      number: string
      total: decimal=12,2:unit=EUR:sum=lines.price:read=Admin
      size: integer:count=lines
      least: decimal=12,2:min=lines.price
      last: integer:max=lines.position
  ReceiptLine:
    timestamps: false
    fields:
      receipt: ref=Receipt:lines:as=lines
      position: integer
      part: ref=Part
      price: decimal=12,2:min=0:from=part.price
      supplier: ref=User:from=part.supplier
      email: string:email:from=supplier.email
`;

/** Tenants with fields of the project's own: their class is the project's, also for users and other models. */
const BRANCHES = `
models:
  User:
    fields:
      bio: text
  Tenant:
    label: "{name}, {city}"
    unique: [[street, city]]
    access: { Admin: [list, show, create, edit], "*": [list] }
    sentences: [never: a Manager edits Tenant.phone]
    fields:
      street: string
      city: string:index
      head: ref=User:as=branches
      phone: { type: string, write: [Admin] }
  Attendance:
    rows: { as: lesson, except: [Admin] }
    fields:
      lesson: ref=Lesson:required:as=attendances
      present: boolean
  Homework:
    rows:
      Office: { tenant: branch, owner: author }
      Teacher: { owner: author }
      Tutor: { owner: author, preset: false }
      Pupil: { as: lesson }
      Deputy: { tenant: branch }
      except: [Admin]
    unique: [[title, lesson]]
    fields:
      title: string:unique
      author: ref=User:required
      branch: ref=Tenant
      lesson: ref=Lesson:as=homeworks
  Remark:
    rows: { owner: author, as: attendance, Auditor: { tenant: branch } }
    fields:
      text: string
      branch: ref=Tenant:as=remarks
      author: ref=User
      attendance: ref=Attendance:as=remarks
  Lesson:
    rows: { tenant: branch }
    fields:
      title: string:required
      branch: ref=Tenant:as=lessons
`;

const onFields = (app: App, change: (field: Field) => Field): App => ({
  ...app,
  models: app.models.map((model) => ({ ...model, fields: model.fields.map(change) })),
});

/** A string with enforced values is an enum in the project, so that is what is read. */
const asEnums = (app: App): App =>
  onFields(app, (field) => {
    const isEnum = field.type === 'string' && field.enforce && field.values.length > 0;
    return isEnum && field.max === null ? { ...field, type: 'enum' } : field;
  });

/** What two spellings of one model have in common: sorted, every foreign key is indexed anyway, and a file says where it is. */
function plain(app: App): App {
  const indexed = onFields(app, (field) => ({
    ...field,
    index: field.type === 'ref' ? false : field.index,
  }));
  const byName = (a: Model, b: Model): number => (a.name < b.name ? -1 : 1);
  const models = indexed.models.map((model) => withParts(model, []));
  return { ...indexed, models: models.toSorted(byName) };
}

const specOf = (name: string): string =>
  readFileSync(join(root, 'examples', name, 'models.yaml'), 'utf8');

describe.each([
  appOfSpec('everything', EVERYTHING),
  appOfSpec('branches', BRANCHES),
  ...['task-manager', 'orders', 'clinic'].map((name) => appOfSpec(name, specOf(name))),
  keyedApp(),
])('$name', (spec) => {
  const usual = ['admin', 'backup', 'containers', 'dashboard', 'search'];
  const app = { ...asEnums(spec), features: usual };
  const tree = render(app);
  const read = readProject(tree);

  test('what is rendered is read as it was', () => {
    expect(read.problems).toEqual([]);
    expect(plain(read.app)).toEqual(plain(app));
  });

  test('what is read is rendered as it was', () => {
    const again = render({ ...app, ...read.app });
    for (const [path, text] of tree) expect(again.get(path), path).toBe(text);
  });
});
