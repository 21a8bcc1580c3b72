import type { NumericId } from '../../../service/engine/fields/record-id.js';
import type { ColumnInfo } from '../../../service/engine/fields/column-info.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Id, Naive, Person, World } from '../naive/naive.js';
import type { Answer, Request } from '../service/request.js';
import type { GeneratedRead } from '../service/project-code.js';
import type { ProvedService } from '../service/start-service.js';
import type { Leaks } from './leaks.js';
import type { Demand } from '../worlds/demands.js';
import type { People } from '../worlds/people.js';
import type { Samples } from '../worlds/samples.js';
import type { Attempts } from '../writing/attempts.js';

/** What doors ask their questions of. */
export interface Proof {
  readonly service: ProvedService;
  readonly people: People;
  /** The rules in plain words, over the rows as they are. */
  readonly naive: Naive;
  readonly models: readonly ModelInfo[];
  /** The models that are asked about. */
  readonly asked: readonly ModelInfo[];
  model(name: string): ModelInfo;
  /** Rows with valid values that no row has; none of models for which none could be made. */
  readonly samples: Samples;
  /** The fields that row rules look at. */
  readonly demands: readonly Demand[];
  readonly attempts: Attempts;
  /** Finds texts in answers that whoever asked may not read. */
  readonly leaks: Leaks;
  /** How actors before have stood to models, for doors that ask less of an actor who stands alike. */
  readonly stood: Set<string>;
  /** Says that something was not proven; once, however often it is said. */
  note(subject: string, reason: string): void;
}

/** What is wrong with an answer. */
export interface Wrong {
  readonly expected: string;
  readonly told: string;
  /** The model that the fault is about, if the question is about several. */
  readonly about?: string;
  /** The file and line of the code that made the answer, if no rule decides about it. */
  readonly place?: string;
}

/** One request of one actor, and what its answer must be. */
export interface Question {
  readonly model: string;
  readonly request: Request;
  /** Null for a request without a token. */
  readonly by?: NumericId | null;
  /** The person who asks, if it is not the actor: somebody else, or the same user with other roles. */
  readonly as?: Person;
  /** Does the rest of what the request began, before rows are read. */
  follow?(answer: Answer): Promise<void>;
  /** Null where the answer is right. `after` are the rows once it was answered, where it may have written. */
  judge(answer: Answer, after: World): Wrong | null;
  /** Whether the answer may have texts that its reader may not read; asked right after it. */
  isExcused?(): boolean;
  /** The file and line that made the answer, if they are known; asked right after it. */
  placeOf?(): string | null;
}

/** A way into the service. */
export interface Door {
  readonly name: string;
  /** The feature that opens it; in every service without. */
  readonly feature?: string;
  /** Whether its questions may change rows, which are put back after each. */
  readonly writes?: true;
  /** Whether its questions name records by their ids, which rows without a key have none of. */
  readonly needsIds?: true;
  /** The generated endpoints that it asks; it does not ask about a model for which the project has its own. */
  readonly reads?: readonly GeneratedRead[];
  /** Whether it asks about an endpoint of the service: `GET`, `/task/:id`. */
  claims(endpoint: Endpoint, proof: Pick<Proof, 'models' | 'service'>): boolean;
  /** The questions of an actor about a model. Made one by one, as rows are at that moment. */
  questions(
    proof: Proof,
    actor: Person,
    model: ModelInfo,
  ): Iterable<Question> | AsyncIterable<Question>;
}

export interface Endpoint {
  readonly method: string;
  /** The path as in `/openapi.json`: `/task/{id}`. */
  readonly path: string;
}

/** A status that was not expected. */
export const wrongStatus = (expected: number | string, { status, text }: Answer): Wrong => ({
  expected: String(expected),
  told: `${status} ${text.slice(0, 200)}`,
});

/** The path of a model, without its id. */
export const pathOf = ({ prefix }: ModelInfo): string => `/${prefix}`;

/** The path of a record. */
export const recordPath = (model: ModelInfo, id: Id): string =>
  `${pathOf(model)}/${encodeURIComponent(id)}`;

/** An id that no row of a model has. */
export const nobodyOf = (model: ModelInfo): Id => nobodyBy(model, 'id');

/** A value of a field by which references name rows, which no row of a model has. */
export function nobodyBy({ column, keyColumns }: ModelInfo, field: string): Id {
  if (field !== 'id' || keyColumns.length === 1) return noValueOf(column.get(field)!);
  return keyColumns.map((part) => encodeURIComponent(String(noValueOf(part)))).join(',');
}

const noValueOf = ({ type }: ColumnInfo): Id => NO_VALUES[type as string] ?? '~';

const NOBODY = 999_999_999;

const NO_VALUES: Readonly<Record<string, Id>> = {
  ...{ integer: NOBODY, bigint: `${NOBODY}`, decimal: NOBODY },
  uuid: 'ffffffff-ffff-4fff-bfff-ffffffffffff',
  ...{ date: '9999-12-31', datetime: '9999-12-31T00:00:00.000Z' },
};

/** Claims the endpoints with this method that each model has, at its path and each of these ends of it. */
export const atModels =
  (method: string, ...ends: readonly string[]): Door['claims'] =>
  (endpoint, { models }) =>
    endpoint.method === method &&
    models.some((model) => ends.some((end) => endpoint.path === pathOf(model) + end));
