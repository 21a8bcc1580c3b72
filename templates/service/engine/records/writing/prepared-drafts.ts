import type { CallContext } from '../../model/records.js';
import type { Draft, WriteMode } from './draft.js';

type Drafts = WeakMap<object, Map<WriteMode, Promise<Draft>>>;

const draftsOf = new WeakMap<CallContext, Drafts>();

/** The draft that a request has made of a payload before, for this way of writing it. */
export const keptDraft = (
  payload: object,
  mode: WriteMode,
  context: CallContext,
): Promise<Draft> | undefined => draftsOf.get(context)?.get(payload)?.get(mode);

/** Keeps a draft for the write of the payload, by the same request. */
export function keepDraft(
  payload: object,
  mode: WriteMode,
  draft: Promise<Draft>,
  context: CallContext,
): void {
  const drafts: Drafts = draftsOf.get(context) ?? new WeakMap();
  draftsOf.set(context, drafts);
  const byMode = drafts.get(payload) ?? new Map<WriteMode, Promise<Draft>>();
  drafts.set(payload, byMode.set(mode, draft));
}
