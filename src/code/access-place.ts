import type { Model } from '../model/model.js';
import { MODELS_GEN } from '../render/render-registry.js';
import type { Tree } from '../tree.js';
import { entitiesOf, partsOf } from './code-index.js';
import { listedParts } from './listed-parts.js';

type Identity = Pick<Model, 'name' | 'table'>;

/**
 * Finds the file of a model's access rules: the one that defines them, else that of which the kept copies or the list of models
 * know, which its developer may have deleted or written in a way that crudgen cannot read; null for a model without one.
 */
export function accessPlaces(files: Tree, base: Tree): (model: Identity) => string | null {
  const defined = definedIn(files);
  const known = new Map([...listedIn(files.get(MODELS_GEN) ?? ''), ...definedIn(base)]);
  const classes = new Set(entitiesOf(files).map(({ name }) => name));
  const isRenamed = [...known.keys()].some((name) => !classes.has(name));
  const former = new Map(
    (isRenamed ? entitiesOf(base) : []).map(({ table, name }) => [table, name]),
  );
  return ({ name, table }) =>
    defined.get(name) ?? known.get(name) ?? known.get(former.get(table) ?? name) ?? null;
}

/** The files that define access rules, by class. */
const definedIn = (files: Tree): ReadonlyMap<string, string> =>
  new Map(
    partsOf(files).flatMap(({ kind, model, path }) => (kind === 'access' ? [[model, path]] : [])),
  );

/** The files of access rules that a list of models imports, by class. */
const listedIn = (list: string): ReadonlyMap<string, string> =>
  new Map(
    [...listedParts(list)].flatMap(([model, parts]): [string, string][] =>
      parts.flatMap(({ kind, path }) => (kind === 'access' ? [[model, path]] : [])),
    ),
  );
