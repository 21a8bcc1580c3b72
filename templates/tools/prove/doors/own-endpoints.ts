import type { Unproven } from '../report/report.js';
import type { Answer, Request } from '../service/request.js';
import { isEndpoint, type OwnEndpoint } from '../sql/own-endpoints.js';
import { wrongStatus, type Door, type Proof, type Question } from './door.js';
import { documentFor, isTypicalCaller, requestsTo, type AboutEndpoint } from './own-requests.js';

type About = AboutEndpoint & { readonly proof: Proof };

/**
 * The endpoints of the project's own code: nobody knows what they must answer, but each refuses callers who lack its action, and
 * tells no text that its caller may not read.
 */
export const own: Door = {
  name: 'own endpoints',
  writes: true,
  claims: (endpoint, { service }) =>
    service.code.endpoints.some((one) => isEndpoint(endpoint, one)),
  async *questions(proof, actor, model) {
    if (!isTypicalCaller(actor)) return;
    const isFirst = model === proof.asked[0];
    const endpoints = proof.service.code.endpoints.filter((one) =>
      one.model === null ? isFirst : one.model === model.name,
    );
    if (endpoints.length === 0) return;
    const document = await documentFor(proof, actor);
    for (const endpoint of endpoints)
      yield* questionsOf({ proof, actor, model, endpoint, document });
  },
};

function* questionsOf(about: About): Generator<Question> {
  const tally = tallyOf(about.proof, about.endpoint);
  for (const request of requestsTo(about)) {
    if (tally.isSilent) return;
    if (typeof request === 'string') tally.reason = request;
    else yield questionOf(about, request);
  }
}

function questionOf({ proof, actor, model, endpoint }: About, request: Request): Question {
  const { naive } = proof;
  const { action } = endpoint;
  const tally = tallyOf(proof, endpoint);
  const isRefused = action !== null && !naive.may(actor, action, endpoint.model!);
  return {
    model: model.name,
    request,
    judge(answer) {
      if (isRefused) return answer.status === 403 ? null : wrongStatus(403, answer);
      tally.add(answer, proof.service.watch.host);
      return null;
    },
    // Code that asks for records without rules decides itself what its caller sees; each such use is told.
    isExcused: () => proof.service.watch.hasUsedSystem,
    placeOf: () => proof.service.watch.place,
  };
}

/** How the requests to one endpoint ended. */
class Tally {
  reason: string | null = null;
  /** Whether a request got no answer: each further one would only wait. */
  isSilent = false;
  #isAnswered = false;

  add({ status, text }: Answer, host: string | null): void {
    if (host !== null) {
      this.reason = `it calls ${host}, and a proof lets no request out`;
      return;
    }
    if (status >= 200 && status < 400) this.#isAnswered = true;
    if (status === 0) this.isSilent = true;
    const title = /"(?:detail|title|message)":"([^"]*)"/.exec(text)?.[1] ?? '';
    this.reason ??= status === 0 ? text : `it answered ${status} ${title}`.trim();
  }

  /** Why no request tells anything about the endpoint; null if one was answered. */
  get failure(): string | null {
    return this.#isAnswered ? null : (this.reason ?? 'nobody was allowed to ask it');
  }
}

const tallies = new WeakMap<Proof, Map<OwnEndpoint, Tally>>();

function tallyOf(proof: Proof, endpoint: OwnEndpoint): Tally {
  const all = tallies.get(proof) ?? new Map<OwnEndpoint, Tally>();
  tallies.set(proof, all);
  const tally = all.get(endpoint) ?? new Tally();
  all.set(endpoint, tally);
  return tally;
}

/** The endpoints of the project's own code that answered no request. */
export const unansweredEndpoints = (proof: Proof): readonly Unproven[] =>
  [...(tallies.get(proof) ?? [])].flatMap(([{ method, path }, { failure }]) =>
    failure === null ? [] : [{ subject: `${method} ${path}`, reason: failure }],
  );
