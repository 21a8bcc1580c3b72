import { isDeepStrictEqual } from 'node:util';
import { changeFields, fieldNamed, findModel, missingField } from '../../model/change.js';
import { faultsIn } from '../../model/faults.js';
import { findSource, withSourceNames } from '../../model/field-source.js';
import { ownParts } from '../../model/composite-references.js';
import { withLabel } from '../../model/label.js';
import { withSuitedLayouts } from '../../model/layouts.js';
import type { App, Field, Model } from '../../model/model.js';
import { fieldReferredTo } from '../../model/unique-references.js';
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
    const said = own?.words.find((one) => one.word.value === saidBy(word, field))?.word.at;
    report.add(fault, said ?? change.name.at);
  }
}

/** The word that a change has said where a field is at fault. */
const saidBy = (word: string, { total }: Field): string => {
  if (word === 'key') return 'search';
  if (word === 'columns' || word === 'trash') return 'on_delete';
  return word === 'total' ? total!.kind : word;
};

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
