import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crudgen, edit, makeFolder, read, run, tryCrudgen, typeErrors } from './project.js';

const ROOT = join(import.meta.dirname, '../../..');
const MINUTES = 60_000;
const NAMES = readFileSync(join(ROOT, 'test/unit/render/borrowed-names.yaml'), 'utf8');
const AGENDA = `
models:
  Meeting:
    indexes: [[title, starts_at]]
    fields: { title: string:required, starts_at: datetime, room: ref=Room:as=meetings }
  Room:
    fields: { name: string:required, floor: ref=Floor:as=rooms }
  Floor:
    fields: { name: string:required }
`;

const folder = makeFolder('borrowed-names');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A new project of a spec. */
async function init(name: string, spec: string): Promise<string> {
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, spec);
  await crudgen(folder, 'init', name, '--models', file, '--no-install', '--no-git', '--no-web');
  return join(folder, name);
}

function demandTestsPass(project: string): void {
  const vitest = join(ROOT, 'node_modules/.bin/vitest');
  const { status, stdout, stderr } = run(project, vitest, ['run', 'src/models']);
  expect(status, stdout + stderr).toBe(0);
}

it('models of borrowed names pass their own tests', { timeout: 6 * MINUTES }, async () => {
  demandTestsPass(await init('borrowed', NAMES));
});

const MODEL = 'src/models/room/room.model.ts';
let project: string;
beforeAll(async () => {
  project = await init('agenda', AGENDA);
  // What only its owner knows of, and an endpoint that names a class.
  edit(project, MODEL, (text) =>
    text.replace(
      'floor?: Relation<Floor> | null;',
      `floor?: Relation<Floor> | null;

  /** Found by code of the owner's. */
  near?: Relation<Room[]>;`,
    ),
  );
  await crudgen(project, 'endpoint', 'add', 'Meeting', 'POST', '/:id/move', '--action', 'edit');
});

const modelOf = (name: string) => read(project, `src/models/${name}/${name}.model.ts`);

it(
  'a model is renamed to a global and back, and nothing else changes',
  { timeout: 4 * MINUTES },
  async () => {
    const before = ['meeting', 'room'].map(modelOf);
    await crudgen(project, 'model', 'rename', 'Meeting', 'Event');
    expect(modelOf('event')).toContain('export class Event {');
    expect(read(project, 'src/models/event/event.routes.ts')).toContain('defineRoutes(Event');
    expect(typeErrors(project)).toBe('');
    await crudgen(project, 'model', 'rename', 'Event', 'Meeting');
    expect(['meeting', 'room'].map(modelOf)).toEqual(before);
    expect(typeErrors(project)).toBe('');
  },
);

it(
  'a name of a library makes room for a class, and comes back',
  { timeout: 4 * MINUTES },
  async () => {
    const before = ['meeting', 'room', 'floor'].map(modelOf);
    for (const [name, file] of [['Relation', 'relation'], ['ManyToOne', 'many-to-one']] as const) {
    await crudgen(project, 'model', 'rename', 'Floor', name);
    expect(typeErrors(project), name).toBe('');
    expect(modelOf(file)).toContain(`export class ${name} {`);
    await crudgen(project, 'model', 'rename', name, 'Floor');
    expect(['meeting', 'room', 'floor'].map(modelOf), name).toEqual(before);
  } // prettier-ignore
  },
);

it('a field that refers to such a class comes and goes', { timeout: 4 * MINUTES }, async () => {
  const before = modelOf('room');
  await crudgen(project, 'model', 'add', 'Relation', 'name:string:required');
  await crudgen(project, 'model', 'add-field', 'Room', 'relation:ref=Relation:as=rooms');
  expect(typeErrors(project)).toBe('');
  expect(modelOf('room')).toContain('near?: OrmRelation<Room[]>;');
  expect(modelOf('room')).toContain('relation?: OrmRelation<Relation> | null;');
  // In the aliased file the next one has the names of the file.
  await crudgen(project, 'model', 'add-field', 'Room', 'upper:ref=Floor:as=lower_rooms');
  expect(modelOf('room')).toContain('upper?: OrmRelation<Floor> | null;');
  expect(typeErrors(project)).toBe('');
  expect(await crudgen(project, 'sync')).toContain('everything is in sync');
  await crudgen(project, 'model', 'remove-field', 'Room', 'upper', '--drop-data');
  await crudgen(project, 'model', 'remove-field', 'Room', 'relation', '--drop-data');
  expect(typeErrors(project)).toBe('');
  // What the owner wrote keeps the names that it had when the class went.
  expect(modelOf('room').replace(/, type Relation as OrmRelation| {2}type Relation as OrmRelation,\n/, '')
    .replaceAll('OrmRelation', 'Relation')).toBe(before);
}); // prettier-ignore

it('what cannot be says why', async () => {
  for (const name of ['Date', 'Map', 'Error', 'Promise', 'Array', 'Object']) {
    const refused = await tryCrudgen(project, 'model', 'add', name, 'a:string', '--prefix', '/x');
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(`\`${name}\` is the name of a JavaScript global that the code of a model needs`);
  } // prettier-ignore
});
