import { type Problem, problem, quoted, Refusal, refusal } from '../../problem.js';
import { HOUSE, houseStyleIn, mayStyle } from '../../render/house-style.js';
import type { Tree } from '../../tree.js';
import { readTemplates } from './templates.js';

/** The files of a project that its house style follows from. */
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

/** The kept copies of a house style as it is applied, which `withoutStyle` takes apart. */
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

/** The changes in the kept copies when a style is applied. */
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

/** The templates whose originals crudgen has changed since they were taken over. */
export const changedOriginals = ({ base }: Pick<Styled, 'base'>): readonly string[] =>
  [...houseStyleIn(base)]
    .filter(([name, text]) => (readTemplates().get(name) ?? text) !== text)
    .map(([name]) => name);

/** The problem of files beside the templates that are not templates themselves. */
export function strayTemplates(paths: readonly string[]): Problem {
  const [are, them] =
    paths.length === 1 ? ['is not a template', 'it'] : ['are not templates', 'them'];
  return problem(
    'stray-template',
    `${quoted(paths)} ${are} for the files of a model, so crudgen ignores ${them}`,
    'for the names of templates: crudgen templates list',
  );
}

/**
 * The house style in the files of a folder, by their paths below it. Messages write `place` before these paths. Refuses a folder
 * without templates, and `.ejs` files that are not templates.
 */
export function requireStyle(files: Tree, folder: string, place: string): Tree {
  const paths = [...files.keys()].filter((path) => path.endsWith('.ejs'));
  const stray = paths.filter((path) => !mayStyle(path));
  if (stray.length > 0) throw new Refusal([strayTemplates(stray.map((path) => place + path))]);
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
