import { type Problem, quoted, type Refusal, refusal, warning } from '../../problem.js';
import { HOUSE, houseStyleIn, mayStyle } from '../../render/house-style.js';
import type { Tree } from '../../tree.js';
import { readTemplates } from './templates.js';

/** What the house style of a project is told from. */
interface Styled {
  readonly mine: Tree;
  readonly base: Tree;
  /** The house style as it was applied last. */
  readonly applied: Tree;
  readonly isAdopted: boolean;
}

/**
 * Where the kept copies have the house style of a project as it was applied last. Templates that are edited are applied by
 * `upgrade --templates` alone: only what the old text makes and what the new one makes can be merged with what a developer has.
 */
const APPLIED = 'crudgen/applied/';

/** The kept copies of files, and the house style as it was applied, by the paths that templates have in crudgen. */
export function withoutStyle(copies: Tree): { readonly base: Tree; readonly applied: Tree } {
  const isStyle = (path: string) => path.startsWith(APPLIED);
  const all = [...copies];
  return {
    base: new Map(all.filter(([path]) => !isStyle(path))),
    applied: new Map(
      all.flatMap(([path, text]) =>
        isStyle(path) ? [[path.slice(APPLIED.length), text] as const] : [],
      ),
    ),
  };
}

/** The same the other way round: copies of templates as they are applied. */
export const copiesOfStyle = (style: Tree): Tree =>
  new Map([...style].map(([name, text]) => [APPLIED + name, text]));

/** The house style on disk. */
export const ownStyle = ({ mine }: Pick<Styled, 'mine'>): Tree => houseStyleIn(mine);

/** The templates that differ from what was applied: changed, new, or deleted. */
export function unapplied({ mine, applied }: Styled): readonly string[] {
  const own = houseStyleIn(mine);
  const names = new Set([...own.keys(), ...applied.keys()]);
  return [...names].filter((name) => own.get(name) !== applied.get(name)).sort();
}

/** The originals that a house style stands in for, by their paths in a project. */
export function originalsOf(style: Tree): Tree {
  return new Map(
    [...style.keys()].flatMap((name): [string, string][] => {
      const original = readTemplates().get(name);
      return original === undefined ? [] : [[HOUSE + name, original]];
    }),
  );
}

/**
 * The originals that are planned as files of a project: what a later crudgen writes in one is merged with what the developer made
 * of it. Where a template is all the developer's, there is nothing to merge it from before it is applied.
 */
export function plannedOriginals(style: Tree, { base, mine }: Pick<Styled, 'base' | 'mine'>) {
  return [...originalsOf(style)].filter(
    ([path, original]) => base.has(path) || mine.get(path) === original,
  );
}

/** What changes in the kept copies where a style is applied. */
export function styleCopies(
  { base, applied, isAdopted }: Styled,
  style: Tree,
): ReadonlyMap<string, string | null> {
  const changed = [...style].filter(([name, text]) => isAdopted || applied.get(name) !== text);
  const gone = [...applied.keys()].filter((name) => !style.has(name));
  const originals = [...originalsOf(new Map(changed))].filter(([path]) => !base.has(path));
  return new Map<string, string | null>([
    ...originals,
    ...copiesOfStyle(new Map(changed)),
    ...gone.map((name) => [APPLIED + name, null] as const),
  ]);
}

/** Warns of templates that were edited and not applied. */
export function unappliedStyle(project: Styled): Problem[] {
  const names = unapplied(project);
  if (names.length === 0) return [];
  const what = names.length === 1 ? 'has changed' : 'have changed';
  const message = `${names.map((name) => HOUSE + name).join(', ')} ${what} since crudgen last applied the project's templates`;
  const help = 'to update every model: crudgen upgrade --templates';
  return [warning('templates-unapplied', message, help)];
}

/** The templates whose originals crudgen has changed since they were taken over. */
export const changedOriginals = ({ base }: Pick<Styled, 'base'>): readonly string[] =>
  [...houseStyleIn(base)]
    .filter(([name, text]) => (readTemplates().get(name) ?? text) !== text)
    .map(([name]) => name);

/** Warns of them. */
export const newerOriginals = (project: Styled): Problem[] =>
  changedOriginals(project).map((name) =>
    warning(
      'original-changed',
      `${HOUSE + name} replaces a template that crudgen has changed in the meantime`,
      'to merge the change into yours: crudgen upgrade, then crudgen upgrade --templates',
    ),
  );

/** Warns of files beside the templates that are none. */
export function strayTemplates({ mine }: Styled): Problem[] {
  const stray = [...mine.keys()].filter(
    (path) =>
      path.startsWith(HOUSE) && path.endsWith('.ejs') && !mayStyle(path.slice(HOUSE.length)),
  );
  return stray.length === 0 ? [] : [warning('stray-template', saidOf(stray), LIST)];
}

function saidOf(stray: readonly string[]): string {
  const [are, them] =
    stray.length === 1 ? ['is not a template', 'it'] : ['are not templates', 'them'];
  return `${quoted(stray)} ${are} for the files of a model, so crudgen ignores ${them}`;
}

const LIST = 'for the names of templates: crudgen templates list';

/**
 * The house style in the files of a folder, by the paths below it, which `place` is before in messages; refuses a folder that has
 * none, and what is none in it.
 */
export function requireStyle(files: Tree, folder: string, place: string): Tree {
  const paths = [...files.keys()].filter((path) => path.endsWith('.ejs'));
  const stray = paths.filter((path) => !mayStyle(path));
  if (stray.length > 0)
    throw refusal('stray-template', saidOf(stray.map((path) => place + path)), LIST);
  if (paths.length > 0) return new Map(paths.map((path) => [path, files.get(path)!]));
  throw noTemplates(folder);
}

/** The refusal of a folder that is none of templates; `why` says what else is known of it. */
export const noTemplates = (folder: string, why?: string): Refusal =>
  refusal(
    'no-templates',
    `\`${folder}\` is not a folder of templates${why === undefined ? '' : `: ${why}`}`,
    `name a project that has its own templates, or a folder with templates such as model/service.ts.ejs`,
  );
