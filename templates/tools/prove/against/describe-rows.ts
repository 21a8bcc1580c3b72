import type { Row } from '../naive/naive.js';
import { spoken, withArticle } from './words.js';
import type { ActorFacts, Aspect, ModelFacts, Scene } from './version-facts.js';

/** Whoever looks at rows: an actor in a scene. */
export interface Looker {
  readonly scene: Scene;
  readonly actor: ActorFacts;
}

/** A row with its values of all aspects, as the actor relates to it: `own`, `none`, `other`, `"draft"`. */
export interface SeenRow {
  readonly key: string;
  readonly values: readonly string[];
}

/** The relation between an actor and rows of a model, for which sentences have words. */
export class RowDescriber {
  constructor(
    private readonly model: ModelFacts,
    private readonly models: readonly ModelFacts[],
  ) {}

  /** The rows of a scene that exist; of a soft-deleted row nobody may know. */
  rowsOf(scene: Scene): readonly Row[] {
    const rows = scene.world[this.model.name] ?? [];
    return this.model.isSoftDeleted
      ? rows.filter((row) => (row['deleted_at'] ?? null) === null)
      : rows;
  }

  valuesOf(row: Row, looker: Looker): readonly string[] {
    return this.model.aspects.map((aspect) => this.#valueOf(aspect, row, looker));
  }

  #valueOf({ field, kind, to }: Aspect, row: Row, { scene, actor }: Looker): string {
    const value = row[field] ?? null;
    if (value === null) return NONE;
    switch (kind) {
      case 'owner':
      case 'user':
        return value === scene.me ? OWN : OTHER;
      case 'tenant':
        return tenantsOf(actor, scene).includes(value as number) ? OWN : OTHER;
      case 'value':
        return JSON.stringify(value);
      case 'row':
        return this.#parent(to!, value, { scene, actor });
    }
  }

  /** The values of the row that a row refers to, as a text. */
  #parent(to: string, id: unknown, looker: Looker): string {
    const parent = looker.scene.world[to]?.find((row) => row.id === id);
    return JSON.stringify(parent ? this.#near(to).valuesOf(parent, looker) : []);
  }

  /** Describes the rows of a model to which rows refer, by their own fields alone. */
  #near(to: string): RowDescriber {
    const target = this.models.find(({ name }) => name === to);
    const aspects = target?.aspects.filter(({ kind }) => kind !== 'row') ?? [];
    return new RowDescriber({ ...(target ?? this.model), aspects }, this.models);
  }

  /**
   * The words for some of the rows: the fewest values that these have and other rows do not. If fewer words fit these rows, other
   * rows, and none of those that are `excluded`, then `isLoose` asks for them.
   */
  describe({ some, all, excluded, isLoose = false }: RowsToDescribe): Description {
    const { aspects } = this.model;
    const sets = aspects.map((_, at) => new Set(some.map(({ values }) => values[at]!)));
    const selects = (kept: readonly number[]) => (row: SeenRow) =>
      kept.every((at) => sets[at]!.has(row.values[at]!));
    const fitsAlone = (kept: readonly number[]) => all.filter(selects(kept)).length === some.length;
    const fits = (kept: readonly number[]) => !excluded.some(selects(kept));
    const everything = aspects.map((_, at) => at);
    const choices = subsetsOf(everything);
    const alone = choices.find(fitsAlone);
    const near = choices.find(fits);
    const isClear = alone && (!isLoose || alone.length <= Math.max(near?.length ?? 0, 1));
    const kept = (isClear ? alone : near) ?? everything;
    const universe = (at: number) => new Set(all.map(({ values }) => values[at]!));
    const words = kept.map((at) => this.#phrase(at, sets[at]!, universe(at))).join(', ');
    return { words, selects: selects(kept), isExact: fits(kept) };
  }

  #phrase(at: number, values: ReadonlySet<string>, universe: ReadonlySet<string>): string {
    const aspect = this.model.aspects[at]!;
    if (aspect.kind !== 'row') return phraseOf(aspect, [...values], this.model);
    const noun = withArticle(spoken(aspect.to!));
    const rowsOf = (some: ReadonlySet<string>): readonly SeenRow[] =>
      [...some].filter((value) => value !== NONE).map(asRow);
    const [some, all] = [rowsOf(values), rowsOf(universe)];
    const excluded = all.filter(({ key }) => !values.has(key));
    const { words } = this.#near(aspect.to!).describe({ some, all, excluded, isLoose: true });
    return [
      ...(some.length > 0 ? [`of ${[noun, words].join(' ').trimEnd()}`] : []),
      ...(values.has(NONE) ? [withoutPhrase(aspect)] : []),
    ].join(' or ');
  }

  /** The words for a value of a reference: all that is known about the row to which it refers. */
  targetWords(field: string, value: string): string {
    const aspect = this.model.aspects.find((one) => one.field === field)!;
    if (value === NONE) return 'nothing';
    if (aspect.kind === 'tenant') return value === OWN ? 'their own tenant' : 'another tenant';
    if (aspect.kind !== 'row') return value === OWN ? 'themselves' : 'somebody else';
    const near = this.#near(aspect.to!);
    const phrases = near.model.aspects.map((one, at) =>
      phraseOf(one, [asRow(value).values[at]!], near.model),
    );
    return [withArticle(spoken(aspect.to!)), phrases.join(', ')].join(' ').trimEnd();
  }
}

