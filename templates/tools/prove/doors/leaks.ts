import type { Naive, Person, World } from '../naive/naive.js';
import type { Answer, Request } from '../service/request.js';
import { TOKEN, type Canaries, type Cell } from '../worlds/canaries.js';
import type { Wrong } from './door.js';

/** An answer to look through, and who got it. */
export interface Told {
  readonly actor: Person;
  readonly request: Request;
  readonly answer: Answer;
  /** The rows before it was answered, and after. */
  readonly before: World;
  readonly after: World;
  /** Whether the request may have written; then the answer may also tell what the actor sees by the right to write. */
  readonly writes: boolean;
}

const READS = ['list', 'show'];
const WRITES = [...READS, 'create', 'edit', 'delete'];

/**
 * Finds texts in answers that the actor can read nowhere: in records, labels, computed fields, errors, documents and files. A text
 * that the question itself contains is no news to the actor.
 */
export class Leaks {
  #known = new Map<string, boolean>();
  /** The actor, rows and rules for which the known texts were judged. */
  #about: readonly unknown[] = [];

  constructor(
    private readonly naive: Naive,
    private readonly canaries: Canaries,
  ) {}

  find({ actor, request, answer, before, after, writes }: Told): Wrong | null {
    const told = textOf(answer);
    const asked = new Set(tokensIn(JSON.stringify([request.path, request.body ?? ''])));
    for (const token of new Set(tokensIn(told))) {
      const cell = this.canaries.get(token);
      if (!cell || asked.has(token) || this.#reads(actor, token, cell, before)) continue;
      const rows = writes ? [before, after] : [];
      if (!rows.some((world) => this.#sees(actor, cell, WRITES, world)))
        return leakOf(cell, token, told);
    }
    return null;
  }

  #reads(actor: Person, token: string, cell: Cell, world: World): boolean {
    const about = [actor, world, this.naive.rules];
    if (about.some((one, at) => one !== this.#about[at])) {
      this.#about = about;
      this.#known = new Map();
    }
    const known = this.#known.get(token) ?? this.#sees(actor, cell, READS, world);
    this.#known.set(token, known);
    return known;
  }

  #sees(actor: Person, cell: Cell, actions: readonly string[], world: World): boolean {
    const { naive } = this;
    const { world: current } = naive;
    naive.world = world;
    const { model, id, field } = cell;
    const sees = actions.some(
      (action) =>
        naive.may(actor, action, model) &&
        naive.readable(actor, action, model).has(field) &&
        naive.seen(naive.as(actor, action, model), model, id) !== undefined,
    );
    const isTold = sees || actions.some((action) => this.#isKey(actor, cell, action));
    naive.world = current;
    return isTold;
  }

  /** Whether an array of links holds the cell. A reader of the array sees the keys of all linked rows that row rules show. */
  #isKey(actor: Person, { model, id, field }: Cell, action: string): boolean {
    const { naive } = this;
    return Object.entries(naive.models).some(([name, { fields }]) =>
      fields.some(
        (link) =>
          link.to === model &&
          link.key === field &&
          naive.may(actor, action, name) &&
          naive.readable(actor, action, name).has(link.name) &&
          naive.seen(naive.as(actor, action, name), model, id) !== undefined,
      ),
    );
  }
}

const tokensIn = (text: string): readonly string[] =>
  [...text.matchAll(TOKEN)].map(([token]) => token.toLowerCase());

/** The body and all headers; a cursor holds values of the record behind which a page ends. */
function textOf({ text, headers }: Answer): string {
  const cursor = headers.get('x-next-cursor') ?? '';
  const values = [...headers].map(([name, value]) => `${name}: ${value}`);
  return [...values, Buffer.from(cursor, 'base64url').toString(), text].join('\n');
}

function leakOf({ model, id, field }: Cell, token: string, told: string): Wrong {
  const at = told.toLowerCase().indexOf(token);
  // Not the header or the end of the line before it, which says nothing here.
  const from = Math.max(0, at - 60, told.lastIndexOf('\n', at) + 1);
  const around = told.slice(from, at + 40).replaceAll(/\s+/g, ' ');
  return {
    about: model,
    expected: `nothing of ${model}.${field}, which this actor may not read in row ${id}`,
    told: around,
  };
}
