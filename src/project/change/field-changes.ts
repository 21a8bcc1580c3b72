import { isDeepStrictEqual } from 'node:util';
import { changeFields, fieldNamed, findModel, missingField } from '../../model/change.js';
import { findSource, sourceFault, withSourceNames } from '../../model/field-source.js';
import { frozenFault } from '../../model/frozen.js';
import { columnsFault, ownParts } from '../../model/composite-references.js';
import { withLabel } from '../../model/label.js';
import { keyFault } from '../../model/keys.js';
import { layoutFault, withSuitedLayouts } from '../../model/layouts.js';
import { linesFault } from '../../model/lines.js';
import { readOnlyFault } from '../../model/read-only.js';
import { overlapFault } from '../../model/periods.js';
import { personalFault } from '../../model/personal.js';
import { numberFault } from '../../model/series.js';
import { showIfFault } from '../../model/show-if.js';
import { stepFault } from '../../model/steps.js';
import { totalFault } from '../../model/totals.js';
import type { App, Field, Layout, Model } from '../../model/model.js';
import { fieldReferredTo, toFault } from '../../model/unique-references.js';
import { problemsInOrder, type Problem, Report } from '../../problem.js';
import { changeField } from '../../spec/change-field.js';
import type { CommandLine } from '../../spec/parse-arguments.js';
import { type FieldChange, parseChange } from '../../spec/parse-change.js';

/** What some arguments of `change-field` make of a model. */
export interface FieldChanges {
  /** Changed fields, old -> new. */
  readonly fields: ReadonlyMap<Field, Field>;
  readonly after: App;
  readonly problems: readonly Problem[];
}

/** The changes of fields such as `title:max=80:-required`; reports all problems at once. */
export function readFieldChanges(
  app: App,
  model: Model,
  texts: readonly string[],
  line: CommandLine,
): FieldChanges {
  const report = new Report();
  const changes = texts.flatMap((text) => parseChange(text, line.find(text), report) ?? []);
  const fields = new Map<Field, Field>();
  const seen = new Set<Field>();
  for (const change of changes) {
    const field = changedField(model, change, seen, report);
    if (field === null) continue;
    seen.add(field);
    const checked = changeField(model, field, change, report);
    const changed = checked && withSourceNames(app, model, checked);
    if (changed !== null && !isDeepStrictEqual(changed, field)) fields.set(field, changed);
  }
  for (const [part, required] of requiredParts(model, fields))
    fields.set(part, { ...(fields.get(part) ?? part), required });
  const after = relabel(changeFields(app, model.name, fields), model, changes);
  if (report.errors === 0) reportLinks([app, after], model, changes, report);
  reportLayouts(model, { ...model, fields: findModel(after, model.name).fields }, changes, report);
  return { fields, after, problems: problemsInOrder(report.problems) };
}

/** The columns that belong to a changed reference alone, and are required with it. */
function requiredParts(
  model: Model,
  fields: ReadonlyMap<Field, Field>,
): readonly (readonly [part: Field, required: boolean])[] {
  return [...fields].flatMap(([old, now]) =>
    old.required === now.required
      ? []
      : ownParts(model, old).map((part) => [part, now.required] as const),
  );
}

/** The field that a change names; null after a problem. */
function changedField(
  model: Model,
  { name: { value, at } }: FieldChange,
  seen: ReadonlySet<Field>,
  report: Report,
): Field | null {
  const found = fieldNamed(model, value);
  if (found === undefined) {
    const { code, message, help } = missingField(model, value);
    return report.error(code, message, at, help);
  }
  if (!seen.has(found)) return found;
  const help = 'write all changes of the field in one argument, such as `title:max=80:required`';
  return report.error('duplicate-field', `\`${value}\` is changed twice`, at, help);
}

/** The app with the fields that `label` marks as the label of the model, or without those that `-label` takes out. */
function relabel(app: App, model: Model, changes: readonly FieldChange[]): App {
  const named = (isMeant: (change: FieldChange) => boolean) =>
    changes.filter(isMeant).flatMap(({ name }) => fieldNamed(model, name.value)?.name ?? []);
  const set = named(({ words }) => words.some(({ word }) => word.value === 'label'));
  const gone = named((change) => change.gone.some(({ value }) => value === 'label'));
  const isGone = gone.some((name) => model.label?.includes(`{${name}}`));
  if (set.length === 0 && !isGone) return app;
  const label = set.length > 0 ? set.map((name) => `{${name}}`).join(' ') : null;
  const now = findModel(app, model.name);
  const labelled = withLabel({ ...now, label });
  return { ...app, models: app.models.map((one) => (one === now ? labelled : one)) };
}

