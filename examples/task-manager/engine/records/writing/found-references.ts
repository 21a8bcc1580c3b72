import type { ColumnInfo } from '../../fields/column-info.js';
import type { RecordId } from '../../fields/record-id.js';
import type { LinkInfo } from '../../model/model-info.js';
import { and, type Scalar, type Where } from '../../model/where.js';
import { findTargets } from '../reading/links.js';
import { idsWhere } from '../reading/rows-where.js';
import { withoutRules, type Write } from '../scope.js';
import type { KnownReferences, Target } from './known-references.js';

/** A field, by whoever has set it: the project's own code may name what the writer does not see. */
type Place = `${string} ${'sent' | 'by code'}`;

const placeOf = (field: string, byCode: boolean): Place =>
  `${field} ${byCode ? 'by code' : 'sent'}`;

/** The rows that many writes refer to, found and locked by one statement per field instead of one per write. */
export class FoundReferences implements KnownReferences {
  readonly #ids = new Map<Place, ReadonlySet<RecordId>>();
  readonly #targets = new Map<Place, ReadonlyMap<unknown, readonly Target[]>>();

  /** Finds those of writes of one model, which have the same writer. */
  static async of(writes: readonly Write[]): Promise<FoundReferences> {
    const found = new FoundReferences();
    const [first] = writes;
    if (!first) return found;
    for (const column of first.model.columns)
      if (column.reference)
        for (const byCode of [false, true]) await found.#find(column, byCode, writes, first);
    for (const link of first.model.links)
      for (const byCode of [false, true]) await found.#findTargets(link, byCode, writes, first);
    return found;
  }

  has(field: string, byCode: boolean, id: RecordId): boolean {
    return this.#ids.get(placeOf(field, byCode))?.has(id) ?? false;
  }

  targets(field: string, byCode: boolean, keys: readonly Scalar[]): readonly Target[] {
    const known = this.#targets.get(placeOf(field, byCode));
    return keys.flatMap((key) => known?.get(key) ?? []);
  }

  async #find(
    { name, reference }: ColumnInfo,
    byCode: boolean,
    writes: readonly Write[],
    first: Write,
  ): Promise<void> {
    const { core, grant, session } = first;
    const values = new Set<RecordId>();
    for (const { draft } of writes) {
      const value = draft.columns[name];
      if (typeof value === 'number' && (draft.byCode?.has(name) ?? false) === byCode)
        values.add(value);
    }
    if (values.size === 0) return;
    const model = core.model(reference!.model);
    const named: Where = { op: 'in', field: 'id', values: [...values] };
    const { access } = byCode ? withoutRules(first) : first;
    const visible = and(named, access.rowWhere(grant, model));
    const ids = await idsWhere(visible, { core, model, session }, 'keep');
    this.#ids.set(placeOf(name, byCode), new Set(ids));
  }

  async #findTargets(
    link: LinkInfo,
    byCode: boolean,
    writes: readonly Write[],
    first: Write,
  ): Promise<void> {
    const { name } = link;
    const keys = new Set<Scalar>();
    for (const { draft } of writes) {
      const ofCode = new Set(draft.keysByCode?.[name]);
      const isCodes = (key: Scalar): boolean =>
        (draft.byCode?.has(name) ?? false) || ofCode.has(key);
      for (const key of draft.links[name] ?? []) if (isCodes(key) === byCode) keys.add(key);
    }
    if (keys.size === 0) return;
    const scope = byCode ? withoutRules(first) : first;
    const byKey = new Map<unknown, Target[]>();
    for (const target of await findTargets(link, [...keys], scope, 'keep'))
      byKey.set(target[1], [...(byKey.get(target[1]) ?? []), target]);
    this.#targets.set(placeOf(name, byCode), byKey);
  }
}

/** What writes refer to, as those with the same grant see it. */
export async function foundBy(
  writes: readonly Write[],
): Promise<ReadonlyMap<Write['grant'], FoundReferences>> {
  const found = new Map<Write['grant'], FoundReferences>();
  for (const grant of new Set(writes.map((write) => write.grant)))
    found.set(grant, await FoundReferences.of(writes.filter((write) => write.grant === grant)));
  return found;
}
