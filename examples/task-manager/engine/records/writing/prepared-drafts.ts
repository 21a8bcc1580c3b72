import type { Prepared } from '../../model/records.js';

/** The drafts that one request has prepared. */
export class PreparedDrafts implements Prepared {
  #drafts: WeakMap<object, Map<string, Promise<unknown>>> | null = null;

  find(payload: object, mode: string): Promise<unknown> | undefined {
    return this.#drafts?.get(payload)?.get(mode);
  }

  keep(payload: object, mode: string, draft: Promise<unknown>): void {
    this.#drafts ??= new WeakMap();
    const drafts = this.#drafts.get(payload) ?? new Map<string, Promise<unknown>>();
    this.#drafts.set(payload, drafts.set(mode, draft));
  }
}
