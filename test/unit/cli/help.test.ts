import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { main } from '../../../src/cli/main.js';
import { buildProgram } from '../../../src/cli/program.js';
import { VERSION } from '../../../src/version.js';

afterEach(() => vi.restoreAllMocks());

/** What a command line prints, and its exit code. */
async function run(...args: string[]) {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += String(text);
      return true;
    });
  return { exitCode: await main(args), ...said };
}

const program = buildProgram(VERSION, () => Promise.resolve());
const all = (command: CommandUnknownOpts): CommandUnknownOpts[] => [
  command,
  ...command.commands.flatMap(all),
];

describe('the help', () => {
  it('speaks in one style: what a command or flag does, in lower case and without a full stop', () => {
    const texts = all(program).flatMap((command) => [
      command.description(),
      command.summary(),
      ...command.options.map(({ description }) => description),
      ...command.registeredArguments.map(({ description }) => description),
    ]);
    const shown = texts.filter((text) => text !== '');
    expect(shown.length).toBeGreaterThan(100);
    expect(shown.filter((text) => !/^(?:[a-z`]|GET)/.test(text) || text.endsWith('.'))).toEqual([]);
    const verbs = all(program).flatMap((one) => [one.description(), one.summary()]);
    expect(verbs.filter((text) => /^(?!access)\w+s\b/.test(text))).toEqual([]);
  });

  it('says what every command does', () => {
    expect(all(program).filter((command) => command.description() === '')).toEqual([]);
  });

  it('names every page that it has beside those of commands', async () => {
    const refused = await run('help', 'nothing');
    const topics = /topics: (.*)/.exec(refused.stderr)![1]!.split(', ');
    const commands = program.commands.map((command) => command.name());
    const pages = topics.filter((topic) => !commands.includes(topic));
    const summary = program.commands.find((command) => command.name() === 'help')!.summary();
    expect(summary).toBe(`explain a command, or one of: ${pages.join(', ')}`);
  });

  it('lists the commands by group, and the exit codes', async () => {
    const { stdout, exitCode } = await run('--help');
    expect(exitCode).toBe(0);
    const headings = [...stdout.matchAll(/^(\S.*):$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      'Options',
      'Global options',
      'Start a project',
      'Models',
      'Your own code',
      'Changes by hand and new versions',
      'Features',
      'Look into a project',
      'Help',
      'Examples',
    ]);
    expect(stdout).toContain('Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 conflicts');
    expect(stdout).not.toMatch(/merge-(?:base|file)|-V/);
  });

  it('is what a command prints that needs another one, which is wrong usage', async () => {
    for (const args of [[], ['model'], ['access'], ['--cwd', '.']]) {
      const said = await run(...args);
      expect(said, args.join(' ')).toMatchObject({ exitCode: 2, stdout: '' });
      expect(said.stderr).toContain('Usage: crudgen');
      expect((await run(...args, '--help')).exitCode).toBe(0);
    }
  });

  it.each([['-v'], ['-V'], ['--version'], ['version']])('%s prints the version', async (arg) => {
    expect(await run(arg)).toEqual({ exitCode: 0, stdout: `${VERSION}\n`, stderr: '' });
  });
});
