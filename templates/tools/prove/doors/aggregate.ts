import type { ColumnInfo } from '../../../service/engine/fields/column-info.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Person, Row } from '../naive/naive.js';
import type { Answer } from '../service/request.js';
import { queryText, statusOfRead, wrongTotal, type Parameters } from './ask-list.js';
import { chosenFields, inTurn, strangeNames, turnOf } from './chosen.js';
import {
  atModels,
  pathOf,
  wrongStatus,
  type Door,
  type Proof,
  type Question,
  type Wrong,
} from './door.js';
import {
  FIGURES,
  figureOf,
  groupsOf,
  hasFigure,
  isGrouped,
  wrongGroups,
  type FigureKind,
  type Group,
} from './figures.js';
import { listed } from './record-of.js';
import { isNumber } from './values.js';

/** Groups and figures of a list. A field that the reader may not read makes no group, figure or order, and selects no group. */
export const aggregate: Door = {
  name: 'aggregate',
  reads: ['figures'],
  claims: atModels('GET', '/_aggregate'),
  *questions(proof, actor, model) {
    for (const figures of figuresOf(proof, actor, model)) {
      const path = `${pathOf(model)}/_aggregate?${queryText(figures.query)}`;
      const judge = (answer: Answer) => {
        const expected = statusOfRead(proof, actor, model, figures);
        if (answer.status !== expected) return wrongStatus(expected, answer);
        if (expected !== 200) return null;
        return (
          wrongFigures(answer.body as Group[], figures, proof, actor, model) ?? totalOf(answer)
        );
      };
      const totalOf = (answer: Answer) => wrongTotal(answer, (answer.body as Group[]).length);
      yield { model: model.name, request: { method: 'GET', path }, judge } satisfies Question;
    }
  },
};

/** A query for figures in plain words. */
export interface AskedFigures {
  readonly query: Parameters;
  readonly needs: readonly string[];
  readonly isKnown: boolean;
  readonly by: string | null;
  readonly figure?: { readonly kind: FigureKind; readonly field: string };
  /** Whether the query keeps a group of these rows. */
  readonly has?: (rows: readonly Row[]) => boolean;
}

/** Queries about the fields of a model. A field that the actor may not read is asked for in every way that could tell its values. */
export function figuresOf(proof: Proof, actor: Person, model: ModelInfo): readonly AskedFigures[] {
  const turn = turnOf(proof, actor);
  const readable = proof.naive.readable(actor, 'list', model.name);
  const strange = inTurn(strangeNames(model), turn, 1);
  const names = [...chosenFields(proof, actor, model, 1), ...strange];
  return names.flatMap((name, at) => {
    const kind = FIGURES[(turn + at) % FIGURES.length]!;
    const all = [
      grouped(name, model),
      measured(name, kind, model),
      having(name, kind, model, proof, actor),
      sorted(name, model),
    ];
    if (!readable.has(name)) return strange.includes(name) ? inTurn(all, turn, 1) : all;
    const known = all.filter(({ isKnown }) => isKnown);
    return known.length > 0 ? inTurn(known, turn + at, 2) : inTurn(all, turn + at, 1);
  });
}

function grouped(name: string, model: ModelInfo): AskedFigures {
  const column = model.column.get(name);
  const hasMonths = column?.type === 'date' || column?.type === 'datetime';
  const by = hasMonths ? `${name}.month` : name;
  return {
    query: { _by: by },
    needs: [name],
    isKnown: column !== undefined && isGrouped(column),
    by,
  };
}

function measured(field: string, kind: FigureKind, model: ModelInfo): AskedFigures {
  const column = model.column.get(field);
  return {
    ...{ query: { [`_${kind}`]: field }, needs: [field], by: null },
    isKnown: column !== undefined && hasFigure(kind, column),
    figure: { kind, field },
  };
}

/** The values with which groups are compared if no row has a value. */
const MOMENTS: Partial<Record<ColumnInfo['type'], string>> = {
  date: '2026-01-01',
  time: '12:00:00',
  datetime: '2026-01-01T00:00:00.000Z',
};

/** What records are grouped by into groups of a few: by the id, by the last of the fields that it is made of, or without one by any. */
function smallest({ keyColumns, columns, key, isKeyless, access }: ModelInfo): string {
  const isOpen = (one: ColumnInfo) => one !== key && access.fields[one.name] === undefined;
  const other = columns.find((one) => isOpen(one) && isGrouped(one));
  return (isKeyless && other ? other : keyColumns.at(-1)!).name;
}

/** The groups whose figure is at least that of the first rows. */
function having(
  field: string,
  kind: FigureKind,
  model: ModelInfo,
  { naive }: Proof,
  actor: Person,
): AskedFigures {
  const column = model.column.get(field);
  const isKnown = column !== undefined && hasFigure(kind, column);
  const rows = listed(naive, actor, model.name);
  const bound = isKnown ? figureOf(kind, column, rows.slice(0, 2)) : null;
  const isMoment = isKnown && !isNumber(column);
  const by = smallest(model);
  const value = isMoment ? (bound ?? MOMENTS[column.type]) : Math.floor(Number(bound ?? 0));
  return {
    query: { _by: by, _having: `${kind}.${field}__gte:${String(value)}` },
    ...{ needs: [field], isKnown, by },
    has: (some) => {
      const figure = column ? figureOf(kind, column, some) : null;
      if (figure === null) return false;
      return isMoment ? String(figure) >= String(value) : Number(figure) >= Number(value);
    },
  };
}

/** Groups in the order of a field, which tells about its values. */
function sorted(field: string, model: ModelInfo): AskedFigures {
  const column = model.column.get(field);
  const by = smallest(model);
  return {
    query: { _by: by, _sort: `-max.${field}` },
    ...{ needs: [field], by },
    isKnown: column !== undefined && hasFigure('max', column),
  };
}

export function wrongFigures(
  told: readonly Group[],
  { by, figure, has = () => true }: AskedFigures,
  { naive }: Proof,
  actor: Person,
  model: ModelInfo,
): Wrong | null {
  const all = groupsOf(listed(naive, actor, model.name), by);
  const groups = new Map([...all].filter(([, rows]) => has(rows)));
  const column = figure && model.column.get(figure.field)!;
  return wrongGroups(told, groups, column ? { kind: figure.kind, column } : null);
}
