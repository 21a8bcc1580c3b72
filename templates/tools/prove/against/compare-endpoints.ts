import { copyFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Unproven } from '../report/report.js';
import type { EndpointAnswer, EndpointQuestion } from './endpoint-facts.js';
import type { Judged, Pair } from './pair.js';
import type { RunningVersion } from './run-version.js';
import type { VersionFacts } from './version-facts.js';

/** A request to an endpoint of the project's own code, and the answers of both versions about equal rows. */
export interface EndpointCase extends EndpointQuestion {
  /** The index of the scene with the rows. */
  readonly scene: number;
  readonly answers: Pair<EndpointAnswer>;
}

/** All requests that both versions have answered, and the endpoints that nobody can compare. */
export interface ComparedEndpoints {
  readonly cases: readonly EndpointCase[];
  readonly uncompared: readonly Unproven[];
}

/** Asks the own endpoints that both versions have about the rows of both; `judged` has the actors. */
export async function compareEndpoints(
  versions: Pair<RunningVersion>,
  judged: Pick<Judged, 'facts' | 'actors'>,
): Promise<ComparedEndpoints> {
  const { before, now } = judged.facts;
  const names = now.endpoints.names.filter((name) => before.endpoints.names.includes(name));
  if (names.length === 0) return { cases: [], uncompared: [] };
  const compared = await inScene(versions, judged, { names, scene: 1 });
  // The rows of now are rows of before only if no migration lies between them.
  const hasEqualTables = isDeepStrictEqual(tablesOf(before), tablesOf(now));
  const more = hasEqualTables ? await inScene(versions, judged, { names, scene: 0 }) : null;
  const uncompared = [...compared.uncompared, ...(more?.uncompared ?? [])];
  const subjects = new Map(uncompared.map((one) => [one.subject, one]));
  const cases = [...compared.cases, ...(more?.cases ?? [])];
  return {
    cases: cases.filter(({ name }) => !subjects.has(name)),
    uncompared: [...subjects.values()],
  };
}

const tablesOf = ({ models }: VersionFacts) =>
  models.map(({ name, fields }) => ({ name, fields: fields.toSorted() }));

interface Asked {
  readonly names: readonly string[];
  readonly scene: number;
}

/** Asks both versions about the rows of one of them. Endpoints are not compared if a version cannot serve the rows of the other. */
async function inScene(
  versions: Pair<RunningVersion>,
  judged: Pick<Judged, 'facts' | 'actors'>,
  asked: Asked,
): Promise<ComparedEndpoints> {
  try {
    return await askInScene(versions, judged, asked);
  } catch (error) {
    const reason = (error as Error).message;
    return { cases: [], uncompared: asked.names.map((subject) => ({ subject, reason })) };
  }
}

/** Asks each version on a copy of the database with the rows. */
async function askInScene(
  { before, now }: Pair<RunningVersion>,
  { facts, actors }: Pick<Judged, 'facts' | 'actors'>,
  { names, scene }: Asked,
): Promise<ComparedEndpoints> {
  const { endpoints, scene: people } = scene === 0 ? facts.now : facts.before;
  const serve = async (version: RunningVersion, copy: string) => {
    copyFileSync(endpoints.database, copy);
    await version.serve(copy);
  };
  await serve(now, `${endpoints.database}.now`);
  await serve(before, `${endpoints.database}.before`);
  const to = { scene: { me: people.me, tenants: people.tenants }, actors };
  const { questions, unasked } = await now.questions({ ...to, names });
  const answers = {
    now: await now.answers(questions, to),
    before: await before.answers(questions, to),
  };
  const again = await now.answers(questions, to);
  const reasons = questions.flatMap((question, at) => {
    const reason = reasonAgainst([answers.now[at]!, again[at]!, answers.before[at]!]);
    return reason === null ? [] : [{ subject: question.name, reason }];
  });
  const cases = questions.map((question, at) => ({
    ...question,
    scene,
    answers: { now: answers.now[at]!, before: answers.before[at]! },
  }));
  return { cases, uncompared: [...unasked, ...reasons] };
}

/** Why answers cannot be compared; null if they can. The first two answer one request by equal rules. */
function reasonAgainst(answers: readonly EndpointAnswer[]): string | null {
  const host = answers.find((one) => one.host !== null)?.host;
  if (host !== undefined) return `it calls ${host}, and a proof lets no request out`;
  const silent = answers.find(({ status }) => status === 0);
  if (silent) return silent.text;
  const [one, again] = answers;
  return isDeepStrictEqual(one, again) ? null : 'its answers differ from call to call';
}
