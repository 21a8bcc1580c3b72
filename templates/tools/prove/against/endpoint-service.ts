import type { Project } from '../../../service/engine/service/project.js';
import type { OwnTools } from '../../own-code.js';
import { documentFor, isTypicalCaller, requestsTo } from '../doors/own-requests.js';
import { Naive, type Person } from '../naive/naive.js';
import { plainModels, plainRules } from '../naive/project-rules.js';
import { startService, type ProvedService } from '../service/start-service.js';
import type { OwnEndpoint } from '../sql/own-endpoints.js';
import { becomeActor } from '../worlds/people.js';
import { keepRows, putBack } from '../worlds/put-back.js';
import { storedWorld, worldAfter } from '../worlds/stored.js';
import type {
  EndpointAnswer,
  EndpointInquiry,
  EndpointQuestion,
  EndpointQuestions,
} from './endpoint-facts.js';
import type { ActorFacts, Scene } from './version-facts.js';

/** The name of an endpoint of the project's own code: `GET /task/:id/report`. */
export const nameOfEndpoint = ({ method, path }: OwnEndpoint): string => `${method} ${path}`;

/** The service of a version, whose own endpoints are asked about rows of any version. */
export class EndpointService {
  private constructor(private readonly service: ProvedService) {}

  /** Starts the service on a database, which a migration first brings to this version. */
  static async start(tools: OwnTools, project: Project, url: string): Promise<EndpointService> {
    return new EndpointService(await startService(tools, project, url));
  }

  /** The requests to endpoints that actors can make, by the OpenAPI document of this version. */
  async questions({ scene, actors, names }: EndpointInquiry): Promise<EndpointQuestions> {
    const { service } = this;
    const { models, code, directory } = service;
    const roles = new Map(
      (await directory.listRoles()).map((one) => [one.name, one.allowed_methods]),
    );
    const world = await storedWorld(service);
    const naive = new Naive(plainModels(models), plainRules(models), roles, world);
    const proof = { service, naive, models };
    const questions: EndpointQuestion[] = [];
    const unasked = new Map<string, string>();
    for (const [index, facts] of actors.entries()) {
      const actor = personOf(facts, scene);
      if (!isTypicalCaller(actor) || !actor.roles.every((role) => roles.has(role))) continue;
      await becomeActor(service, actor);
      const document = await documentFor({ service }, actor);
      for (const endpoint of code.endpoints) {
        const name = nameOfEndpoint(endpoint);
        if (!names.includes(name)) continue;
        const model = models.find((one) => one.name === endpoint.model) ?? models[0]!;
        for (const request of requestsTo({ proof, actor, model, endpoint, document }))
          if (typeof request === 'string') unasked.set(name, request);
          else questions.push({ name, actor: index, request });
      }
    }
    return {
      questions,
      unasked: [...unasked].map(([subject, reason]) => ({ subject, reason })),
    };
  }

  /** The answers to requests, each about the rows as they were at first. */
  async answers(
    questions: readonly EndpointQuestion[],
    { scene, actors }: Omit<EndpointInquiry, 'names'>,
  ): Promise<readonly EndpointAnswer[]> {
    const { service } = this;
    const { database, watch } = service;
    const answers: EndpointAnswer[] = [];
    let asking: number | null = null;
    let world = await storedWorld(service);
    for (const { actor, request } of questions) {
      if (actor !== asking) {
        await becomeActor(service, personOf(actors[actor]!, scene));
        world = await storedWorld(service);
        await keepRows(service);
        asking = actor;
      }
      database.take();
      const { status, text } = await service.ask(scene.me, request);
      // A refusal has an id of its own in its text.
      answers.push({ status, text: status >= 400 ? '' : text, host: watch.host });
      await database.idle();
      const after = await worldAfter(service, world, database.take());
      if (after !== world) await putBack(service, after, world);
    }
    return answers;
  }

  stop(): Promise<void> {
    return this.service.stop();
  }
}

const personOf = (
  { roles, tenants }: ActorFacts,
  { me, tenants: [own, foreign] }: Pick<Scene, 'me' | 'tenants'>,
): Person => ({
  ...{ id: me, username: 'me', roles },
  tenants: tenants.map((one) => (one === 'own' ? own : foreign)),
});
