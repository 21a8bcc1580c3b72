import type { Row } from '../naive/naive.js';
import { RowDescriber, type SeenRow } from './describe-rows.js';
import type { CommonModel, Judged, Pair } from './pair.js';
import { ROW_ACTIONS, type FieldAction, type RowAction, type Verdict } from './version-facts.js';

export type Direction = 'wider' | 'narrower';

/** One actor may do something with a model that the other version does not allow. */
export interface Difference {
  readonly direction: Direction;
  readonly model: CommonModel;
  /** The index of the actor. */
  readonly actor: number;
  /** `list`, `read list`, `write edit`, `move tenant_id`. */
  readonly verb: Verb;
  /** The rows that differ; of fields none. */
  readonly rows: readonly SeenRow[];
  /** The rows in words: `of others`; empty for all rows. */
  readonly words: string;
  /** Whether the words fit a row. */
  readonly selects: (row: SeenRow) => boolean;
  /** Whether only some of the rows differ that the words fit. */
  readonly isSome: boolean;
  /** Whether one version refuses the action whatever the row. */
  readonly isWhole: boolean;
  /** A scene and a row that show the difference. */
  readonly shown: Shown;
}

export type Verb =
  | { readonly kind: 'rows'; readonly action: RowAction }
  | { readonly kind: 'fields'; readonly action: FieldAction; readonly fields: readonly string[] }
  | {
      readonly kind: 'move';
      readonly field: string;
      readonly value: string;
      readonly to: string;
      readonly toWords: string;
    };

export interface Shown {
  /** The index of the scene. */
  readonly scene: number;
  readonly row: Row;
}

/** The differences between two versions, by actor and model. */
export function differencesOf(judged: Judged): readonly Difference[] {
  return judged.actors.flatMap((_, actor) =>
    judged.models.flatMap((model) => new Comparison(judged, actor, model).differences()),
  );
}

/** A row of one of the scenes. */
interface PlacedRow extends SeenRow, Shown {}

/** Compares the verdicts of both versions about one actor and one model. */
class Comparison {
  readonly #describer: RowDescriber;
  readonly #rows: readonly PlacedRow[];

