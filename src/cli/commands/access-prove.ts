import { dirname, resolve } from 'node:path';
import { listFolder } from '../../disk/folders.js';
import { kebabCase } from '../../model/names.js';
import { misuse, type Problem, Refusal, refuseErrors } from '../../problem.js';
import { askTool } from '../../project/open/ask-service.js';
import { requireInstalled } from '../../project/open/find-project.js';
import { sentencesOf } from '../../project/open/project-sentences.js';
import { READING } from '../../project/open/tolerated.js';
import { type Context, printResult } from '../context.js';
import { projectOf } from '../project.js';

interface Options {
  readonly seed?: number;
  readonly changed?: true;
  readonly postgres?: true;
  readonly mutants?: true;
  readonly against?: string;
  readonly report?: string;
}

/** Proves that the project's service keeps the rules of its code; the exit code is 1 if it does not, or if nothing was asked. */
export async function accessProve(
  context: Context,
  models: readonly string[],
  { report, ...options }: Options,
): Promise<number> {
  requireFittingOptions(models, { ...options, report });
  const file = report && resolve(context.cwd, report);
  if (file !== undefined && (await listFolder(dirname(file))) === null)
    throw misuse(`the folder of \`${report}\` does not exist`, 'create the folder first');
  const project = await projectOf(context, READING);
  const { root } = project;
  await requireInstalled(root);
  const { sentences, problems } = sentencesOf(project.app, project.mine);
  refuseErrors(problems);
  const { terminal } = context;
  const said = sentences.length > 0 ? JSON.stringify(sentences) : undefined;
  const args = [...argsOf({ ...options, report: file, sentences: said }), '--', ...models];
  const answer = await askTool(root, 'prove-access', args, {
    onErrorLine: (line) => {
      if (!terminal.status(line)) terminal.note(line);
    },
  });
  terminal.status('');
  if ('problem' in answer) throw new Refusal([answer['problem'] as Problem]);
  const told = answer['report'] as object;
  printResult<object>(
    context,
    options.against === undefined ? told : { against: told },
    () => answer['summary'] as string,
  );
  return answer['proven'] === true ? 0 : 1;
}

function requireFittingOptions(
  models: readonly string[],
  { changed, mutants, postgres, against, report }: Options,
): void {
  const others = Object.entries({ changed, mutants, postgres }).filter(([, value]) => value);
  const [left] = [...others.map(([name]) => `\`--${name}\``), ...models.map(() => 'the models')];
  if (against !== undefined && left !== undefined)
    throw misuse('`--against` compares all rules of the project', `leave out ${left}`);
  if (changed && models.length > 0)
    throw misuse('`--changed` already says which models', 'leave out the names, or `--changed`');
  if (report !== undefined && !/\.(html|md|json)$/.test(report))
    throw misuse(
      `\`${report}\` has no ending that names a kind of report`,
      'write for example: --report proof.html, proof.md or proof.json',
    );
}

/** Options as a command line; the program has options of these names. */
const argsOf = (options: Readonly<Record<string, string | number | true | undefined>>) =>
  Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined) return [];
    // The flag and its value are one word, because a value may start with a dash.
    return [value === true ? `--${kebabCase(name)}` : `--${kebabCase(name)}=${value}`];
  });
