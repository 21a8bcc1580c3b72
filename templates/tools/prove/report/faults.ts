import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Answered } from '../ask.js';
import type { Proof } from '../doors/door.js';
import type { Row } from '../naive/naive.js';
import { asCurl } from '../service/request.js';
import { isOfPeople } from '../worlds/people.js';
import { AccessFiles } from './access-files.js';
import { clauseOf, decidingRule, type RulePart } from './deciding-rule.js';
import { nameOf } from './name-of.js';
import type { Fault } from './report.js';
import { shrink, type Shrunk } from './shrink.js';

/** Wrong answers as faults: of those of a door about a model and a rule, the first with its request, and a count of the others. */
export class Faults {
  readonly #found = new Map<string, { readonly first: Omit<Fault, 'more'>; more: number }>();
  readonly #files = new AccessFiles(process.cwd());

  constructor(private readonly proof: Proof) {}

  get size(): number {
    return this.#found.size;
  }

  async add(wrong: Answered): Promise<void> {
    const { place } = wrong.wrong!;
    // If code of the project made the answer, no rule decides about it.
    const rule = place === undefined ? decidingRule(this.proof, wrong) : null;
    const key = JSON.stringify([wrong.door.name, modelOf(wrong), rule, place]);
    const known = this.#found.get(key);
    if (known) known.more += 1;
    else this.#found.set(key, { first: await this.#tell(wrong, rule), more: 0 });
  }

  async #tell(wrong: Answered, rule: RulePart | null): Promise<Omit<Fault, 'more'>> {
    const shrunk = await shrink(this.proof, wrong);
    const { door, actor, question, wrong: fault } = shrunk;
    const { expected, told, place } = fault!;
    // Among many rows, several rules may explain parts of an answer.
    const decides =
      rule ?? (place === undefined ? decidingRule(this.proof, shrunk, shrunk.world) : null);
    return {
      ...{ door: door.name, model: modelOf(shrunk) },
      actor: question.by === null ? 'nobody: without a token' : nameOf(actor),
      request: asCurl(question.request),
      ...{ expected, told },
      rows: shownRows(this.proof, shrunk, decides),
      origin: place === undefined ? 'rule' : 'code',
      place: place ?? this.#files.placeOf(decides?.model ?? modelOf(shrunk), clauseOf(decides)),
    };
  }

  all(): readonly Fault[] {
    return [...this.#found.values()].map(({ first, more }) => ({ ...first, more }));
  }
}

/** The model that a fault is about. */
const modelOf = ({ wrong, question }: Answered): string => wrong!.about ?? question.model;

/** The rows of a fault, with their labels and the fields that row rules, the broken rule or the request name. */
function shownRows(
  { models, demands }: Proof,
  { world, question }: Shrunk,
  rule: RulePart | null,
): Fault['rows'] {
  const { path, body } = question.request;
  const request = `${path} ${JSON.stringify(body ?? '')}`;
  const shown = models
    .filter((model) => !isOfPeople(model) && world[model.name]!.length > 0)
    .map((model) => {
      const looked = demands.filter((one) => one.model === model.name);
      const ruled = new Set([
        ...['id', ...labelOf(model)],
        ...looked.flatMap(({ fields }) => [...fields.keys()]),
        ...(rule?.part === 'field' && rule.model === model.name ? [rule.field] : []),
      ]);
      const names = [...model.column.keys(), ...model.links.map(({ name }) => name)].filter(
        (name) => ruled.has(name) || new RegExp(`\\b${name}\\b`).test(request),
      );
      return [model.name, world[model.name]!.map((row) => pick(row, names))] as const;
    });
  return Object.fromEntries(shown);
}

const labelOf = ({ label }: ModelInfo): readonly string[] =>
  label.kind === 'template'
    ? [...label.template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    : [];

const pick = (row: Row, names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
