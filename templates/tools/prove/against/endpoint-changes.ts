import { counted } from '../report/page.js';
import { asCurl } from '../service/request.js';
import { TOKEN, type Cell } from '../worlds/canaries.js';
import type { AccessChange } from './access-change.js';
import type { EndpointCase } from './compare-endpoints.js';
import type { EndpointAnswer } from './endpoint-facts.js';
import { groupBy } from './group-differences.js';
import { keyOfWho, nameOf, whoOf } from './name-actors.js';
import type { Judged } from './pair.js';
import { listed } from './words.js';

/** A difference between the answers to requests of one actor to one endpoint. */
interface EndpointDifference {
  readonly kind: 'wider' | 'narrower' | 'other';
  /** `ask GET /reports`, `read more of Bill.margin by GET /reports`. */
  readonly deed: string;
  readonly shown: EndpointCase;
}

/** The changes of own endpoints. A text that the rules alone show or hide is told with the rules. */
export function endpointChanges(
  cases: readonly EndpointCase[],
  judged: Judged,
): readonly AccessChange[] {
  const asked = groupBy(cases, ({ name, actor }) => `${actor} ${name}`);
  const differences = asked.flatMap((some) => new Comparison(some, judged).differences());
  const groups = groupBy(differences, ({ kind, deed }) => `${kind} ${deed}`);
  return groups.map((some) => changeOf(some, judged));
}

/** The answers to the requests of one actor to one endpoint. */
class Comparison {
  constructor(
    private readonly cases: readonly EndpointCase[],
    private readonly judged: Judged,
  ) {}

  differences(): readonly EndpointDifference[] {
    const found = [...this.#access('wider'), ...this.#access('narrower')];
    if (found.length > 0) return found;
    const shown = this.cases.find((one) => this.#differs(one));
    return shown ? [{ kind: 'other', deed: `get another answer from ${shown.name}`, shown }] : [];
  }

  /** Requests that only one version answers, or texts that only its answers have. */
  #access(kind: 'wider' | 'narrower'): readonly EndpointDifference[] {
    const sides = this.cases.map((shown) => {
      const { now, before } = shown.answers;
      const [more, less] = kind === 'wider' ? [now, before] : [before, now];
      const cells = this.#cellsOf(shown, more, less);
      const own = cells.filter((cell) => !this.#isByRules(kind, shown, cell));
      return { shown, more, less, own, isByRules: cells.length > 0 && own.length === 0 };
    });
    const opened = sides.find(
      ({ more, less, isByRules }) => isAnswered(more) && !isAnswered(less) && !isByRules,
    );
    if (opened) {
      const isSome = sides.some(({ less }) => isAnswered(less));
      const { shown } = opened;
      return [{ kind, deed: `ask ${shown.name}${isSome ? ' about more rows' : ''}`, shown }];
    }
    const told = sides.filter(
      ({ more, less, own }) => own.length > 0 && isAnswered(more) && isAnswered(less),
    );
    if (told.length === 0) return [];
    const fields = told.flatMap(({ own }) => own.map(({ model, field }) => `${model}.${field}`));
    const { shown } = told[0]!;
    const deed = `read more of ${listed([...new Set(fields)])} by ${shown.name}`;
    return [{ kind, deed, shown }];
  }

  /** The cells whose texts are in one answer alone. */
  #cellsOf({ scene }: EndpointCase, more: EndpointAnswer, less: EndpointAnswer): readonly Cell[] {
    const { now, before } = this.judged.facts;
    const cells = new Map((scene === 0 ? now : before).endpoints.tokens);
    const known = tokensIn(less);
    return tokensIn(more).flatMap((token) =>
      known.includes(token) ? [] : (cells.get(token) ?? []),
    );
  }

  /** Whether one version shows the cell by its rules, and the other version hides it. */
  #isByRules(kind: 'wider' | 'narrower', { scene, actor }: EndpointCase, cell: Cell): boolean {
    const { now, before } = this.judged.judgements;
    const reads = (version: typeof now): boolean => {
      const verdict = version[scene]![actor]![cell.model];
      return (['list', 'show'] as const).some(
        (action) =>
          verdict?.rows[action].some((id) => id === cell.id) &&
          verdict.fields[action].includes(cell.field),
      );
    };
    const [more, less] = kind === 'wider' ? [now, before] : [before, now];
    return reads(more) && !reads(less);
  }

  /** Whether answers differ in more than the texts that rules show or hide. */
  #differs(shown: EndpointCase): boolean {
    const { now, before } = shown.answers;
    if (!isAnswered(now) || !isAnswered(before) || now.text === before.text) return false;
    return (
      [...this.#cellsOf(shown, now, before), ...this.#cellsOf(shown, before, now)].length === 0
    );
  }
}

const isAnswered = ({ status }: EndpointAnswer): boolean => status < 400;

const tokensIn = ({ text }: EndpointAnswer): readonly string[] => [
  ...new Set([...text.matchAll(TOKEN)].map(([token]) => token.toLowerCase())),
];

function changeOf(some: readonly EndpointDifference[], judged: Judged): AccessChange {
  const { kind, deed, shown } = some[0]!;
  const actors = some.map((one) => judged.actors[one.shown.actor]!);
  const may = { wider: 'may now', narrower: 'may no longer', other: 'now' }[kind];
  const does =
    kind === 'other' && new Set(actors.map(nameOf)).size === 1 ? deed.replace('get', 'gets') : deed;
  const who = whoOf(actors);
  const { request, answers } = shown;
  return {
    kind,
    key: `${kind === 'narrower' ? 'no longer: ' : ''}${keyOfWho(actors)} may ${deed}`,
    sentence: `${who[0]!.toUpperCase()}${who.slice(1)} ${may} ${does}`,
    ...{ model: null, place: null },
    shown: {
      asked: `${request.method} ${request.path} as ${nameOf(judged.actors[shown.actor]!)}`,
      request: asCurl(request),
      now: told(answers.now),
      before: told(answers.before),
    },
  };
}

/** An answer in a few words: its status, and the number of rows in its longest list. */
function told({ status, text }: EndpointAnswer): string {
  const count = longestList(parsed(text));
  return count === null ? String(status) : `${status}, ${counted(count, 'row')}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The length of the longest list in a value; null without a list. */
function longestList(value: unknown): number | null {
  if (typeof value !== 'object' || value === null) return null;
  const inner = Object.values(value).flatMap((one) => longestList(one) ?? []);
  const all = Array.isArray(value) ? [value.length, ...inner] : inner;
  return all.length === 0 ? null : Math.max(...all);
}
