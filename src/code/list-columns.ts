import type { ListColumns, Model } from '../model/model.js';
import { modelNames } from '../render/model-names.js';
import { usualColumns } from '../render/web/list-page.js';
import type { Tree } from '../tree.js';
import { ownPagesIn } from './own-pages.js';

/** Models with the columns that their lists show and hide, where these are not the usual ones of their fields. */
export function withLists(models: readonly Model[], files: Tree): readonly Model[] {
  const lists = listsIn(files);
  return models.map((model) => {
    const list = lists.get(`${modelNames(model).class}List`);
    return list === undefined || isSame(list, usualColumns(model)) ? model : { ...model, list };
  });
}

const isSame = (one: ListColumns, other: ListColumns): boolean =>
  isSameSet(one.shown, other.shown) && isSameSet(one.hidden, other.hidden);

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name));

/** The columns of all lists by the names of their components, wherever these are. */
function listsIn(files: Tree): ReadonlyMap<string, ListColumns> {
  return new Map(
    [...ownPagesIn(files)].flatMap(([, text]): [string, ListColumns][] => {
      const [, name] = /export function (\w+List)\(/.exec(text) ?? [];
      const list = name !== undefined && text.includes('<ListPage') ? columnsIn(text) : null;
      return name === undefined || list === null ? [] : [[name, list]];
    }),
  );
}

/** The columns of a list page; null where they are hidden in another way than crudgen writes. */
function columnsIn(text: string): ListColumns | null {
  const [, given] = /<ListPage\b[^>]*?\bhidden=\{([^}]*)\}/.exec(text) ?? [];
  if (given !== undefined && given !== 'HIDDEN') return null;
  const [, names = null] = /^const HIDDEN\b[^=]*= \[([^\]]*)\];?$/m.exec(text) ?? [];
  if (given !== undefined && names === null) return null;
  const hidden = [...(names ?? '').matchAll(/['"](\w+)['"]/g)].map(([, name = '']) => name);
  const columns = [...text.matchAll(/<[A-Z]\w*\b[^>]*?\bsource="(\w+)"/g)];
  const shown = columns.map(([, name = '']) => name).filter((name) => !hidden.includes(name));
  return { shown, hidden };
}
