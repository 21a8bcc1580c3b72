import { expect, it } from 'vitest';
import { buildProgram } from '../../../src/cli/program.js';
import { answerOf, READING, WRITING } from './command-lines.js';

const NOTHING = /^`(--[a-z-]+)` does nothing here/;
const unusedIn = async (args: readonly string[]) =>
  (await answerOf([...args])).problems.flatMap(({ message }) => NOTHING.exec(message)?.[1] ?? []);

const FLAGS = ['--dry-run', '--contents', '--on-conflict=mine'];
/** What is checked or set up without a file of the project. */
const WITH_DRY_RUN = ['doctor', 'seed', 'import-data'];

it.each(Object.entries(READING))('%s refuses flags that would do nothing', async (name, args) => {
  const words = name.split(' ');
  const unused = WITH_DRY_RUN.includes(name) ? FLAGS.slice(1) : FLAGS;
  expect(await unusedIn([...words, ...args, ...unused])).toEqual(
    unused.map((flag) => flag.split('=')[0]),
  );
});

it('so it is with flags in front of the command, and the exit code is that of wrong usage', async () => {
  expect(await unusedIn(['--contents', 'model', 'list'])).toEqual(['--contents']);
  const { exit, problems } = await answerOf(['model', 'list', '--contents']);
  expect([exit, problems.map(({ code, at }) => [code, at?.file, at?.column])]).toEqual([
    2,
    [['usage', 'argv', 20]],
  ]);
});

it('commands that write files take them', async () => {
  for (const [name, args] of Object.entries(WRITING))
    expect(await unusedIn([...name.split(' '), ...args, ...FLAGS]), name).toEqual([]);
});

it('are in the help of those that take them', () => {
  const { commands } = buildProgram('1.0.0', async () => undefined);
  const helpOf = (name: string) => commands.find((one) => one.name() === name)!.helpInformation();
  expect(helpOf('sync')).toMatch(/--dry-run[^]*--contents[^]*--on-conflict/);
  expect(helpOf('seed')).toMatch(/--dry-run/);
  expect(helpOf('seed')).not.toMatch(/--contents|--on-conflict/);
  expect(helpOf('status')).not.toMatch(/--dry-run|--contents|--on-conflict/);
});
