import { HOOK_NAMES, type Hook, type ModelHooks } from './hooks.js';

/** Hooks of two who know nothing of each other; what the first makes of the values the second gets. */
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
    // What the event makes only when it is asked for stays so.
    const told = { ...Object.getOwnPropertyDescriptors(event), values };
    const next = event.values ? Object.defineProperties({}, told) : event;
    return { ...changes, ...((await second(next as never)) as object | undefined) };
  };
}

/** Hooks that are one or the other ones, as it is at the moment at which they are asked for. */
export function eitherOf(choose: () => ModelHooks): ModelHooks {
  const hooks = {};
  for (const name of [...HOOK_NAMES, 'committed'] as const)
    Object.defineProperty(hooks, name, { enumerable: true, get: () => choose()[name] });
  return hooks;
}