/** Reports lines and sources that changes leave wrong: of the changed fields, and sources elsewhere that lead to them. */
function reportLinks(
  [before, after]: readonly [App, App],
  changed: Model,
  changes: readonly FieldChange[],
  report: Report,
): void {
  const changeOf = (field: Field | undefined) =>
    changes.find(({ name }) => field && fieldNamed(changed, name.value)?.name === field.name);
  const known = new Set(faultsIn(before).map(({ fault }) => fault.message));
  for (const { model, field, word, fault } of faultsIn(after)) {
    const own = model.name === changed.name ? changeOf(field) : undefined;
    // What was wrong elsewhere before is none of this command's business, which may be the fix of something else. So is a layout that
    // its developer wrote by hand.
    if ((own === undefined || word === 'layout') && known.has(fault.message)) continue;
    const source = field.from
      ? findSource(after, model, field.from).field
      : (fieldReferredTo(after, field) ?? undefined);
    const change = own ?? changeOf(source) ?? changes[0]!;
    const said = own?.words.find((one) => one.word.value === word)?.word.at;
    report.error(fault.code, fault.message, said ?? change.name.at, fault.help);
  }
}

/** Says which fields the layouts of the list leave out from now on. */
function reportLayouts(
  model: Model,
  after: Model,
  changes: readonly FieldChange[],
  report: Report,
): void {
  for (const { layout, field } of withSuitedLayouts(model, after).left) {
    const change = changes.find(({ name }) => fieldNamed(model, name.value)?.name === field);
    const message = `the ${layout.kind} of \`${model.name}\` can no longer use \`${field}\`: it leaves it out`;
    const help = `choose another field in the resource file of \`${model.name}\``;
    report.warn('layout-field', message, change?.name.at, help);
  }
}

/** What is wrong with the keys, lines, sources and references of an app, and with rows that are only read. */
export const faultsIn = (app: App) =>
  app.models.flatMap((model) =>
    model.fields.flatMap((field) => {
      const key = keyFault(app, model, field);
      const lines = linesFault(app, model, field);
      const source = sourceFault(app, model, field);
      const total = totalFault(app, model, field);
      const named = toFault(app, model, field);
      const parts = columnsFault(app, model, field);
      const read = readOnlyFault(app, model, field);
      const number = numberFault(model, field);
      const personal = personalFault(model, field);
      const steps = stepFault(model, field);
      const shown = showIfFault(model, field);
      const place = model.fields.find(({ name }) => name === model.frozen?.field);
      const frozen = field === (place ?? model.fields[0]) ? frozenFault(model) : null;
      const isPeriod = model.noOverlap?.fields[0] === field.name;
      const periods = isPeriod ? overlapFault(model) : null;
      const layouts = (model.layouts ?? []).filter((layout) => layout.field === field.name);
      const placed = (fault: Problem) => ({ model, field, word: 'layout', fault });
      return [
        ...(key ? [{ model, field, word: 'search', fault: key }] : []),
        ...(lines ? [{ model, field, word: 'lines', fault: lines }] : []),
        ...(source ? [{ model, field, word: 'from', fault: source }] : []),
        ...(named ? [{ model, field, word: 'to', fault: named }] : []),
        ...(total ? [{ model, field, word: field.total!.kind, fault: total }] : []),
        ...(parts ? [{ model, field, word: 'on_delete', fault: parts }] : []),
        ...(read ? [{ model, field, word: '', fault: read }] : []),
        ...(frozen ? [{ model, field, word: '', fault: frozen }] : []),
        ...(periods ? [{ model, field, word: '', fault: periods }] : []),
        ...(number ? [{ model, field, word: 'series', fault: number }] : []),
        ...(personal ? [{ model, field, word: 'personal', fault: personal }] : []),
        ...(steps ? [{ model, field, word: 'steps', fault: steps }] : []),
        ...(shown ? [{ model, field, word: 'show_if', fault: shown }] : []),
        ...layouts.flatMap((layout) => unfitLayout(model, layout)).map(placed),
      ];
    }),
  );

/** Why a list can no longer be shown in a layout that it has, and how that is taken away. */
function unfitLayout(model: Model, layout: Layout): readonly Problem[] {
  const fault = layoutFault(model, layout);
  const help = `take it away first: crudgen model ${layout.kind} ${model.name} --off`;
  return fault === null ? [] : [{ ...fault, help }];
}
