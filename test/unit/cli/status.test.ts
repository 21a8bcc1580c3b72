import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { status } from '../../../src/cli/commands/status.js';
import { JsonTerminal } from '../../../src/cli/json-terminal.js';
import { VERSION } from '../../../src/version.js';
import { renderExample } from '../../golden/example.js';
import { misfits } from '../../support/output-schema.js';
import { useProject } from './project.js';

const MODEL = 'src/models/task/task.model.ts';
const PROJECT = 'src/models/project/project.model.ts';
const LIST = 'web/src/pages/task/task.list.tsx';
const project = useProject(renderExample('task-manager'));

interface Told {
  readonly kind: string;
  readonly path: string;
  readonly member: string | null;
  readonly [key: string]: unknown;
}

/** What programs are told, which is as the schema says. */
async function findings(...paths: string[]): Promise<Told[]> {
  const terminal = new JsonTerminal();
  terminal.command = 'status';
  await status(project.context({ json: true, terminal }), paths, {});
  const document = JSON.parse(terminal.document(0)) as { findings: Told[] };
  expect(misfits(document)).toEqual([]);
  return document.findings;
}

/** The same in a word each: the kind, the file, the member. */
const words = (found: readonly Told[]) =>
  found.map(({ kind, path, member }) =>
    [kind, path, ...(member === null ? [] : [member])].join(' '),
  );

async function page(paths: readonly string[] = [], files = false): Promise<string> {
  const said: string[] = [];
  const { terminal, ...rest } = project.context();
  const print = (text: string) => void said.push(text);
  await status({ ...rest, terminal: { ...terminal, print } }, paths, { files });
  return said.join('\n');
}

const addRank = () =>
  project.edit(MODEL, (text) =>
    text.replace(
      '  @CreateDateColumn',
      "  @Column('integer', { nullable: true })\n  rank!: number | null;\n\n  @CreateDateColumn",
    ),
  );

describe('the status of a project', () => {
  it('is one line where nobody has changed anything', async () => {
    expect(await findings()).toEqual([]);
    expect(await page()).toMatch(
      /^task-manager \(crudgen \S+\): all \d+ files of crudgen are as it writes them$/,
    );
  });

  it('names what was edited by its member, whose it is, and since when', async () => {
    project.edit(LIST, (text) => text.replace('source="title"', 'source="title" label="Name"'));
    project.edit('README.md', (text) => `${text}\nMore.\n`);
    project.write('src/mail.ts', 'export const mail = 1;\n');
    project.write('src/client.gen.ts', 'export interface Schema {}\n');
    const found = await findings();
    expect(words(found)).toEqual([
      'overridden README.md',
      `overridden ${LIST} TaskList.<ListPage>.<TextColumn 'title'>`,
      'own src/mail.ts',
    ]);
    expect(found.map(({ since }) => since)).toEqual([VERSION, VERSION, null]);
    expect(found[1]?.['line']).toBeGreaterThan(1);
  });

  it('names what is behind the entities, until sync', async () => {
    addRank();
    const found = await findings();
    expect(words(found)).toContain(`added ${MODEL} Task.rank`);
    expect(found.filter(({ kind, by }) => kind === 'behind' && by === 'entities')).toContainEqual(
      expect.objectContaining({ path: LIST, member: "TaskList.<ListPage>.<NumberColumn 'rank'>" }),
    );
    expect(await page()).toContain(
      'some files are behind the entities; to update them: crudgen sync',
    );
  });

  it('names what is behind the version', async () => {
    for (const path of ['crudgen.json', '.crudgen/base/crudgen.json'])
      project.edit(path, (text) => text.replace(VERSION, '0.5.9'));
    const found = await findings('crudgen.json');
    expect(found).toContainEqual(
      expect.objectContaining({ kind: 'behind', path: 'crudgen.json', by: 'version' }),
    );
  });

  it('names files that moved and went, with where they were', async () => {
    const form = 'web/src/pages/project/project.form.tsx';
    project.remove(form);
    const text = project.read(MODEL);
    project.remove(MODEL);
    mkdirSync(join(project.root(), 'src/domain'));
    project.write('src/domain/task.model.ts', text);
    const found = await findings();
    expect(words(found)).toContain(`deleted ${form}`);
    expect(found).toContainEqual(
      expect.objectContaining({ kind: 'moved', path: 'src/domain/task.model.ts', from: MODEL }),
    );
  });

  it('names what cannot be read, and goes on', async () => {
    project.edit(MODEL, (text) => text.replace("'varchar', { length: 255 }", 'options()'));
    project.edit(PROJECT, (text) => `${text}\nexport class {`);
    const found = await findings();
    expect(words(found)).toContain(`unread ${MODEL} Task.title`);
    expect(words(found)).toContain(`unread ${PROJECT}`);
  });

  it('has each finding of some files with its line, and refuses those that are not there', async () => {
    addRank();
    const text = await page([MODEL]);
    expect(text).toContain(`${MODEL}  crudgen ${VERSION}`);
    expect(text).toMatch(/^ +\d+ {2}added {7}Task\.rank$/m);
    expect(text).not.toContain(LIST);
    expect(await page(['docs'])).toBe('these files are all as crudgen writes them');
    await expect(page(['nowhere'])).rejects.toThrow('the project has no nowhere');
    expect(await page([], true)).toContain(LIST);
  });
});