  constructor(
    private readonly judged: Judged,
    private readonly actor: number,
    private readonly model: CommonModel,
  ) {
    this.#describer = new RowDescriber(model, judged.models);
    this.#rows = judged.scenes.flatMap((scene, at) =>
      this.#describer.rowsOf(scene).map((row) => ({
        key: `${at}:${row.id}`,
        values: this.#describer.valuesOf(row, { scene, actor: judged.actors[actor]! }),
        ...{ scene: at, row },
      })),
    );
  }

  differences(): readonly Difference[] {
    const directions: readonly Direction[] = ['wider', 'narrower'];
    return directions.flatMap((direction) => [
      ...ROW_ACTIONS.flatMap((action) => this.#rowsOf(direction, action)),
      ...(['list', 'show', 'edit', 'create'] as const).flatMap((action) =>
        this.#fieldsOf(direction, action),
      ),
      ...this.#movesOf(direction),
    ]);
  }

  /** The verdict of the version that allows more, and that of the other one. */
  #verdicts(direction: Direction, scene: number): readonly [more: Verdict, less: Verdict] {
    const { now, before } = this.judged.judgements;
    const verdict = (of: Pair<unknown>['now'] | typeof now) =>
      (of as typeof now)[scene]![this.actor]![this.model.name]!;
    return direction === 'wider'
      ? [verdict(now), verdict(before)]
      : [verdict(before), verdict(now)];
  }

  /** The rows that a verdict reaches in its scene. */
  #reached(row: PlacedRow, ids: (verdict: Verdict) => readonly Row['id'][], verdict: Verdict) {
    return ids(verdict).includes(row.row.id);
  }

  /** The rows that only one version reaches. */
  #differing(direction: Direction, action: RowAction): readonly PlacedRow[] {
    return this.#rows.filter((row) => {
      const [more, less] = this.#verdicts(direction, row.scene);
      return more.rows[action].includes(row.row.id) && !less.rows[action].includes(row.row.id);
    });
  }

  /** New records may have words that also fit records of before, if the words are those of the records that are read. */
  #isLoose(direction: Direction, action: RowAction, found: readonly PlacedRow[]): boolean {
    if (direction === 'narrower') return false;
    const read = this.#differing(direction, 'list');
    return (
      action !== 'create' ||
      (read.length === found.length && read.every((row) => found.includes(row)))
    );
  }

  #rowsOf(direction: Direction, action: RowAction): readonly Difference[] {
    const ids = (verdict: Verdict) => verdict.rows[action];
    const found = this.#differing(direction, action);
    if (found.length === 0) return [];
    // The words must not fit rows that are refused now, or that are still reached although others no longer are.
    const excluded = this.#rows.filter((row) => {
      const [more, less] = this.#verdicts(direction, row.scene);
      return direction === 'wider' ? !this.#reached(row, ids, more) : this.#reached(row, ids, less);
    });
    const isLoose = this.#isLoose(direction, action, found);
    const described = this.#describer.describe({ some: found, all: this.#rows, excluded, isLoose });
    const [, less] = this.#verdicts(direction, found[0]!.scene);
    const isWhole = !less.may.includes(action);
    return [
      {
        ...this.#common(direction, { kind: 'rows', action }),
        ...described,
        // Nothing is left: it makes no difference which rows they reached.
        ...(isWhole && direction === 'narrower' && { words: '' }),
        rows: found,
        isSome: action !== 'create' && !described.isExact,
        isWhole,
        shown: this.#best(found),
      },
    ];
  }

  #common(direction: Direction, verb: Verb) {
    return { direction, model: this.model, actor: this.actor, verb };
  }

  /** A row of the scene that has most of them. */
  #best(found: readonly PlacedRow[]): Shown {
    const count = (scene: number) => found.filter((row) => row.scene === scene).length;
    const scene = count(1) > count(0) ? 1 : 0;
    return found.find((row) => row.scene === scene)!;
  }

  /** Fields of rows that both versions let the actor reach; fields of only one version are told with that version. */
  #fieldsOf(direction: Direction, action: FieldAction): readonly Difference[] {
    const common = this.#commonFields();
    const row = this.#rows.find((one) =>
      this.#verdicts(direction, one.scene).every(
        (verdict) => action === 'create' || this.#reached(one, ({ rows }) => rows[action], verdict),
      ),
    );
    if (!row) return [];
    const [more, less] = this.#verdicts(direction, row.scene);
    if (![more, less].every(({ may }) => may.includes(action))) return [];
    const fields = more.fields[action].filter(
      (name) => common.has(name) && !less.fields[action].includes(name),
    );
    if (fields.length === 0) return [];
    return [
      {
        ...this.#common(direction, { kind: 'fields', action, fields }),
        ...{ rows: [], words: '', selects: () => true },
        ...{ isSome: false, isWhole: false, shown: row },
      },
    ];
  }

  #commonFields(): ReadonlySet<string> {
    const { before } = this.judged.facts;
    const former = before.models.find(({ name }) => name === this.model.name)!;
    return new Set(this.model.fields.filter((name) => former.fields.includes(name)));
  }

  /** Rows that both versions let the actor edit, whose owner, tenant or parent only one lets them set to a value. */
  #movesOf(direction: Direction): readonly Difference[] {
    const found = new Map<string, { readonly verb: Verb; readonly rows: PlacedRow[] }>();
    for (const row of this.#rows) {
      const [more, less] = this.#verdicts(direction, row.scene);
      const isEdited = [more, less].every(({ rows }) => rows.edit.includes(row.row.id));
      if (!isEdited) continue;
      for (const [move, ids] of Object.entries(more.moves)) {
        const isWritten = [more, less].every(({ fields }) => fields.edit.includes(fieldOf(move)));
        if (!isWritten || !ids.includes(row.row.id)) continue;
        if (less.moves[move]?.includes(row.row.id)) continue;
        const verb = this.#moveVerb(move, row);
        const key = `${verb.field} ${verb.to}`;
        found.set(key, { verb, rows: [...(found.get(key)?.rows ?? []), row] });
      }
    }
    return [...found.values()].map(({ verb, rows }) => ({
      ...this.#common(direction, verb),
      ...this.#describer.describe({ some: rows, all: this.#rows, excluded: [] }),
      ...{ rows, isSome: false, isWhole: false, shown: rows[0]! },
    }));
  }

  #moveVerb(move: string, { scene, row }: PlacedRow): Extract<Verb, { readonly kind: 'move' }> {
    const field = fieldOf(move);
    const value = move.slice(field.length + 1);
    const looker = { scene: this.judged.scenes[scene]!, actor: this.judged.actors[this.actor]! };
    const moved = { ...row, [field]: JSON.parse(value) as unknown };
    const at = this.model.aspects.findIndex((aspect) => aspect.field === field);
    const to = this.#describer.valuesOf(moved, looker)[at]!;
    return { kind: 'move', field, value, to, toWords: this.#describer.targetWords(field, to) };
  }
}

const fieldOf = (move: string): string => move.slice(0, move.indexOf('='));
