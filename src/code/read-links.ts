import { columnsFault } from '../model/composite-references.js';
import { sourceFault, withSourceNames } from '../model/field-source.js';
import { frozenFault } from '../model/frozen.js';
import { keyFault } from '../model/keys.js';
import { linesFault } from '../model/lines.js';
import { readOnlyFault } from '../model/read-only.js';
import { overlapFault } from '../model/periods.js';
import { personalFault } from '../model/personal.js';
import { numberFault } from '../model/series.js';
import { showIfFault } from '../model/show-if.js';
import { stepFault } from '../model/steps.js';
import { totalFault } from '../model/totals.js';
import type { App, Field, Model } from '../model/model.js';
import { toFault } from '../model/unique-references.js';
import type { Problem } from '../problem.js';
import { decoratorsOf, memberName, decoratorOptions } from './decorators.js';
import type { Imports } from './imports.js';
import { errorAt } from './problem-at.js';
import type { Entity } from './read-entity.js';
import { declaresLines, readRelation, type Relation } from './read-relation.js';
import type { ts } from './typescript.js';

/**
 * The app with what only two classes together say: which rows are lines, as `@Field({ lines: true })` over a @OneToMany of the
 * other class has it, and the fields that sources lead to. What cannot be read is as crudgen last knew it.
 */
export function withLinks(app: App, entities: readonly Entity[], known: App | null): App {
  const byName = new Map(entities.map((entity) => [entity.name, entity]));
  const linked = app.models.map((model) => {
    const lines = model.fields.filter((field) => isLines(model, field, byName, known));
    return lines.length === 0 && !model.fields.some(({ reference }) => reference?.lines)
      ? model
      : { ...model, fields: model.fields.map((field) => withFlag(field, lines.includes(field))) };
  });
  const whole = { ...app, models: linked };
  const models = linked.map((model) =>
    model.fields.some(({ from }) => from !== null)
      ? { ...model, fields: model.fields.map((field) => withSourceNames(whole, model, field)) }
      : model,
  );
  return { ...app, models };
}

const withFlag = (field: Field, lines: boolean): Field =>
  field.reference === null ? field : { ...field, reference: { ...field.reference, lines } };

function isLines(
  model: Model,
  field: Field,
  entities: ReadonlyMap<string, Entity>,
  known: App | null,
): boolean {
  if (field.type !== 'ref') return false;
  const parent = entities.get(field.reference!.model);
  const read = parent?.relations.find((one) => isInverse(one, model, field));
  const isUnread = parent === undefined || read?.lines === null || parent.unread.length > 0;
  const before = known?.models.find(({ table }) => table === model.table);
  const was = before?.fields.find(({ column }) => column === field.column)?.reference?.lines;
  return read?.lines ?? (isUnread && was === true);
}

/** Whether a relation is the other side of a reference. */
const isInverse = (one: Relation, { name }: Model, { reference }: Field): boolean =>
  !one.owns &&
  one.model === name &&
  (one.property === reference!.inverse || one.inverse === reference!.relation);

/** Reports keys, lines, sources and references that cannot be used, unless what they lead to cannot be read. */
export function linkProblems(app: App, entities: readonly Entity[], imports: Imports): Problem[] {
  const partlyRead = new Set(
    entities.flatMap(({ name, unread }) => (unread.length > 0 ? [name] : [])),
  );
  return entities.flatMap((entity) => [
    ...fieldProblems(app, entity),
    ...linesProblems(app, entity, imports),
    ...sourceProblems(app, entity, partlyRead, imports),
    ...toProblems(app, entity, partlyRead),
  ]);
}

/** Reports what a primary key of several columns excludes, and rows that are only read. */
function fieldProblems(app: App, { table, members, node }: Entity): Problem[] {
  const model = app.models.find((one) => one.table === table);
  return (model?.fields ?? []).flatMap((field) => {
    const fault =
      keyFault(app, model!, field) ??
      columnsFault(app, model!, field) ??
      readOnlyFault(app, model!, field);
    const names = [field.name, field.reference?.relation];
    const member = members.find((one) => names.includes(memberName(one))) ?? node;
    return fault ? [errorAt(member, fault.code, fault.message, fault.help!)] : [];
  });
}

