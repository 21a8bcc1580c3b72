import type { Problem } from '../problem.js';
import { columnsFault } from './composite-references.js';
import { sourceFault } from './field-source.js';
import { frozenFault } from './frozen.js';
import { keyFault } from './keys.js';
import { layoutFault } from './layouts.js';
import { linesFault } from './lines.js';
import type { App, Field, Layout, Model } from './model.js';
import { overlapFault } from './periods.js';
import { personalFault } from './personal.js';
import { readOnlyFault } from './read-only.js';
import { numberFault } from './series.js';
import { showIfFault } from './show-if.js';
import { stepFault } from './steps.js';
import { totalFault } from './totals.js';
import { trashFault } from './trash.js';
import { toFault } from './unique-references.js';

type Models = Pick<App, 'models'>;

/** What can be wrong with a field once all models are known, by the word that is to blame. */
export const FIELD_FAULTS = {
  key: keyFault,
  lines: linesFault,
  from: sourceFault,
  to: toFault,
  total: totalFault,
  columns: columnsFault,
  read_only: readOnlyFault,
  trash: trashFault,
  frozen: (_app, model, field) => (field === frozenPlace(model) ? frozenFault(model) : null),
  no_overlap: (_app, model, field) => (field === periodPlace(model) ? overlapFault(model) : null),
  series: (_app, model, field) => numberFault(model, field),
  personal: (_app, model, field) => personalFault(model, field),
  steps: (_app, model, field) => stepFault(model, field),
  show_if: (_app, model, field) => showIfFault(model, field),
} satisfies Record<string, (app: Models, model: Model, field: Field) => Problem | null>;

export type FaultWord = keyof typeof FIELD_FAULTS;
export const FAULT_WORDS = Object.keys(FIELD_FAULTS) as readonly FaultWord[];

/** The field at which the fault of frozen records is told. */
const frozenPlace = ({ fields, frozen }: Model): Field | undefined =>
  fields.find(({ name }) => name === frozen?.field) ?? fields[0];

/** The field at which the fault of periods is told. */
const periodPlace = ({ fields, noOverlap }: Model): Field | undefined =>
  fields.find(({ name }) => noOverlap?.fields.includes(name));

/** What is wrong with the fields of an app, and with the layouts of its lists. */
export const faultsIn = (app: Models) =>
  app.models.flatMap((model) =>
    model.fields.flatMap((field) => [
      ...FAULT_WORDS.flatMap((word) => {
        const fault = FIELD_FAULTS[word](app, model, field);
        return fault ? [{ model, field, word, fault }] : [];
      }),
      ...(model.layouts ?? [])
        .filter((layout) => layout.field === field.name)
        .flatMap((layout) => unfitLayout(model, layout))
        .map((fault) => ({ model, field, word: 'layout' as const, fault })),
    ]),
  );

/** Why a list can no longer be shown in a layout that it has, and how that is taken away. */
function unfitLayout(model: Model, layout: Layout): readonly Problem[] {
  const fault = layoutFault(model, layout);
  const help = `take it away first: crudgen model ${layout.kind} ${model.name} --off`;
  return fault === null ? [] : [{ ...fault, help }];
}
