import type { Query, ReadOptions, Row, WriteOptions } from '../model/operations.js';
import type { RecordId } from '../fields/record-id.js';
import { refuse, show } from '../problem/problem.js';
import { createPage } from '../records/reading/list-page.js';
import { authorize, type Scope } from '../records/scope.js';
import { ScopedOperations } from '../records/scoped-operations.js';
import { queryOf } from '../routes/respond.js';
import type { RecordView } from '../routes/route-context.js';
import type { ServiceParts } from '../service/project.js';
import { binScope, hasTrash } from './bin.js';
import { purgeRecord } from './purge.js';
import { withDeletion } from './who-deleted.js';

/** The parameter by which a request asks for the trash of a model. */
export const DELETED = '_deleted';

/** Every URL with the parameter has its word, or letters of it in another form: most have neither, and are not taken apart for it. */
const MAY_ASK = /deleted|%/;

/** The trash of a model, for requests with `?_deleted=only`. */
export const trashView =
  ({ engine }: ServiceParts): RecordView =>
  (request, context, { entity }) => {
    if (!MAY_ASK.test(request.url)) return null;
    const { [DELETED]: given } = queryOf(request);
    if (given === undefined) return null;
    const scope = engine.scope(request.currentUser!, context)(entity);
    if (!hasTrash(scope.model))
      throw refuse(DELETED, 'no-trash', `${scope.model.name} has no trash`);
    if (given !== 'only')
      throw refuse(DELETED, 'value', `${DELETED} must be \`only\`, not ${show(String(given))}`);
    if (!READING.includes(request.method) && request.method !== 'DELETE')
      throw refuse(DELETED, 'method', 'what is in the trash is read, restored or deleted for good');
    authorize(scope, 'delete');
    return new TrashOperations(scope);
  };

const READING = ['GET', 'HEAD'];

/** The operations of a model on its trash. */
class TrashOperations extends ScopedOperations {
  constructor(private readonly living: Scope) {
    super(binScope(living));
  }

  override async list(query: Query = {}) {
    const page = await super.list(query);
    const records = await this.#withDeletion(page.records);
    return createPage(`[${records.map((record) => JSON.stringify(record)).join(',\n')}]`, page);
  }

  override async get(id: RecordId, options?: ReadOptions): Promise<Row> {
    const record = await super.get(id, options);
    const [told] = await this.#withDeletion([record]);
    return told!;
  }

  override remove(id: RecordId, options?: WriteOptions) {
    return purgeRecord(this.living, id, options);
  }

  #withDeletion(records: readonly Row[]): Promise<readonly Row[]> {
    const { living } = this;
    return living.core.database.read((session) => withDeletion(records, living, session));
  }
}
