import { FAULT_WORDS, type FaultWord, FIELD_FAULTS } from '../model/faults.js';
import type { App, Field, Model } from '../model/model.js';
import type { Report } from '../problem.js';
import { WRITTEN } from './check-read-only.js';
import type { DraftField } from './check-references.js';
import type { Located, SpecField, SpecModel } from './spec.js';

type Models = Pick<App, 'models'>;
type Asked = Pick<SpecModel, 'fields' | 'broken'>;

/** The places of a field's words that are to blame. Models are checked apart from their fields. */
const PLACES: {
  readonly [Word in Exclude<FaultWord, 'frozen' | 'no_overlap'>]: (
    field: SpecField,
  ) => Located<unknown> | undefined;
} = {
  read_only: ({ words, target, name }) =>
    WRITTEN.map((word) => words[word]).find((word) => word !== undefined) ?? target ?? name,
  key: ({ words, target, name }) => words.search ?? target ?? words.key ?? name,
  lines: ({ words }) => words.lines,
  columns: ({ words, target, name }) => words.columns ?? words.on_delete ?? target ?? name,
  to: ({ words }) => words.to,
  trash: ({ words, target, name }) => words.on_delete ?? target ?? name,
  total: ({ words }) => words.sum ?? words.count ?? words.min_of ?? words.max_of,
  series: ({ words }) => words.series,
  personal: ({ words }) => words.personal,
  steps: ({ words }) => words.steps,
  show_if: ({ words }) => words.show_if,
  from: ({ words }) => words.from,
};

/**
 * Checks what new fields say of other models: keys, lines, sources, and unique fields that references lead to. What leads to a field
 * that is asked for, and has a problem of its own, is not reported.
 */
export function checkLinks(
  app: Models,
  model: Model,
  drafts: readonly DraftField[],
  report: Report,
  askedOf: (model: string) => Asked | undefined = () => undefined,
): void {
  for (const { field: draft, spec } of drafts) {
    const field = model.fields.find(({ name }) => name === draft.name) ?? draft;
    for (const word of FAULT_WORDS) {
      if (word === 'frozen' || word === 'no_overlap') continue;
      const fault = FIELD_FAULTS[word](app, model, field);
      if (fault === null) continue;
      const isOther =
        (word === 'to' && isAsked(app, field, askedOf)) ||
        (word === 'from' && leadsToBroken(app, model, field, askedOf));
      if (!isOther) report.add(fault, PLACES[word](spec)?.at);
    }
  }
}

/** Whether a part of a source is asked for and is not there. */
function leadsToBroken(
  app: Models,
  model: Model,
  { from }: Field,
  askedOf: (model: string) => Asked | undefined,
): boolean {
  if (from === null) return false;
  const isBroken = (one: Model, asked: string) => isMissing(one, asked, askedOf);
  const by = model.fields.find(({ reference }) => reference?.relation === from.relation);
  const target = app.models.find(({ name }) => name === by?.reference?.model);
  return isBroken(model, from.relation) || (target !== undefined && isBroken(target, from.field));
}

/** Whether the unique field of a reference is asked for and is not there. */
function isAsked(
  { models }: Models,
  { reference }: Field,
  askedOf: (model: string) => Asked | undefined,
): boolean {
  const target = models.find(({ name }) => name === reference?.model);
  return target !== undefined && isMissing(target, reference!.to!, askedOf);
}

/** Whether a field is asked for, but has a problem of its own, so that the model has none of this name. */
function isMissing(
  { name, fields }: Model,
  asked: string,
  askedOf: (model: string) => Asked | undefined,
): boolean {
  const spec = askedOf(name);
  const names = [...(spec?.fields.map((one) => one.name.value) ?? []), ...(spec?.broken ?? [])];
  const isThere = fields.some((one) => [one.name, one.reference?.relation].includes(asked));
  return names.includes(asked) && !isThere;
}
