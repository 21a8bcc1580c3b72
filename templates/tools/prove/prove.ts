import type { Sentence } from '../../../src/model/sentence.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import type { Project } from '../../service/engine/service/project.js';
import type { OwnTools } from '../own-code.js';
import { ask, type Asked } from './ask.js';
import { DOORS, DOORS_OF_KEYS } from './doors/index.js';
import type { Door, Proof } from './doors/door.js';
import { Leaks } from './doors/leaks.js';
import { Naive, type Person } from './naive/naive.js';
import { plainModels, plainRules } from './naive/project-rules.js';
import { readAllowFile } from './allow/allow-file.js';
import { acceptMutants } from './mutants/accept-mutants.js';
import { mutantFacts } from './mutants/mutant-facts.js';
import { proveMutants } from './mutants/prove-mutants.js';
import { own, unansweredEndpoints } from './doors/own-endpoints.js';
import { Faults } from './report/faults.js';
import type { DoorCount, ProveReport, Unproven } from './report/report.js';
import { unprovenParts } from './report/unproven.js';
import { SentenceTrial, sentenceThatBreaks } from './sentences/hold-sentences.js';
import { tellSentences } from './sentences/tell-sentences.js';
import { ownCodeFindings } from './sql/own-code-findings.js';
import { isOfRecord } from './service/keyless-rows.js';
import { type ProvedService, startService } from './service/start-service.js';
import { API_KEYS, keyActors } from './worlds/key-actors.js';
import { plantCanaries } from './worlds/canaries.js';
import { fillWorlds } from './worlds/fill-worlds.js';
import { becomeActor, createPeople, type People } from './worlds/people.js';
import { demandsOf } from './worlds/demands.js';
import { keepRows, putBack } from './worlds/put-back.js';
import { makeSamples } from './worlds/samples.js';
import { storedWorld } from './worlds/stored.js';
import { Attempts } from './writing/attempts.js';
import { differences } from './writing/compare-worlds.js';

export interface ProveOptions {
  readonly tools: OwnTools;
  readonly project: Project;
  /** The URL of an empty database. */
  readonly url: string;
  readonly seed: number;
  /** The sentences about the rules. */
  readonly sentences?: readonly Sentence[] | undefined;
  /** Whether the tests of the project are tried with mistakes in its rules. */
  readonly mutants?: boolean;
  /** Chooses the models to ask about; without it, all of them are. */
  readonly choose?:
    ((models: readonly ModelInfo[], people: People) => readonly ModelInfo[]) | undefined;
  /** The doors to ask; without it, all doors of the service. */
  readonly doors?: readonly Door[];
  /** Called when a door has been asked everything about a model. */
  readonly onProgress?: (line: string) => void;
}

/** What asking all doors came to. */
export type Proved = Omit<
  ProveReport,
  'crudgen' | 'commit' | 'uncommitted' | 'seed' | 'database' | 'seconds' | 'since'
>;

/** The number of faults that says enough; each fault is shown with its own request. */
const MOST_FAULTS = 20;

/** Asks every door of the service everything that every actor can ask of it in every world. */
export async function proveDoors(options: ProveOptions): Promise<Proved> {
  const { tools, project, url, seed, sentences = [] } = options;
  const service = await startService(tools, project, url);
  try {
    const { models } = service;
    const people = await createPeople(service, tools);
    const asked = options.choose?.(models, people) ?? models;
    const naive = naiveOf(service, people.roles);
    const isAsked = (name: string) => asked.some((one) => one.name === name);
    const spoken = sentences.filter((one) => isAsked(one.model));
    const { totals } = tools.engineFeatures(project);
    const demands = demandsOf(models, people);
    const filling = { service, people, naive, seed, demands, sentences: spoken, totals };
    const worlds = await fillWorlds(filling);
    const model = (name: string) => models.find((one) => one.name === name)!;
    const notes = new Map<string, Unproven>();
    const attempts = new Attempts();
    const leaks = new Leaks(naive, await plantCanaries(service, demands));
    const proof: Proof = {
      ...{ service, people, naive, models, asked, model, attempts, demands, leaks },
      samples: await makeSamples(service, seed),
      stood: new Set(),
      note: (subject, reason) => void notes.set(`${subject}: ${reason}`, { subject, reason }),
    };
    const features = new Set((project.features ?? []).map(({ name }) => name));
    const doors = doorsOf(options.doors ?? DOORS, features);
    const asking = new Asking(proof);
    const trial = new SentenceTrial(spoken);
    const keys = features.has(API_KEYS) ? keyActors(people, models) : [];
    for (const actor of [...people.actors, ...keys]) {
      await becomeActor(service, actor);
      naive.world = await storedWorld(service);
      await keepRows(service);
      trial.look(naive, [actor]);
      await asking.askAll(doors, actor);
      await assertPutBack(proof);
      options.onProgress?.(`${actor.roles.join('+') || 'no role'}: ${asking.questions} questions`);
      if (asking.faults.size >= MOST_FAULTS) break;
    }
    return {
      models: asked.map(({ name }) => name),
      doors: asking.counts(),
      worlds: [...worlds, ...attempts.worlds(demands, worlds)].filter(({ model: of }) =>
        isAsked(of),
      ),
      faults: asking.faults.all(),
      ...(spoken.length > 0 && { sentences: tellSentences(trial.results, proof, process.cwd()) }),
      ...(options.mutants && (await tryMutants(options, proof, trial))),
      ...ownCodeFindings(service.watch, tools.sourceFolder(project), models),
      unproven: [
        ...notes.values(),
        ...attempts.unproven(),
        ...unansweredEndpoints(proof),
        ...(await unprovenParts(proof, doors, worlds)),
      ],
    };
  } finally {
    await service.stop();
  }
}

