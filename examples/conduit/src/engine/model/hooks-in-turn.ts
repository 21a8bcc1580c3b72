import { HOOK_NAMES, type Hook, type ModelHooks } from './hooks.js';

/** Two independent sets of hooks as one; the second gets the values as the first has changed them. */
export function inTurn(first: ModelHooks, second: ModelHooks): ModelHooks {
  const hooks = HOOK_NAMES.map((name) => [name, chained(first[name], second[name])] as const);
  return {
    ...Object.fromEntries(hooks.filter(([, hook]) => hook !== undefined)),
    committed: () => {
      second.committed?.();
      first.committed?.();
    },
  };
}

function chained(first: Hook | undefined, second: Hook | undefined): Hook | undefined {
  if (!first || !second) return first ?? second;
  return async (event: { readonly values?: object }) => {
    const changes = (await first(event as never)) as object | undefined;
    const values = { value: { ...event.values, ...changes }, enumerable: true };
    // Keeps lazy properties of the event lazy.
    const nextEvent = { ...Object.getOwnPropertyDescriptors(event), values };
    const next = event.values ? Object.defineProperties({}, nextEvent) : event;
    return { ...changes, ...((await second(next as never)) as object | undefined) };
  };
}

/** Delegates to one of several sets of hooks, chosen on each access. */
export function eitherOf(choose: () => ModelHooks): ModelHooks {
  const hooks = {};
  for (const name of [...HOOK_NAMES, 'committed'] as const)
    Object.defineProperty(hooks, name, { enumerable: true, get: () => choose()[name] });
  return hooks;
}
