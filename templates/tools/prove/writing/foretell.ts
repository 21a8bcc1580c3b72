import type { Naive, Priced, World } from '../naive/naive.js';

/** The outcome of a write by the rules in plain words, and the rows after it. */
export interface Foretold {
  readonly status: number;
  readonly world: World;
}

/** Does a write in plain words, and leaves the rows as they were. */
export function foretell(naive: Naive, write: (naive: Naive) => Priced): Foretold {
  const { world } = naive;
  try {
    const { status } = write(naive).outcome;
    return { status, world: naive.world };
  } finally {
    naive.world = world;
  }
}

/** Does writes one after the other; `alone` are their statuses by themselves, `status` is that of the first refusal. */
export function foretellAll(
  naive: Naive,
  writes: readonly ((naive: Naive) => Priced)[],
): Foretold & { readonly alone: readonly number[] } {
  const alone = writes.map((write) => foretell(naive, write).status);
  const { world } = naive;
  let status = 200;
  try {
    for (const write of writes) {
      const told = write(naive).outcome.status;
      if (told >= 400 && status < 400) status = told;
    }
    return { status, alone, world: status >= 400 ? world : naive.world };
  } finally {
    naive.world = world;
  }
}
