import type { Unproven } from '../report/report.js';

/** How often doors have done writes that the rules allow, and how often checks of the project have refused them. */
export class Attempts {
  readonly #done = new Set<string>();
  readonly #refused = new Map<string, { readonly door: string; readonly model: string }>();

  succeeded(door: string, model: string): void {
    this.#done.add(`${door} ${model}`);
  }

  refused(door: string, model: string): void {
    this.#refused.set(`${door} ${model}`, { door, model });
  }

  /** The doors and models of which no allowed write was ever done. */
  unproven(): readonly Unproven[] {
    return [...this.#refused]
      .filter(([key]) => !this.#done.has(key))
      .map(([, { door, model }]) => ({
        subject: `${door} of ${model}`,
        reason:
          'checks, rules or hooks of the project refused each write that the access rules allow',
      }));
  }
}
