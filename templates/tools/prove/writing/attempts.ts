import type { Unproven, WorldCount } from '../report/report.js';
import type { Person, Row } from '../naive/naive.js';
import type { Demand } from '../worlds/demands.js';

/** A write of a field that a rule looks at. */
interface RuleWrite {
  readonly model: string;
  readonly field: string;
  readonly actor: Person;
  readonly id: Row['id'] | null;
  readonly value: unknown;
}

/** How often doors have done writes that the rules allow, and how often checks of the project have refused them. */
export class Attempts {
  readonly #done = new Set<string>();
  readonly #refused = new Map<string, { readonly door: string; readonly model: string }>();

  /** By model and field that a rule looks at: who has written it, of which row, with which value. */
  readonly #worlds = new Map<string, Set<string>>();

  /** A write of a field that a rule looks at; of a new record where there is no row. */
  asked({ model, field, actor, id, value }: RuleWrite): void {
    const key = `${model} ${field}`;
    const known = this.#worlds.get(key) ?? new Set();
    this.#worlds.set(key, known.add(JSON.stringify([actor.roles, actor.tenants, id, value])));
  }

  /** How many combinations of roles, tenants, rows and values were written, by the rule that looks at them. */
  worlds(demands: readonly Demand[], counts: readonly WorldCount[]): readonly WorldCount[] {
    return demands.flatMap(({ model, rule, fields }) => {
      const asked = [...fields.keys()].map((field) => this.#worlds.get(`${model} ${field}`));
      const worlds = asked.reduce((sum, one) => sum + (one?.size ?? 0), 0);
      const rows = counts.find((one) => one.model === model && one.rule === rule);
      const complete = rows?.complete ?? true;
      return worlds > 0 ? [{ model, rule: `writes by ${rule}`, worlds, complete }] : [];
    });
  }

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