/** The model of the service by which its answers are judged, without rows. */
const naiveOf = ({ models, hasTrash }: ProvedService, roles: Naive['roles']): Naive =>
  new Naive(plainModels(models, hasTrash), plainRules(models), roles, {});

/** The doors of every service, and those of its features. */
const doorsOf = (doors: readonly Door[], features: ReadonlySet<string>): readonly Door[] =>
  doors.filter(({ feature }) => feature === undefined || features.has(feature));

/** The mistakes in rules of the chosen models, each with the test or the sentence that notices it. */
async function tryMutants(
  { tools, project, onProgress }: ProveOptions,
  { models, asked, naive, people }: Proof,
  trial: SentenceTrial,
): Promise<Pick<ProveReport, 'mutants' | 'failing' | 'stale'>> {
  const root = process.cwd();
  const chosen = asked.map(({ entity }) => entity);
  const trials = await proveMutants({
    root,
    models: project.models.filter(({ entity }) => chosen.includes(entity)),
    factsOf: mutantFacts(tools, project, models),
    brokenSentence: (mutated) => {
      const rules = plainRules(models, ({ name, access }) => mutated.get(name) ?? access);
      const wrong = new Naive(naive.models, rules, naive.roles, naive.world);
      return Promise.resolve(sentenceThatBreaks(wrong, people.actors, trial.unbroken));
    },
    note: (line) => onProgress?.(line),
  });
  if (trials.failing.length > 0) return { failing: trials.failing };
  return acceptMutants(trials, readAllowFile(root), {
    models: asked.map(({ name }) => name),
    isWhole: asked.length === models.length,
  });
}

/** Throws if a door has left rows changed: whatever is asked after it would be asked of other rows. */
async function assertPutBack(proof: Proof): Promise<void> {
  const [left] = differences(proof, proof.naive.world, await storedWorld(proof.service));
  if (left) throw new Error(`rows were not put back: ${left.told}, where ${left.expected}`);
}

/** Whether a door is one of a model: rows that are only read have none that writes, but for what the project's own code does. */
const leadsTo = (door: Door, { actions, isKeyless }: ModelInfo): boolean =>
  !(isKeyless && door.needsIds) && (!door.writes || door === own || actions.includes('edit'));

/** Asks, and counts. */
class Asking {
  readonly faults: Faults;
  questions = 0;
  readonly #counts = new Map<string, { questions: number; refused: number; models: Set<string> }>();

  constructor(private readonly proof: Proof) {
    this.faults = new Faults(proof);
  }

  /** Asks doors about all models, with an API key those that keys pass. */
  async askAll(doors: readonly Door[], actor: Person): Promise<void> {
    const open = actor.limits ? doors.filter((door) => DOORS_OF_KEYS.includes(door)) : doors;
    for (const model of this.proof.asked)
      for (const door of open.filter((one) => leadsTo(one, model)))
        await this.#ask(door, actor, model);
  }

  async #ask(door: Door, actor: Person, model: ModelInfo): Promise<void> {
    if (this.#isOwn(door, model)) return;
    for await (const question of door.questions(this.proof, actor, model)) {
      if (this.faults.size >= MOST_FAULTS) return;
      if (model.isKeyless && isOfRecord(question.request.path, model)) continue;
      await this.#one({ door, actor, model, question });
    }
  }

  /** Nobody knows how an endpoint of the project answers in place of a generated one. */
  #isOwn({ reads = [] }: Door, model: ModelInfo): boolean {
    const { service, note } = this.proof;
    const own = reads.find((read) => service.code.isOwn(model, read));
    if (own) note(`${own} of ${model.name}`, 'an endpoint of the project answers in its place');
    return own !== undefined;
  }

  async #one(asked: Asked): Promise<void> {
    const { service, naive } = this.proof;
    const answered = await ask(this.proof, asked);
    if (answered.after !== naive.world) await putBack(service, answered.after, naive.world);
    this.#count(asked.door.name, asked.question.model, answered.answer.status);
    if (answered.wrong) await this.faults.add(answered);
  }

  #count(door: string, model: string, status: number): void {
    this.questions += 1;
    const count = this.#counts.get(door) ?? { questions: 0, refused: 0, models: new Set() };
    count.questions += 1;
    if (status >= 400) count.refused += 1;
    count.models.add(model);
    this.#counts.set(door, count);
  }

  counts(): readonly DoorCount[] {
    return [...this.#counts].map(([door, { models, ...count }]) => ({
      ...{ door, ...count },
      models: [...models],
    }));
  }
}
