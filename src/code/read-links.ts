import { FAULT_WORDS, type FaultWord, FIELD_FAULTS } from '../model/faults.js';
import { withSourceNames } from '../model/field-source.js';
import { linesFault } from '../model/lines.js';
import type { App, Field, Model } from '../model/model.js';
import type { Problem } from '../problem.js';
import { decoratorOptions, type DecoratorCall, decoratorsOf, memberName } from './decorators.js';
import type { Imports } from './imports.js';
import { errorAt, faultAt } from './problem-at.js';
import { type Entity, type Member, memberOf } from './read-entity.js';
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

/** Reports what is wrong with fields, unless what they lead to cannot be read. */
export function linkProblems(app: App, entities: readonly Entity[], imports: Imports): Problem[] {
  const partlyRead = new Set(
    entities.flatMap(({ name, unread }) => (unread.length > 0 ? [name] : [])),
  );
  return entities.flatMap((entity) => {
    const model = app.models.find(({ table }) => table === entity.table);
    return [
      ...(model?.fields ?? []).flatMap((field) =>
        fieldProblems(app, { entity, model: model!, field, partlyRead, imports }),
      ),
      ...linesProblems(app, entity, imports),
    ];
  });
}

/** A field in the code. */
interface Place {
  readonly entity: Entity;
  readonly model: Model;
  readonly field: Field;
  /** The classes of which some members cannot be read. */
  readonly partlyRead: ReadonlySet<string>;
  readonly imports: Imports;
}

function fieldProblems(app: App, place: Place): Problem[] {
  const { model, field } = place;
  return FAULT_WORDS.flatMap((word) => {
    const fault = FIELD_FAULTS[word](app, model, field);
    const node = fault && NODES[word](place);
    return node ? [faultAt(node, inCode(word, fault, model))] : [];
  });
}

const memberNamed = ({ members }: Entity, name: string) =>
  members.find((one) => memberName(one) === name);

/** The member of a field or its relation, else the class, which is to blame where a base class has the member. */
const anyNode = ({ entity, field }: Place): ts.Node =>
  memberOf(entity, field.name, field.reference?.relation);

/** The member of a field, in a class that can be read. */
const ownMember = ({ entity, field, partlyRead }: Place): Member | undefined =>
  partlyRead.has(entity.name) ? undefined : memberNamed(entity, field.name);

/** The member of a field, where every class can be read: lines and conditions of others are reported there. */
const memberAmongRead = (place: Place): Member | undefined =>
  place.partlyRead.size > 0 ? undefined : ownMember(place);

/** The node that is to blame; undefined where the code that has it cannot be read, or where that is reported elsewhere. */
const NODES: Readonly<Record<FaultWord, (place: Place) => ts.Node | undefined>> = {
  key: anyNode,
  columns: anyNode,
  read_only: anyNode,
  trash: ({ entity, field: { reference }, partlyRead }) =>
    reference && partlyRead.size === 0 ? memberNamed(entity, reference.relation) : undefined,
  // The other class declares them.
  lines: () => undefined,
  from: sourceNode,
  to: ({ entity, field: { reference }, partlyRead }) =>
    reference && !partlyRead.has(reference.model)
      ? memberNamed(entity, reference.relation)
      : undefined,
  total: memberAmongRead,
  frozen: memberAmongRead,
  no_overlap: memberAmongRead,
  series: ownMember,
  personal: ownMember,
  steps: ownMember,
  show_if: memberAmongRead,
};

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
    return fault ? [faultAt(member, fault)] : [];
  });
}

/** A fault with help in the words of an entity. */
const inCode = (word: FaultWord, fault: Problem, { name }: Model): Problem => {
  if (word === 'to')
    return { ...fault, help: fault.help!.replace('remove `to`', 'remove `referencedColumnName`') };
  if (word !== 'trash') return fault;
  const help = `give \`${name}\` a column with \`@DeleteDateColumn\`, so that its rows go to the trash, too, or write another \`onDelete\` than 'CASCADE'`;
  return { ...fault, help };
};

/** The decorator with the source, unless that leads to a class that cannot be read. */
function sourceNode(place: Place): ts.Node | undefined {
  const { model, field, partlyRead, imports } = place;
  const { from } = field;
  const member = from === null ? undefined : ownMember(place);
  const by = model.fields.find(({ reference }) => reference?.relation === from?.relation);
  if (member === undefined || partlyRead.has(by?.reference?.model ?? '')) return undefined;
  const isSource = (one: DecoratorCall) =>
    one.name === 'Field' && decoratorOptions(one).has('from');
  return decoratorsOf(member, imports).find(isSource)?.node ?? member;
}