function linesProblems(app: App, entity: Entity, imports: Imports): Problem[] {
  return entity.members.flatMap((member) => {
    if (!declaresLines(member, imports)) return [];
    const property = memberName(member);
    const relation = readRelation(member, imports);
    if (relation?.kind !== 'OneToMany') {
      const message = `\`${entity.name}.${property}\` cannot have \`lines\`: it is not a @OneToMany`;
      return [errorAt(member, 'bad-lines', message, 'remove `lines` from its @Field')];
    }
    const model = app.models.find(({ name }) => name === relation.model);
    const field = model?.fields.find(
      (one) => one.type === 'ref' && isInverse(relation, model, one),
    );
    const fault = model && field && linesFault(app, model, field);
    return fault ? [errorAt(member, fault.code, fault.message, fault.help!)] : [];
  });
}

function sourceProblems(
  app: App,
  entity: Entity,
  partlyRead: ReadonlySet<string>,
  imports: Imports,
): Problem[] {
  const model = app.models.find(({ table }) => table === entity.table);
  if (model === undefined || partlyRead.has(entity.name)) return [];
  return model.fields.flatMap((field) => {
    const member = entity.members.find((one) => memberName(one) === field.name);
    const fault = member && sourceFault(app, model, field);
    // Lines of a class that cannot be read are reported there.
    const total = member && partlyRead.size === 0 ? totalFault(app, model, field) : null;
    const number = member && numberFault(model, field);
    const personal = member && personalFault(model, field);
    const steps = member && stepFault(model, field);
    const shown = member && partlyRead.size === 0 ? showIfFault(model, field) : null;
    const isPeriod = model.noOverlap?.fields.includes(field.name) && partlyRead.size === 0;
    const isFirst =
      model.fields.find(({ name }) => model.noOverlap?.fields.includes(name)) === field;
    const periods = member && isPeriod && isFirst ? overlapFault(model) : null;
    const place = model.fields.find(({ name }) => name === model.frozen?.field) ?? model.fields[0];
    const frozen = member && place === field && partlyRead.size === 0 ? frozenFault(model) : null;
    return [
      ...(frozen ? [errorAt(member!, frozen.code, frozen.message, frozen.help!)] : []),
      ...(periods ? [errorAt(member!, periods.code, periods.message, periods.help!)] : []),
      ...(number ? [errorAt(member, number.code, number.message, number.help!)] : []),
      ...(personal ? [errorAt(member, personal.code, personal.message, personal.help!)] : []),
      ...(steps ? [errorAt(member, steps.code, steps.message, steps.help!)] : []),
      ...(shown ? [errorAt(member!, shown.code, shown.message, shown.help!)] : []),
      ...(fault && !leadsToPartlyRead(model, field, partlyRead)
        ? [errorAt(sourceNode(member, imports), fault.code, fault.message, fault.help!)]
        : []),
      ...(total ? [errorAt(member!, total.code, total.message, total.help!)] : []),
    ];
  });
}

/** Reports references that lead to what names no single row. */
function toProblems(app: App, entity: Entity, partlyRead: ReadonlySet<string>): Problem[] {
  const model = app.models.find(({ table }) => table === entity.table);
  return (model?.fields ?? []).flatMap((field) => {
    const { relation, model: target } = field.reference ?? {};
    const member = entity.members.find((one) => memberName(one) === relation);
    const fault = member && !partlyRead.has(target!) && toFault(app, model!, field);
    return fault ? [errorAt(member!, fault.code, fault.message, inCode(fault.help!))] : [];
  });
}

/** What to do about `to`, in the words of an entity. */
const inCode = (help: string): string =>
  help.replace('remove `to`', 'remove `referencedColumnName`');

const leadsToPartlyRead = (
  { fields }: Model,
  { from }: Field,
  partlyRead: ReadonlySet<string>,
): boolean =>
  fields.some(
    ({ reference }) => reference?.relation === from?.relation && partlyRead.has(reference!.model),
  );

/** The decorator with the source. */
const sourceNode = (member: ts.PropertyDeclaration, imports: Imports): ts.Node =>
  decoratorsOf(member, imports).find(
    (one) => one.name === 'Field' && decoratorOptions(one).has('from'),
  )?.node ?? member;
