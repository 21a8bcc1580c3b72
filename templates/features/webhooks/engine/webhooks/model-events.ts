import { readAccount } from '../auth/directory.js';
import { databaseOf } from '../database/scoped-data-source.js';
import type { EngineWithPolicy, Viewer } from '../records/create-engine.js';
import type { NumericId } from '../fields/record-id.js';
import type { TransactionContext } from '../model/define-hooks.js';
import type { ModelHooks } from '../model/hooks.js';
import { noteUnsent, queueDelivery } from './queue-delivery.js';
import { WebhookEndpoint } from './webhook-endpoint.model.js';

export const ACTIONS = ['created', 'updated', 'deleted'] as const;
type Action = (typeof ACTIONS)[number];

interface Stored {
  readonly id: NumericId;
}

/** A hook's event for any write. */
interface WriteEvent extends TransactionContext {
  readonly before: Stored | null;
}

interface SavedEvent extends WriteEvent {
  readonly operation: 'create' | 'update';
  readonly after: Stored;
}

/** An endpoint subscribed to an event, and the record as the user that it acts as sees it. */
interface Listener {
  readonly endpoint: NumericId;
  /** Null where the user is inactive or deleted. */
  readonly viewer: Viewer | null;
  /** Null where the user sees no such record. */
  readonly record: object | null;
}

/**
 * Reports the writes of a model to endpoints, in the transaction of each write and with the permissions that hold in it. What
 * a user cannot see is not reported; what becomes hidden from them is reported as deleted.
 */
export class ModelEvents {
  readonly #name: string;
  readonly #engine: () => EngineWithPolicy;
  /** Keyed by the record before a write, which all hooks of the write share: who could see it then. */
  readonly #seen = new WeakMap<Stored, readonly Listener[]>();

  constructor(name: string, engine: () => EngineWithPolicy) {
    this.#name = name;
    this.#engine = engine;
  }

  /** The prefix of the model's events, the same as its path's: `task`. */
  get prefix(): string {
    return this.#engine().model(this.#name).prefix;
  }

  get hooks(): ModelHooks {
    return {
      beforeSave: (event: WriteEvent) => this.#remember(event),
      beforeDelete: (event: WriteEvent) => this.#remember(event),
      afterSave: (event: SavedEvent) => this.#saved(event),
      afterDelete: (event: WriteEvent) => this.#notify('deleted', this.#remembered(event), event),
    };
  }

  async #remember(event: WriteEvent): Promise<void> {
    const { before } = event;
    if (before) this.#seen.set(before, await this.#listeners('deleted', before.id, event));
  }

  #remembered({ before }: WriteEvent): readonly Listener[] {
    return (before && this.#seen.get(before)) ?? [];
  }

  async #saved(event: SavedEvent): Promise<void> {
    const { operation, after } = event;
    const action = operation === 'create' ? 'created' : 'updated';
    await this.#notify(action, await this.#listeners(action, after.id, event), event);
    const lost: Listener[] = [];
    for (const one of this.#remembered(event))
      if (one.record && !(await this.#viewersOf(after.id, one.viewer, event))) lost.push(one);
    await this.#notify('deleted', lost, event);
  }

  async #notify(action: Action, listeners: readonly Listener[], event: WriteEvent): Promise<void> {
    const type = `${this.prefix}.${action}`;
    for (const { endpoint, viewer, record } of listeners)
      if (record) await queueDelivery(event, endpoint, type, record);
      else if (!viewer) await noteUnsent(event, endpoint, type);
  }

  async #listeners(action: Action, id: NumericId, event: WriteEvent): Promise<readonly Listener[]> {
    const { manager } = event;
    const all = await manager.find(WebhookEndpoint, { where: { active: true }, order: { id: 1 } });
    const found: Listener[] = [];
    for (const { id: endpoint, user_id, events } of all) {
      // Rows that were written past the API may have any JSON.
      if (![events].flat().includes(`${this.prefix}.${action}`)) continue;
      const viewer = await viewerOf(user_id, event);
      found.push({ endpoint, viewer, record: await this.#viewersOf(id, viewer, event) });
    }
    return found;
  }

  async #viewersOf(
    id: NumericId,
    viewer: Viewer | null,
    { session }: WriteEvent,
  ): Promise<object | null> {
    return viewer && this.#engine().seen(session, this.#name, id, viewer);
  }
}

async function viewerOf(id: NumericId, { session }: WriteEvent): Promise<Viewer | null> {
  const account = await readAccount(id, session, databaseOf(session.runner().connection));
  return account?.active ? { user: account.user, roles: account.permissions } : null;
}
