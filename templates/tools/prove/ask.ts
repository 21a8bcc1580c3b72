import type { ModelInfo } from '../../service/engine/model/model-info.js';
import type { Person, World } from './naive/naive.js';
import type { Door, Proof, Question, Wrong } from './doors/door.js';
import { named } from './service/keyless-rows.js';
import type { Answer } from './service/request.js';
import { worldAfter } from './worlds/stored.js';

/** A question with whoever asks it at a door. */
export interface Asked {
  readonly door: Door;
  readonly actor: Person;
  /** The model for which the door has made the question. */
  readonly model: ModelInfo;
  readonly question: Question;
}

/** An answer, and whether it is right. */
export interface Answered extends Asked {
  readonly answer: Answer;
  /** The rows after the answer: those of the naive rules if it has changed none. */
  readonly after: World;
  readonly wrong: Wrong | null;
}

/** Whoever asks without a token. */
const NOBODY: Person = { id: 0, username: '', roles: [], tenants: [] };

/** Asks a question in the world of the naive rules, and judges the answer; rows that it has changed stay changed. */
export async function ask(
  { service, naive, leaks, model }: Proof,
  asked: Asked,
): Promise<Answered> {
  const { door, actor, question } = asked;
  const { as = actor, by = as.id, request } = question;
  service.database.take();
  const given = await service.ask(by, request);
  const answer = named(given, model(question.model), naive, as);
  await question.follow?.(answer);
  if (door.writes) await service.database.idle();
  const work = service.database.take();
  const before = naive.world;
  const after = door.writes ? await worldAfter(service, before, work) : before;
  const reader = by === null ? NOBODY : as;
  const told = { actor: reader, request, before, writes: door.writes === true };
  const isExcused = question.isExcused?.() ?? false;
  const place = question.placeOf?.() ?? null;
  const leaked = (some: Answer, then: World): Wrong | null => {
    const wrong = isExcused ? null : leaks.find({ ...told, answer: some, after: then });
    return wrong && place !== null ? { ...wrong, place } : wrong;
  };
  const judge: Question['judge'] = (some, then) => question.judge(some, then) ?? leaked(some, then);
  const wrong = judge(answer, after);
  naive.world = before;
  return { ...asked, question: { ...question, judge }, answer, after, wrong };
}
