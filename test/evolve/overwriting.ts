import { changedBetween, writeFiles } from './folders.js';
import { secondsOf } from './metered.js';
import type { Asked, Taken, Way } from './way.js';

/** The generator writes its files anew: those whose text has changed in a step, whatever its developer made of them. */
export class Overwriting implements Way {
  constructor(readonly folder: string) {}

  take({ output }: Asked): Taken {
    const changed = changedBetween(output.before, output.after);
    const seconds = output.seconds + secondsOf(() => writeFiles(this.folder, changed));
    return { asked: new Map(), named: new Map(), seconds };
  }
}
