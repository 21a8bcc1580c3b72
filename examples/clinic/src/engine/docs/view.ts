import type { CurrentUser } from '../model/access-rules.js';
import type { Policy } from '../access/policy.js';
import type { ModelInfo } from '../model/model-info.js';

/** What the documentation shows of a model. */
export interface View {
  readable(model: ModelInfo): (field: string) => boolean;
  writable(model: ModelInfo): (field: string) => boolean;
  lists(model: ModelInfo): boolean;
  /** Whether a write returns the whole record. */
  shows(model: ModelInfo): boolean;
}

/** Without a token: whatever is hidden from anybody is hidden. */
export const publicView: View = {
  readable: ({ access }) => isOpen(access.fields, ['read']),
  writable: ({ access }) => isOpen(access.fields, ['read', 'write']),
  lists: () => true,
  shows: () => true,
};

const isOpen =
  (fields: ModelInfo['access']['fields'], kinds: readonly ('read' | 'write')[]) =>
  (field: string): boolean =>
    kinds.every((kind) => !Object.hasOwn(fields, field) || fields[field]?.[kind] === undefined);

/** What this user may read and write; of a model that they may not use, what is public. */
export const viewOf = (policy: Policy, user: CurrentUser): View => ({
  readable(model) {
    const grant = policy.grant(user, 'show', model) ?? policy.grant(user, 'list', model);
    return grant ? (field) => grant.readable.has(field) : publicView.readable(model);
  },
  writable(model) {
    const grant = policy.grant(user, 'edit', model) ?? policy.grant(user, 'create', model);
    return grant ? (field) => grant.writable.has(field) : publicView.writable(model);
  },
  lists: (model) => policy.grant(user, 'list', model) !== null,
  shows: (model) =>
    policy.grant(user, 'show', model) !== null || policy.grant(user, 'edit', model) === null,
});
