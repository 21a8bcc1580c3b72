import type { RecordId } from '../fields/record-id.js';
import type { Action } from '../model/access-rules.js';
import type {
  ComingWrite,
  Operations,
  Query,
  ReadOptions,
  RecordChange,
  UpsertOptions,
  WriteOptions,
} from '../model/operations.js';
import { aggregateList } from './aggregate-list.js';
import { uniqueKeyOf } from './conditions/unique-key.js';
import { count } from './count.js';
import { create, createMany } from './create.js';
import { get } from './get.js';
import { getMany } from './get-many.js';
import { list } from './list.js';
import { prepare } from './prepare.js';
import { remove } from './remove.js';
import { authorize, type Scope } from './scope.js';
import { update, updateMany } from './update.js';
import { upsertMany } from './upsert.js';

/** The operations of a scope, for the generated endpoints; a class, as every request has its own and uses one of them. */
export class ScopedOperations implements Operations {
  constructor(private readonly scope: Scope) {}

  get model() {
    return this.scope.model;
  }
  list(query?: Query) {
    return list(this.scope, query);
  }
  count(query?: Query) {
    return count(this.scope, query);
  }
  aggregate(query: Query) {
    return aggregateList(this.scope, query);
  }
  get(id: RecordId, options?: ReadOptions) {
    return get(this.scope, id, options);
  }
  getMany(ids: readonly RecordId[]) {
    return getMany(this.scope, ids);
  }
  create(values: unknown) {
    return create(this.scope, values);
  }
  replace(id: RecordId, values: unknown, options?: WriteOptions) {
    return update(this.scope, 'replace', id, values, options);
  }
  update(id: RecordId, values: unknown, options?: WriteOptions) {
    return update(this.scope, 'update', id, values, options);
  }
  remove(id: RecordId, options?: WriteOptions) {
    return remove(this.scope, id, options);
  }
  createMany(values: readonly unknown[]) {
    return createMany(this.scope, values);
  }
  updateMany(changes: readonly RecordChange[]) {
    return updateMany(this.scope, changes);
  }
  get prepare() {
    const { scope } = this;
    if (!scope.core.plan(scope.model).isSlow) return null;
    return (write: ComingWrite) => prepare(scope, write);
  }
  writable(action: 'create' | 'edit') {
    return authorize(this.scope, action).grant.writable;
  }
  assertUnique(on: readonly string[], as?: string) {
    uniqueKeyOf(on, authorize(this.scope, 'edit'), as);
  }
  upsertMany(values: readonly unknown[], on: readonly string[], options?: UpsertOptions) {
    return upsertMany(this.scope, values, on, options);
  }
  authorize(action: Action) {
    authorize(this.scope, action);
  }
}
