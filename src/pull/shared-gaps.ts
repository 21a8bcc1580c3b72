import type { DraftModel } from './draft.js';

/** What models do not say: what several of them have alike in one line, and the rest of each. */
export interface SplitGaps {
  readonly shared: readonly string[];
  /** The others of a model. */
  ofModel(model: Pick<DraftModel, 'gaps'>): readonly string[];
}

/** What keys do on update, which whole schemas have alike. */
const ON_UPDATE = /^on update (cascade|set null|set default) of /;

/** Splits the gaps of models: actions on update are told once, where several models have the same. */
export function splitGaps(models: readonly Pick<DraftModel, 'gaps'>[]): SplitGaps {
  const counts = new Map<string, number>();
  for (const { gaps } of models)
    for (const gap of gaps) {
      const [, action] = ON_UPDATE.exec(gap) ?? [];
      if (action !== undefined) counts.set(action, (counts.get(action) ?? 0) + 1);
    }
  const shared = [...counts].filter(([, count]) => count > 1);
  const isShared = (gap: string) =>
    shared.some(([action]) => gap.startsWith(`on update ${action} of `));
  return {
    shared: shared.map(
      ([action, count]) =>
        `on update ${action} of references in ${count} models: the database does it, and the service changes no key`,
    ),
    ofModel: ({ gaps }) => gaps.filter((gap) => !isShared(gap)),
  };
}
