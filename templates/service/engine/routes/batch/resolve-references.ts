import type { RecordId } from '../../fields/record-id.js';
import type { LinkInfo, ModelInfo } from '../../model/model-info.js';
import type { Row } from '../../model/operations.js';
import { HttpProblem, invalid, type FieldProblem } from '../../problem/problem.js';
import { isRecord } from '../../records/writing/check-payload.js';
import {
  isReference,
  type BatchOperation,
  type Reference,
  type WrittenModel,
} from './batch-operation.js';

/** The records of the operations so far, by position; null where one was refused. */
type Made = ReadonlyMap<number, { readonly model: ModelInfo; readonly record: Row } | null>;

/** An operation with the ids in place of its references; 422 for those that name no record of the right model. */
export function resolved(operation: BatchOperation, made: Made): ResolvedOperation {
  const { model, id, body } = operation;
  const problems: FieldProblem[] = misplaced(operation);
  if (referencesOf(operation).length === 0 && problems.length === 0)
    return operation as ResolvedOperation;
  const found = (field: string, reference: Reference, target: string, key = 'id'): unknown => {
    const one = made.get(reference.$ref);
    if (one === null) throw failedBefore(reference);
    const value = one?.model.name === target ? one.record[key] : undefined;
    if (value !== undefined && value !== null) return value;
    const message = `${field} refers to operation ${reference.$ref}, which did not write a ${target} before this operation.`;
    problems.push({ field, code: 'reference', message });
    return null;
  };
  const at = isReference(id) ? (found('id', id, model.name) as RecordId) : id;
  const isWritten = isRecord(body) && operation.method !== 'delete';
  const values = isWritten ? valuesOf(body, actionsOf(operation), operation, found) : body;
  const [first, ...rest] = problems;
  if (first) throw invalid([first, ...rest]);
  return { ...operation, id: at, body: values };
}

/** References where records have related ones: what stands there is ignored, as clients send back what they read. */
function misplaced({ model: { columns }, body }: BatchOperation): FieldProblem[] {
  if (!isRecord(body)) return [];
  return columns.flatMap(({ name, reference }) => {
    const field = reference?.relation;
    if (field === undefined || field === name || !isReference(body[field])) return [];
    const message = `${field} cannot be written: put the reference into ${name}.`;
    return [{ field, code: 'reference', message }];
  });
}

export type ResolvedOperation = Omit<BatchOperation, 'id'> & { readonly id: RecordId | null };

type Found = (field: string, reference: Reference, target: string, key?: string) => unknown;

/** What its writer may need the right to: a record that is looked for may be there. */
function actionsOf({ method, on }: BatchOperation): readonly WriteAction[] {
  if (method !== 'post') return ['edit'];
  return on ? ['create', 'edit'] : ['create'];
}

type WriteAction = 'create' | 'edit';

/** Only where an id belongs: a json field may hold anything. */
function valuesOf(
  body: Readonly<Record<string, unknown>>,
  actions: readonly WriteAction[],
  { model: { columns, links }, records, contained }: WrittenModel,
  found: Found,
): Readonly<Record<string, unknown>> {
  const values = { ...body };
  const writable = actions.map((action) => records.writable(action));
  const isWritable = (name: string): boolean => writable.some((names) => names.has(name));
  for (const { name, reference } of columns) {
    const value = body[name];
    if (reference && isWritable(name) && isReference(value))
      values[name] = found(name, value, reference.model, reference.key);
  }
  for (const link of links) {
    const keys = body[link.name];
    if (Array.isArray(keys) && isWritable(link.name))
      values[link.name] = keys.map((key: unknown) => keyOf(key, link, found));
  }
  for (const [name, model] of contained) {
    const items = body[name];
    if (Array.isArray(items))
      values[name] = items.map((item: unknown, at) =>
        containedOf(item, model, (field, ...rest) => found(`${name}.${at}.${field}`, ...rest)),
      );
  }
  return values;
}

/** A contained record that refers to nothing of the batch is left as it was sent. */
function containedOf(item: unknown, model: WrittenModel, found: Found): unknown {
  if (!isRecord(item) || namedIn(item, model).every((value) => !isReference(value))) return item;
  const isNew = item['id'] === undefined || item['id'] === null;
  return valuesOf(item, [isNew ? 'create' : 'edit'], model, found);
}

const keyOf = (key: unknown, { name, model, key: by }: LinkInfo, found: Found): unknown =>
  isReference(key) ? found(name, key, model, by) : key;

const failedBefore = ({ $ref }: Reference): HttpProblem =>
  new HttpProblem(424, `This operation refers to operation ${$ref}, which was refused.`);

/** The positions to which an operation refers. */
export function referencesOf(operation: BatchOperation): number[] {
  const { id, body } = operation;
  const named = [id, ...(isRecord(body) ? namedIn(body, operation) : [])];
  return named.filter(isReference).map(({ $ref }) => $ref);
}

/** The values where an id belongs, also in the records that these values contain. */
function namedIn(
  values: Readonly<Record<string, unknown>>,
  { model: { columns, links }, contained }: WrittenModel,
): unknown[] {
  return [
    ...columns.filter(({ reference }) => reference).map(({ name }) => values[name]),
    ...links.flatMap(({ name }) => values[name]),
    ...[...contained].flatMap(([name, model]) =>
      [values[name]].flat().flatMap((item) => (isRecord(item) ? namedIn(item, model) : [])),
    ),
  ];
}
