import type { Output } from './generated.js';
import type { Step } from './step.js';

/** What a step asked of a person, and took of the machine. */
export interface Taken {
  /** Conflicts: places of which somebody has to decide what is right, by file. */
  readonly asked: ReadonlyMap<string, number>;
  /** Places in the developer's own code that somebody is told to look at, by file: it says what is no longer there. */
  readonly named: ReadonlyMap<string, number>;
  readonly seconds: number;
}

/** A step with all that a way may need of it. */
export interface Asked {
  readonly step: Step;
  readonly at: Date;
  readonly output: Output;
}

/** A way of having an edited project and a generator. */
export interface Way {
  /** The project, which goes on from step to step. */
  readonly folder: string;
  take(asked: Asked): Taken;
}

/** How often each file was named. */
export function perFile(paths: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}
