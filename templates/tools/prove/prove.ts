import type { ModelInfo } from '../../service/engine/model/model-info.js';
import type { Project } from '../../service/engine/service/project.js';
import type { OwnTools } from '../own-code.js';
import { DOORS } from './doors/index.js';
import type { Door, Proof, Question } from './doors/door.js';
import { Naive, type Person } from './naive/naive.js';
import { plainModels, plainRules } from './naive/project-rules.js';
import type { DoorCount, Fault, Unproven, WorldCount } from './report/report.js';
import { asCurl } from './service/request.js';
import { startService } from './service/start-service.js';
import { fillWorlds } from './worlds/fill-worlds.js';
import { becomeActor, createPeople } from './worlds/people.js';
import { demandsOf } from './worlds/demands.js';
import { keepRows, putBack } from './worlds/put-back.js';
import { makeSamples } from './worlds/samples.js';
import { storedWorld, worldAfter } from './worlds/stored.js';
import { Attempts } from './writing/attempts.js';

export interface ProveOptions {
  readonly tools: OwnTools;
  readonly project: Project;
  /** Of an empty database. */
  readonly url: string;
  readonly seed: number;
  /** Names of models; all of them without. */
  readonly models?: readonly string[] | undefined;
  /** Called when a door has been asked everything about a model. */
  readonly onProgress?: (line: string) => void;
}

/** What asking all doors came to. */
export interface Proved {
  readonly doors: readonly DoorCount[];
  readonly worlds: readonly WorldCount[];
  readonly faults: readonly Fault[];
  readonly unproven: readonly Unproven[];
}

/** So many faults say enough; each is shown with its own request. */
const MOST_FAULTS = 20;

/** Asks every door of the service everything that every actor can ask of it in every world. */
export async function proveDoors(options: ProveOptions): Promise<Proved> {
  const { tools, project, url, seed } = options;
  const service = await startService(tools, project, url);
  try {
    const people = await createPeople(service, tools);
    const { models } = service;
    const naive = new Naive(plainModels(models), plainRules(models), people.roles, {});
    const { totals } = tools.engineFeatures(project);
    const worlds = await fillWorlds({ service, people, naive, seed, totals });
    const model = (name: string) => models.find((one) => one.name === name)!;
    const notes = new Map<string, Unproven>();
    const attempts = new Attempts();
    const proof: Proof = {
      ...{ service, people, naive, models, model, attempts },
      demands: demandsOf(models, people),
      samples: await makeSamples(service, seed),
      stood: new Set(),
      note: (subject, reason) => void notes.set(`${subject}: ${reason}`, { subject, reason }),
    };
    const features = new Set((project.features ?? []).map(({ name }) => name));
    const doors = DOORS.filter(({ feature }) => feature === undefined || features.has(feature));
    const asking = new Asking(proof);
    const asked = models.filter(({ name }) => options.models?.includes(name) ?? true);
    for (const actor of people.actors) {
      await becomeActor(service, actor);
      naive.world = await storedWorld(service);
      await keepRows(service);
      for (const one of asked) for (const door of doors) await asking.ask(door, actor, one);
      options.onProgress?.(`${actor.roles.join('+') || 'no role'}: ${asking.questions} questions`);
      if (asking.faults.length >= MOST_FAULTS) break;
    }
    const unproven = [...notes.values(), ...attempts.unproven()];
    return { doors: asking.counts(), worlds, faults: asking.faults, unproven };
  } finally {
    await service.stop();
  }
}

/** Asks, and counts. */
class Asking {
  readonly faults: Fault[] = [];
  questions = 0;
  readonly #counts = new Map<string, { questions: number; refused: number; models: Set<string> }>();

  constructor(private readonly proof: Proof) {}

  async ask(door: Door, actor: Person, model: ModelInfo): Promise<void> {
    for await (const question of door.questions(this.proof, actor, model)) {
      if (this.faults.length >= MOST_FAULTS) return;
      await this.#one(door, actor, question);
    }
  }

  async #one(door: Door, actor: Person, question: Question): Promise<void> {
    const { service, naive } = this.proof;
    service.database.take();
    const answer = await service.ask(question.by ?? actor.id, question.request);
    const work = service.database.take();
    const before = naive.world;
    const after = door.writes && work.writes > 0 ? await worldAfter(service, before, work) : before;
    const wrong = question.judge(answer, after);
    naive.world = before;
    if (after !== before) await putBack(service, after, before);
    this.#count(door.name, question.model, answer.status);
    if (wrong) this.faults.push(this.#fault(door, actor, question, wrong));
  }

  #fault(door: Door, actor: Person, { model, request }: Question, wrong: object): Fault {
    const { people } = this.proof;
    const tenants = actor.tenants.map((id) => (id === people.tenants[0] ? 'own' : 'another'));
    const roles = actor.roles.join(' and ') || 'nobody in particular';
    return {
      ...{ door: door.name, model },
      actor: `${roles}${tenants.length > 0 ? ` (tenant: ${tenants.join(', ')})` : ''}`,
      request: asCurl(request),
      ...(wrong as { expected: string; told: string }),
      rows: {},
      place: null,
    };
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
