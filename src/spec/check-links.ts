import { columnsFault } from '../model/composite-references.js';
import { sourceFault } from '../model/field-source.js';
import { keyFault } from '../model/keys.js';
import { linesFault } from '../model/lines.js';
import { readOnlyFault } from '../model/read-only.js';
import { personalFault } from '../model/personal.js';
import { numberFault } from '../model/series.js';
import { showIfFault } from '../model/show-if.js';
import { stepFault } from '../model/steps.js';
import { totalFault } from '../model/totals.js';
import type { App, Field, Model } from '../model/model.js';
import { toFault } from '../model/unique-references.js';
import type { Report } from '../problem.js';
import { WRITTEN } from './check-read-only.js';
import type { DraftField } from './check-references.js';
import type { SpecModel } from './spec.js';

type Models = Pick<App, 'models'>;
type Asked = Pick<SpecModel, 'fields' | 'broken'>;

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
    const { key, search, lines, from } = spec.words;
    const read = readOnlyFault(app, model, field);
    const written = WRITTEN.map((word) => spec.words[word]).find((word) => word !== undefined);
    const readAt = written ?? spec.target ?? spec.name;
    if (read !== null) report.error(read.code, read.message, readAt.at, read.help);
    const keys = keyFault(app, model, field);
    const keyAt = search ?? spec.target ?? key;
    if (keys !== null) report.error(keys.code, keys.message, keyAt?.at ?? spec.name.at, keys.help);
    const fault = linesFault(app, model, field);
    if (fault !== null) report.error(fault.code, fault.message, lines?.at, fault.help);
    const parts = columnsFault(app, model, field);
    const partsAt = spec.words.columns ?? spec.words.on_delete ?? spec.target ?? spec.name;
    if (parts !== null) report.error(parts.code, parts.message, partsAt.at, parts.help);
    const named = toFault(app, model, field);
    if (named !== null && !isAsked(app, field, askedOf))
      report.error(named.code, named.message, spec.words.to?.at, named.help);
    const total = totalFault(app, model, field);
    const { sum, count, min_of, max_of } = spec.words;
    const at = (sum ?? count ?? min_of ?? max_of)?.at;
    if (total !== null) report.error(total.code, total.message, at, total.help);
    const number = numberFault(model, field);
    if (number !== null)
      report.error(number.code, number.message, spec.words.series?.at, number.help);
    const personal = personalFault(model, field);
    if (personal !== null)
      report.error(personal.code, personal.message, spec.words.personal?.at, personal.help);
    const steps = stepFault(model, field);
    if (steps !== null) report.error(steps.code, steps.message, spec.words.steps?.at, steps.help);
    const shown = showIfFault(model, field);
    if (shown !== null) report.error(shown.code, shown.message, spec.words.show_if?.at, shown.help);
    const source = sourceFault(app, model, field);
    if (source === null || leadsToBroken(app, model, field, askedOf)) continue;
    report.error(source.code, source.message, from?.at, source.help);
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
