import { isNumber, type ColumnInfo } from '../../fields/column-info.js';
import type { RecordId } from '../../fields/record-id.js';
import { and, type Scalar } from '../../model/where.js';
import { findTargets } from '../reading/links.js';
import { named, valuesOfEach, type Wanted } from '../reading/rows-where.js';
import { withoutRules, type Core, type Write } from '../scope.js';

/** The id of a record, and the key by which a many-to-many field names it. */
export type Target = readonly [id: RecordId, key: unknown];

/** A field, by whoever has set it: the project's own code may name what the writer does not see. */
type Place = `${string} ${'sent' | 'by code'}`;

const placeOf = (field: string, byCode: boolean): Place =>
  `${field} ${byCode ? 'by code' : 'sent'}`;

/** The rows to which writes refer, as those with their grant see them. */
export class FoundReferences {
  readonly #ids = new Map<Place, ReadonlySet<RecordId>>();
  readonly #targets = new Map<Place, ReadonlyMap<unknown, readonly Target[]>>();
  /** Fields whose rows nobody has to look up: the foreign key refuses a missing row. */
  readonly #unasked = new Set<Place>();

  /**
   * Finds the rows to which writes of one model with one grant refer: those of references by one statement. They are locked, unless
   * the write is a single statement, in which the database itself refuses a reference to a missing row.
   */
  static async of(writes: readonly Write[], isSingle = false): Promise<FoundReferences> {
    const found = new FoundReferences();
    const first = writes[0]!;
    await found.#findIds(writes, first, isSingle);
    for (const { name } of first.model.links)
      for (const byCode of [false, true]) await found.#findTargets(name, byCode, writes, first);
    return found;
  }

  /** Whether the row exists for whoever names it in a field, by its id or by what stands there in its place. */
  has(field: string, byCode: boolean, id: RecordId): boolean {
    const place = placeOf(field, byCode);
    return this.#unasked.has(place) || (this.#ids.get(place)?.has(id) ?? false);
  }

  /** The records that the keys of a many-to-many field name. */
  targets(field: string, byCode: boolean, keys: readonly Scalar[]): readonly Target[] {
    const known = this.#targets.get(placeOf(field, byCode));
    return keys.flatMap((key) => known?.get(key) ?? []);
  }

  async #findIds(writes: readonly Write[], first: Write, isSingle: boolean): Promise<void> {
    const { core, grant, model } = first;
    const places: Place[] = [];
    const wanted: Wanted[] = [];
    for (const { name, reference } of core.plan(model).references)
      for (const byCode of [false, true]) {
        const ids = idsIn(name, byCode, writes);
        if (ids.size === 0) continue;
        const place = placeOf(name, byCode);
        const { access } = byCode ? withoutRules(first) : first;
        const target = core.model(reference!.model);
        const visible = access.rowWhere(grant, target);
        const { key } = reference!;
        const column = target.column.get(key)!;
        if (isSingle && visible.op === 'all' && isFoundAlike(column, core))
          this.#unasked.add(place);
        else {
          places.push(place);
          wanted.push({ model: target, where: and(named([...ids], key), visible), column });
        }
      }
    const found = await valuesOfEach(wanted, first, isSingle ? undefined : 'keep');
    for (const [at, place] of places.entries()) this.#ids.set(place, new Set(found[at]));
  }

  async #findTargets(
    name: string,
    byCode: boolean,
    writes: readonly Write[],
    first: Write,
  ): Promise<void> {
    const keys = new Set<Scalar>();
    for (const { draft } of writes) {
      const ofCode = new Set(draft.keysByCode?.[name]);
      const isCodes = (key: Scalar): boolean =>
        (draft.byCode?.has(name) ?? false) || ofCode.has(key);
      for (const key of draft.links[name] ?? []) if (isCodes(key) === byCode) keys.add(key);
    }
    if (keys.size === 0) return;
    const scope = byCode ? withoutRules(first) : first;
    const link = first.model.links.find((one) => one.name === name)!;
    const byKey = new Map<unknown, Target[]>();
    // Locked: a record deleted before the link is inserted would be left out silently.
    for (const target of await findTargets(link, [...keys], scope, 'keep'))
      byKey.set(target[1], [...(byKey.get(target[1]) ?? []), target]);
    this.#targets.set(placeOf(name, byCode), byKey);
  }
}

/** Whether a foreign key finds the rows that a statement finds by the same value. */
const isFoundAlike = (column: ColumnInfo, { dialect }: Core): boolean =>
  isNumber(column) || dialect.equals?.(column) === undefined;

const NONE: ReadonlySet<RecordId> = new Set();

function idsIn(name: string, byCode: boolean, writes: readonly Write[]): ReadonlySet<RecordId> {
  let ids: Set<RecordId> | null = null;
  for (const { draft } of writes) {
    const value = draft.columns[name];
    if (value != null && (draft.byCode?.has(name) ?? false) === byCode)
      (ids ??= new Set()).add(value as RecordId);
  }
  return ids ?? NONE;
}

/** The rows to which each of these writes refers, by its grant. */
export async function foundBy(
  writes: readonly Write[],
  isSingle = false,
): Promise<(write: Write) => FoundReferences> {
  if (writes.length === 1) {
    const found = await FoundReferences.of(writes, isSingle);
    return () => found;
  }
  const byGrant = new Map<Write['grant'], FoundReferences>();
  for (const grant of new Set(writes.map((write) => write.grant))) {
    const some = writes.filter((write) => write.grant === grant);
    byGrant.set(grant, await FoundReferences.of(some));
  }
  return ({ grant }) => byGrant.get(grant)!;
}