const asRow = (text: string): SeenRow => ({ key: text, values: JSON.parse(text) as string[] });

interface RowsToDescribe {
  readonly some: readonly SeenRow[];
  readonly all: readonly SeenRow[];
  readonly excluded: readonly SeenRow[];
  readonly isLoose?: boolean;
}

export interface Description {
  /** `of others, of their own tenant`; empty for all rows. */
  readonly words: string;
  readonly selects: (row: SeenRow) => boolean;
  /** Whether the words fit none of the excluded rows. */
  readonly isExact: boolean;
}

/** All subsets of a few items, the small ones first; of many items only those of up to three. */
function subsetsOf(items: readonly number[]): readonly (readonly number[])[] {
  let sets: (readonly number[])[] = [[]];
  for (const item of items)
    sets = [...sets, ...sets.filter(({ length }) => length < 3).map((set) => [...set, item])];
  return sets.toSorted((a, b) => a.length - b.length);
}

const OWN = 'own';
const OTHER = 'other';
const NONE = 'none';
/** Values of a field that a sentence lists. */
const MOST_VALUES = 4;

/** The ids of the tenants that an actor has in a scene. */
export const tenantsOf = ({ tenants }: ActorFacts, scene: Scene): readonly number[] =>
  tenants.map((one) => scene.tenants[one === 'own' ? 0 : 1]);

const nameOf = ({ field }: Aspect): string => spoken(field.replace(/_id$/, ''));

const withoutPhrase = (aspect: Aspect): string => `without ${withArticle(nameOf(aspect))}`;

/** `of others`, `without a tenant`, `whose status is draft or sent`. */
function phraseOf(aspect: Aspect, values: readonly string[], model: ModelFacts): string {
  const { kind } = aspect;
  const isOnly = model.aspects.filter((one) => one.kind === kind).length === 1;
  const set = values.filter((value) => value !== NONE).toSorted();
  const told =
    set.length === 0
      ? []
      : kind === 'value'
        ? [valuesPhrase(aspect, set)]
        : set.map((value) => relationPhrase(aspect, value, isOnly));
  const without = kind === 'owner' && isOnly ? 'without an owner' : withoutPhrase(aspect);
  return [...told, ...(values.includes(NONE) ? [without] : [])].join(' or ');
}

/** A single owner or tenant of a model needs no name. */
function relationPhrase(aspect: Aspect, value: string, isOnly: boolean): string {
  const name = nameOf(aspect);
  const isOwn = value === OWN;
  if (aspect.kind === 'tenant' && isOnly)
    return isOwn ? 'of their own tenant' : 'of another tenant';
  if (aspect.kind === 'owner' && isOnly) return isOwn ? 'of their own' : 'of others';
  if (aspect.kind === 'tenant') return `whose ${name} is ${isOwn ? 'one of theirs' : 'not theirs'}`;
  return isOwn ? `whose ${name} they are` : `whose ${name} is somebody else`;
}

function valuesPhrase(aspect: Aspect, values: readonly string[]): string {
  const shown = values.slice(0, MOST_VALUES).map((value) => value.replace(/^"(.*)"$/, '$1'));
  const more = values.length > shown.length ? ` or ${values.length - shown.length} more` : '';
  return `whose ${nameOf(aspect)} is ${shown.join(' or ')}${more}`;
}
