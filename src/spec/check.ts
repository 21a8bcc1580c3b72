import { inOrder, type Problem, Report } from '../problem.js';
import { checkField } from './check-field.js';
import { checkModelNames } from './check-names.js';
import {
  checkProperties,
  checkReferences,
  type Draft,
  type DraftField,
} from './check-references.js';
import { checkRules } from './check-rules.js';
import type { Field, Model } from '../model/model.js';
import { snakeCase } from '../model/names.js';
import type { Spec, SpecField, SpecModel } from './spec.js';
import { warnOfModels } from './warn-of-models.js';

/** The new models, complete when no problem but warnings was found, and everything that is wrong at once. */
export interface Checked {
  readonly models: readonly Model[];
  readonly problems: readonly Problem[];
}

/** Checks the models of a spec against themselves, each other and the models that a project has already. */
export function checkSpec(spec: Spec, existing: readonly Model[] = []): Checked {
  const report = new Report();
  checkModelNames(spec.models, existing, report);
  const drafts = spec.models.map((model) => draft(model, report));
  for (const one of drafts) checkProperties(one, report);
  const linked = checkReferences(drafts, existing, report);
  const models = linked.map(({ model, fields }, index) =>
    checkRules(spec.models[index]!, model, fields, report),
  );
  warnOfModels(models, existing, spec.models, report);
  return { models, problems: inOrder(report.problems) };
}

/** Checks fields that are to be added to a model of a project; the fields are complete when only warnings were found. */
export function checkFields(
  model: Model,
  fields: readonly SpecField[],
  existing: readonly Model[],
): { fields: readonly Field[]; problems: readonly Problem[] } {
  const report = new Report();
  const added = { model, fields: draftFields(fields, report) };
  checkProperties(added, report);
  const others = existing.filter(({ table }) => table !== model.table);
  const [linked] = checkReferences([added], others, report);
  return { fields: linked!.fields.map(({ field }) => field), problems: inOrder(report.problems) };
}

function draft(spec: SpecModel, report: Report): Draft {
  const table = spec.table?.value ?? snakeCase(spec.name.value);
  const model: Model = {
    name: spec.name.value,
    table,
    prefix: spec.prefix?.value ?? `/${table}`,
    label: null,
    timestamps: spec.timestamps,
    fields: [],
    unique: [],
    indexes: [],
    access: {},
    rows: { owner: null, tenant: null },
  };
  return { model, fields: draftFields(spec.fields, report) };
}

function draftFields(specs: readonly SpecField[], report: Report): DraftField[] {
  return specs.flatMap((spec) => {
    const field = checkField(spec, report);
    return field === null ? [] : [{ field, spec }];
  });
}
