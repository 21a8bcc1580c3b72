import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isGenerated } from '../../src/tree.js';
import {
  EDITED,
  type Example,
  exampleBeside,
  folderOf,
  MADE_AT,
  readExample,
} from '../golden/example.js';
import { readTree } from '../golden/read-tree.js';
import { EDITS_050 } from '../support/edits-0.5.0.js';
import {
  MORE_FEATURES,
  CHANGES,
  editEverything,
  makeOlder,
  sayOlder,
} from '../support/edited-shop.js';
import { project050 } from '../support/old-projects.js';
import { ROOT } from '../support/project-on-disk.js';
import { storeOf } from '../support/store-of.js';
import { editTree, writeFiles } from './folders.js';
import { runAt, type Step } from './step.js';

/** A project that its developer has edited, and its year. */
export interface Edited {
  readonly name: string;
  /** Writes it as the generator made it. */
  readonly make: (folder: string) => void;
  /** Makes of it what its developer made. */
  readonly edit: (folder: string) => void;
  readonly year: readonly Step[];
  /** Lines that an upgrade rewrites, with what they are then. */
  readonly rewritten?: ReadonlyMap<string, string>;
}

/** Runs crudgen at the time when the examples were made. */
function runOrThrow(folder: string, command: readonly string[]): void {
  const { status, answer } = runAt(folder, MADE_AT, command);
  if (status !== 0) throw new Error(JSON.stringify(answer.problems));
}

/** A step of one command, by its words. */
const step = (words: string): Step => ({ commands: [words.split(' ')] });

/** The task manager with a line of its developer's in every file, and an upgrade of what was otherwise in templates. */
const SHOP: Edited = {
  name: 'shop',
  make: (folder) => {
    const models = join(ROOT, 'examples/task-manager/models.yaml');
    const init = ['init', folder, '--models', models, ...MORE_FEATURES, '--no-install', '--no-git'];
    runOrThrow(ROOT, [...init, '--yes']);
    makeOlder(folder);
  },
  edit: (folder) => void editEverything(folder),
  year: [
    ...CHANGES.map((command) => ({ commands: [command] })),
    step('model change-field Project name:max=400 status:values=active,paused,done'),
    step('add webhooks'),
    { before: sayOlder, commands: [['upgrade']] },
    step('access add Task'),
    step('model remove Label --drop-data'),
    step('drop webhooks jobs --drop-data'),
  ],
};

/** The shop of 0.5.0 with edits of every kind that its upgrade is tested with. */
const SALES: Edited = {
  name: 'sales',
  make: (folder) => writeFiles(folder, project050()),
  edit: (folder) =>
    editTree(folder, (files) => {
      for (const { edit } of EDITS_050) edit(files);
    }),
  // Each goes to the file that declares it now, and whether others need it has changed.
  rewritten: new Map([
    ['const BYTES_PER_FIELD = 14;', 'export const BYTES_PER_FIELD = 14;'],
    [
      "export const changed = () => preconditionFailed('Somebody else has changed this record.');",
      "const changed = () => preconditionFailed('Somebody else has changed this record.');",
    ],
  ]),
  year: [
    step('upgrade'),
    step('model add Supplier name:string:required city:string category:ref=Category:as=suppliers'),
    step('model add-field Order phone:string:max=40 due_on:date supplier:ref=Supplier:as=orders'),
    step('model change-field Order number:max=60'),
    step('endpoint add Order POST /:id/cancel --action edit'),
    step('upgrade --templates'),
    step('model rename Category Group'),
    step('model rename-field Order notes remarks'),
    step('drop import --drop-data'),
    step('model rename Supplier Maker'),
    step('model remove Maker --drop-data'),
  ],
};

/** What the template of lists says of its page, with room for more. */
const SAID = /^(\/\*\* All .*)( \*\/)$/m;

/** Has the lists of all models another look, by a template of the project's own. */
const HOUSE_STYLE: readonly Step[] = [
  step('templates eject list.tsx'),
  {
    before: (folder) => {
      const path = join(folder, 'crudgen/templates/features/admin/model/list.tsx.ejs');
      const text = readFileSync(path, 'utf8');
      if (!SAID.test(text)) throw new Error(`${path} does not say what it makes`);
      writeFileSync(path, text.replace(SAID, '$1 As the house has them.$2'));
    },
    commands: [['upgrade', '--templates']],
  },
];

/** Whether crudgen writes a file anew with every change of the models. */
const isWritten = (path: string): boolean => /^(src|web)\//.test(path) && isGenerated(path);

/** An example with what its developer has edited and added. */
const example = (name: Example, year: readonly Step[]): Edited => ({
  name,
  make: (folder) => {
    const rendered = exampleBeside(readTree(folderOf(name)), name, MADE_AT);
    writeFiles(folder, [...rendered, ...storeOf(rendered)]);
  },
  edit: (folder) => {
    const own = EDITED[name].filter((path) => !isWritten(path));
    const files = readExample(name);
    writeFiles(
      folder,
      own.map((path) => [path, files.get(path)!] as const),
    );
    runOrThrow(folder, ['sync']);
  },
  year,
});

const ORDERS = example('orders', [
  step('model add Customer name:string:required:max=120 email:string:email city:string'),
  step('model add-field Order buyer:ref=Customer:as=orders due_on:date'),
  step('model change-field Order status:values=pending,confirmed,packed,shipped,cancelled'),
  step('endpoint add Order POST /:id/pack --action edit'),
  step('add jobs'),
  step('model rename-field Order placed_at ordered_at'),
  ...HOUSE_STYLE,
  step('model rename Article Product'),
  step('access add Order'),
  step('model remove-field Order total --drop-data'),
  step('drop jobs --drop-data'),
]);

const CONDUIT = example('conduit', [
  step('model add-field Article teaser:string:max=300 published_on:date'),
  step('model add Report reason:text:required article:ref=Article:as=reports reporter:ref=User'),
  step('model change-field Article description:max=400'),
  step('add mail'),
  step('rules add Article'),
  step('endpoint add Article POST /:id/publish --action edit'),
  step('model rename-field Article body text'),
  ...HOUSE_STYLE,
  step('model rename Comment Remark'),
  step('model remove Report --drop-data'),
  step('drop mail jobs --drop-data'),
]);

/** The projects that go through their year. */
export const PROJECTS: readonly Edited[] = [SHOP, SALES, ORDERS, CONDUIT];
