import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Row } from '../naive/naive.js';
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
    const turn = turnOf(proof, actor);
    // A word of a hidden row; of each searched field that the reader may not read; of one that they may.
    const words = [
      ...searched.slice(0, 1).flatMap((name) => wordOf(hidden, name)),
      ...closed.flatMap((name) => wordOf(seen, name)),
      ...inTurn(searched, turn, 1).flatMap((name) => wordOf(seen, name)),
    ];
    for (const word of new Set([...words, 'zzznowhere']))
      yield askList(proof, actor, model, {
        query: { q: word },
        needs: [],
        is: (row) =>
          searched.some(
            (name) => readable.has(name) && text(row, name).includes(word.toLowerCase()),
          ),
      });
  },
};

/** The searched fields, except those that code of the project stores in a form of its own. */
const searchedIn = ({ service }: Proof, model: ModelInfo): readonly string[] =>
  service.searchedFields(model).filter((name) => !model.column.get(name)?.transformer);

const text = (row: Row, name: string): string => String(row[name] ?? '').toLowerCase();

/** A word of a field of the first of these rows that has any. */
function wordOf(rows: readonly Row[], name: string): readonly string[] {
  for (const row of rows) {
    const word = /[A-Za-z0-9]{4,}/.exec(String(row[name] ?? ''));
    if (word) return [word[0]];
  }
  return [];
}
