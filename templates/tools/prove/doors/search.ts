import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Person, Row } from '../naive/naive.js';
import { askList } from './ask-list.js';
import { inTurn, turnOf } from './chosen.js';
import { atModels, type Door, type Proof } from './door.js';
import { listed } from './record-of.js';

/** `q` finds a word in the searched fields that its reader may read, and in no others. */
export const search: Door = {
  name: 'search',
  reads: ['list'],
  claims: atModels('GET', ''),
  *questions(proof, actor, model) {
    const { naive } = proof;
    const searched = searchedIn(proof, model);
    const readable = naive.readable(actor, 'list', model.name);
    const seen = listed(naive, actor, model.name);
    const hidden = naive.world[model.name]!.filter((row) => !seen.includes(row));
    const closed = searched.filter((name) => !readable.has(name));
    const paths = pathsIn(proof, actor, model);
    const turn = turnOf(proof, actor);
    // A word of a hidden row; of each searched field that the reader may not read; of one that they may.
    const words = [
      ...searched.slice(0, 1).flatMap((name) => wordOf(hidden, name)),
      ...closed.flatMap((name) => wordOf(seen, name)),
      ...inTurn(searched, turn, 1).flatMap((name) => wordOf(seen, name)),
      // Words of the records by which rows are searched: one of a hidden record, one of a closed field, and one of an open field.
      ...paths.flatMap(({ field, hidden: others, rows }) => [
        ...wordOf(others, field),
        ...wordOf(rows, field),
      ]),
    ];
    for (const word of new Set([...words, 'zzznowhere']))
      yield askList(proof, actor, model, {
        query: { q: word },
        needs: [],
        is: (row) =>
          searched.some((name) => readable.has(name) && has(row, name, word)) ||
          paths.some(
            ({ by, key, field, isOpen, rows }) =>
              isOpen && rows.some((one) => one[key] === row[by] && has(one, field, word)),
          ),
      });
  },
};

/** The field of another model by which rows are searched: what the reader sees of it there. */
interface Path {
  /** The foreign key, and the field that it refers to. */
  readonly by: string;
  readonly key: string;
  readonly field: string;
  /** Whether the reader may read the foreign key, and the field in the list of the other model. */
  readonly isOpen: boolean;
  readonly rows: readonly Row[];
  readonly hidden: readonly Row[];
}

function pathsIn(
  { service, naive, model: infoOf }: Proof,
  actor: Person,
  model: ModelInfo,
): Path[] {
  const names = service.searchedFields(model).filter((name) => name.includes('.'));
  return names.flatMap((name) => {
    const [relation, field = ''] = name.split('.');
    const by = model.columns.find(({ reference }) => reference?.relation === relation);
    const target = by?.reference && infoOf(by.reference.model);
    const column = target?.column.get(field);
    if (!by?.reference || !target || !column || column.transformer) return [];
    const mayRead = (one: string, of: string) => naive.readable(actor, 'list', of).has(one);
    const isOpen = mayRead(by.name, model.name) && mayRead(field, target.name);
    const rows = listed(naive, actor, target.name);
    const hidden = naive.world[target.name]!.filter((row) => !rows.includes(row));
    return [{ by: by.name, key: by.reference.key, field, isOpen, rows, hidden }];
  });
}

/** The searched fields, except those that code of the project stores in a form of its own. */
const searchedIn = ({ service }: Proof, model: ModelInfo): readonly string[] =>
  service
    .searchedFields(model)
    .filter((name) => !name.includes('.') && !model.column.get(name)?.transformer);

const has = (row: Row, name: string, word: string): boolean =>
  String(row[name] ?? '')
    .toLowerCase()
    .includes(word.toLowerCase());

/** A word of a field of the first of these rows that has any. */
function wordOf(rows: readonly Row[], name: string): readonly string[] {
  for (const row of rows) {
    const word = /[A-Za-z0-9]{4,}/.exec(String(row[name] ?? ''));
    if (word) return [word[0]];
  }
  return [];
}
