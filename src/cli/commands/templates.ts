import { type Problem, problem, refusal, refuseErrors } from '../../problem.js';
import { nearest } from '../../model/nearest.js';
import { changedOriginals, ownStyle, unapplied } from '../../project/open/house-style.js';
import type { OpenProject } from '../../project/open/open-project.js';
import { readTemplates } from '../../project/open/templates.js';
import { READING } from '../../project/open/tolerated.js';
import { writeFile } from '../../project/change/workspace.js';
import { findTemplate, HOUSE, MODEL_TEMPLATES } from '../../render/house-style.js';
import { changeModel } from '../change-model.js';
import { type Context, printResult } from '../context.js';
import { projectOf } from '../project.js';
import { showTable } from '../show-table.js';

/** The templates for the files of models. */
export interface TemplatesJson {
  /** The templates of crudgen, and the templates that the project adds. */
  readonly templates: readonly TemplateJson[];
}

/** A template for the files of models, as a project has it. */
export interface TemplateJson {
  /** The path in crudgen, and below `crudgen/templates/` in the project. */
  readonly path: string;
  /** The output of the template. */
  readonly makes: string;
  /** Whether the project has its own version of the template. */
  readonly own: boolean;
  /** Whether the models have the output of the template that is on disk. */
  readonly applied: boolean;
  /** Whether crudgen has changed the original since the project copied it. */
  readonly original_changed: boolean;
}

/** Lists the templates of the files of models, and those of the project's own. */
export async function listTemplates(context: Context): Promise<void> {
  const project = await projectOf(context, READING);
  const templates = listed(project);
  printResult<TemplatesJson>(context, { templates }, ({ style }) => {
    const rows = templates.map((one) => [one.path, stateOf(one), one.makes]);
    return showTable(['template', 'state', 'what it makes'], rows, style);
  });
}

function listed(project: OpenProject): readonly TemplateJson[] {
  const own = ownStyle(project);
  const waiting = new Set(unapplied(project));
  const changed = new Set(changedOriginals(project));
  const added = [...new Set([...own.keys(), ...waiting])].filter(
    (path) => !MODEL_TEMPLATES.has(path),
  );
  const all = [
    ...MODEL_TEMPLATES,
    ...added.sort().map((path) => [path, 'one more file for each model'] as const),
  ];
  return all.map(([path, makes]) => ({
    ...{ path, makes, own: own.has(path), applied: !waiting.has(path) },
    original_changed: changed.has(path),
  }));
}

function stateOf({ own, applied, original_changed: isChanged }: TemplateJson): string {
  const whose = own ? 'yours' : applied ? '' : 'yours was deleted';
  return [whose, applied ? '' : 'not applied', isChanged ? 'crudgen has changed the original' : '']
    .filter(Boolean)
    .join(', ');
}

/** Writes templates of crudgen into the project, to be changed there. */
export async function ejectTemplates(context: Context, words: readonly string[]): Promise<number> {
  const project = await projectOf(context);
  refuseErrors(
    words.flatMap((word) => (findTemplate(word) === null ? [unknownTemplate(word)] : [])),
  );
  const paths = [...new Set(words.map((word) => findTemplate(word)!))];
  const there = paths.filter((path) => project.mine.has(HOUSE + path));
  if (there.length > 0) throw taken(there);
  const texts = paths.map((path) => [path, readTemplates().get(path)!] as const);
  const change = {
    mode: 'change',
    after: project.app,
    edits: texts.map(([path, text]) => writeFile(HOUSE + path, text)),
    style: new Map([...project.applied, ...texts]),
  } as const;
  const messages = {
    done: `wrote ${paths.map((path) => HOUSE + path).join(', ')}`,
    nothing: 'nothing to change',
    next: [
      'edit the files in crudgen/templates/ (see docs/templates.md)',
      'crudgen upgrade --templates --dry-run',
    ],
  };
  return changeModel(context, project, change, { messages });
}

function unknownTemplate(word: string): Problem {
  const files = [...MODEL_TEMPLATES.keys()].map((path) => path.slice(path.lastIndexOf('/') + 1));
  const near = nearest(word, files);
  const help =
    near === null ? 'to see all templates: crudgen templates list' : `did you mean \`${near}\`?`;
  return problem(
    'unknown-template',
    `crudgen has no template \`${word}\` for the files of models`,
    help,
  );
}

const taken = (paths: readonly string[]) =>
  refusal(
    'template-there',
    `the project already has its own ${paths.join(', ')}`,
    'to start again from the template of crudgen, delete your file first',
  );
