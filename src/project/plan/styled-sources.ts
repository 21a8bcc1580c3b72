import { isDeepStrictEqual } from 'node:util';
import { isCode } from '../../code/typescript.js';
import { type Project, readProject } from '../../code/read-project.js';
import { withUser } from '../../model/built-in.js';
import type { App, Model } from '../../model/model.js';
import { SOURCE } from '../../plan/plan-changes.js';
import { problem, type Problem, quoted, refuseErrors } from '../../problem.js';
import { HOUSE, SOURCE_TEMPLATES } from '../../render/house-style.js';
import { renderModel } from '../../render/render-model.js';
import { NO_FILES, type Tree } from '../../tree.js';
import type { OpenProject } from '../open/open-project.js';
import { readTemplates, templatesOf } from '../open/templates.js';

/**
 * Refuses a house style in which an entity or its rules say something else than the model: what crudgen reads there the next time
 * would be another model, with columns dropped or doors opened.
 */
export function requireSaidModels(
  { mine, base }: Pick<OpenProject, 'mine' | 'base'>,
  app: App,
  models: readonly Model[],
  templates: Tree,
): void {
  const styled = SOURCE_TEMPLATES.flatMap((path) => {
    const text = templates.get(HOUSE + path);
    return text === undefined ? [] : [[path, text] as const];
  });
  if (styled.length === 0) return;
  // Entities may build on classes of the developer's.
  const others = [...mine].filter(([path]) => isCode(path) && !base.has(path));
  const read = (all: Tree): Project =>
    readProject(new Map([...others, ...sourcesOf(app, models, all)]));
  const original = read(readTemplates());
  refuseErrors(
    styled.flatMap(([path, text]) => {
      const own = read(templatesOf({ applied: new Map([[path, text]]), installed: NO_FILES }));
      return [...otherModels(path, original, own), ...newlyUnread(path, original, own)];
    }),
  );
}

/** The entities and rules of models as templates fill them; no layout is needed to read them. */
function sourcesOf(given: App, models: readonly Model[], templates: Tree): Tree {
  const app = withUser(given);
  const files = models.flatMap((model) => [...renderModel(app, model, templates)]);
  return new Map(
    files.flatMap(([path, file]) =>
      SOURCE.test(path) ? [[path, typeof file === 'string' ? file : file.code] as const] : [],
    ),
  );
}

/** What crudgen cannot read of what a template makes. */
function newlyUnread(path: string, original: Project, own: Project): Problem[] {
  const known = new Set(original.problems.map(({ message }) => message));
  const [first] = own.problems.filter(
    ({ code, message }) => code.startsWith('unreadable-') && !known.has(message),
  );
  if (first === undefined) return [];
  const message = `${HOUSE + path} makes code that crudgen cannot read: ${first.message}`;
  return [problem('other-model', message, HELP)];
}

const HELP = 'change the form of the code, but not the model that it declares: docs/templates.md';

/** The problem with a template by which models would be read as others, if there are any. */
function otherModels(path: string, original: Project, own: Project): Problem[] {
  const read = new Map(own.app.models.map((model) => [model.name, model]));
  const others = original.app.models.filter(
    (model) => !isDeepStrictEqual(read.get(model.name), model),
  );
  const [first] = others;
  if (first === undefined) return [];
  const differing = differingFields(first, read.get(first.name));
  const what = differing.length === 0 ? first.name : `${quoted(differing)} of ${first.name}`;
  const more = others.length > 1 ? `, and ${others.length - 1} more models` : '';
  const message = `${HOUSE + path} changes the model that crudgen reads from the code: ${what}${more}`;
  return [problem('other-model', message, HELP)];
}

function differingFields(one: Model, other: Model | undefined): readonly string[] {
  if (other === undefined) return [];
  const names = new Set([...one.fields, ...other.fields].map(({ name }) => name));
  const fieldIn = ({ fields }: Model, wanted: string) => fields.find(({ name }) => name === wanted);
  return [...names].filter((name) => !isDeepStrictEqual(fieldIn(one, name), fieldIn(other, name)));
}
