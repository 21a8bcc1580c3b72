import type { AccessRules, RowRule } from '../../../service/engine/model/access-rules.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Where } from '../../../service/engine/model/where.js';
import type { Project } from '../../../service/engine/service/project.js';
import type { OwnTools } from '../../own-code.js';
import { Naive, type Person } from '../naive/naive.js';
import { plainModels, plainRules } from '../naive/project-rules.js';
import { startService } from '../service/start-service.js';
import { plantCanaries } from '../worlds/canaries.js';
import { demandsOf, type Demand } from '../worlds/demands.js';
import { fillWorlds } from '../worlds/fill-worlds.js';
import { createPeople, type People } from '../worlds/people.js';
import { storedWorld } from '../worlds/stored.js';
import { EndpointService, nameOfEndpoint } from './endpoint-service.js';
import { judgeScene } from './judge-scene.js';
import type { Aspect, Inquiry, Judgement, ModelFacts, VersionFacts } from './version-facts.js';

export interface VersionOptions {
  readonly tools: OwnTools;
  readonly project: Project;
  /** The URL of an empty database. */
  readonly url: string;
  readonly seed: number;
}

/** A version of a project, which judges rows of any version by its own rules. */
export interface Version {
  readonly facts: VersionFacts;
  judge(inquiry: Inquiry): Judgement;
  /** Starts the service of the version on another database. */
  serve(url: string): Promise<EndpointService>;
}

/** Fills a database with the worlds of the version's own rules. */
export async function openVersion({ tools, project, url, seed }: VersionOptions): Promise<Version> {
  const service = await startService(tools, project, url);
  try {
    const { models } = service;
    const people = await createPeople(service, tools);
    const naive = new Naive(plainModels(models), plainRules(models), people.roles, {});
    const { totals } = tools.engineFeatures(project);
    const demands = demandsOf(models, people);
    await fillWorlds({ service, people, naive, seed, demands, totals });
    const { me, other, tenants } = people;
    const presets = new Set(tools.presetsOf(project).map(({ name }) => name));
    const scene = { me, other, tenants, world: await storedWorld(service) };
    const names = service.code.endpoints.map(nameOfEndpoint);
    const tokens = names.length > 0 ? [...(await plantCanaries(service, demands))] : [];
    const facts: VersionFacts = {
      roles: [...people.roles].map(([name, methods]) => ({
        ...{ name, methods },
        isPreset: presets.has(name),
      })),
      models: models.map((model) => factsOf(model, { models, people, demands })),
      gives: giftsOf(naive, models),
      actors: people.actors.map((actor) => ({
        roles: actor.roles,
        tenants: actor.tenants.map((id) => (id === tenants[0] ? 'own' : 'foreign')),
      })),
      scene,
      endpoints: { names, tokens, database: url.replace(/^sqlite:/, '') },
    };
    return {
      facts,
      judge: (inquiry) => judge(models, inquiry),
      serve: (database) => EndpointService.start(tools, project, database),
    };
  } finally {
    await service.stop();
  }
}

/** Only Admins give the role Admin; a role without an entry in `gives` gives itself. */
function giftsOf(naive: Naive, models: readonly ModelInfo[]): VersionFacts['gives'] {
  const users = models.find(({ table }) => table === 'auth_user')!;
  const { gives = {} } = users.access;
  const names = [...naive.roles.keys()];
  const writesRoles = (role: string) => {
    const person = { id: 0, username: '', roles: [role], tenants: [] };
    return (['create', 'edit'] as const).some(
      (action) =>
        naive.may(person, action, users.name) &&
        naive.writable(person, action, users.name).has('roles'),
    );
  };
  const given = (role: string) => (Object.hasOwn(gives, role) ? gives[role]! : [role]);
  return Object.fromEntries(
    names.filter(writesRoles).map((role) => [role, role === 'Admin' ? names : given(role)]),
  );
}

const judge = (
  models: readonly ModelInfo[],
  { roles, actors, scenes, moved }: Inquiry,
): Judgement => {
  const methods = new Map(roles.map((role) => [role.name, role.methods]));
  const naive = new Naive(notUnique(plainModels(models)), plainRules(models), methods, {});
  return scenes.map((scene) => judgeScene(naive, scene, { actors, moved }));
};

/** Rows of scenes may be alike in everything at which no rule looks. */
const notUnique = (models: Naive['models']): Naive['models'] =>
  Object.fromEntries(
    Object.entries(models).map(([name, { fields, ...model }]) => [
      name,
      { ...model, fields: fields.map((field) => ({ ...field, unique: false })) },
    ]),
  );

interface Looked {
  readonly models: readonly ModelInfo[];
  readonly people: People;
  readonly demands: readonly Demand[];
}

function factsOf(model: ModelInfo, looked: Looked): ModelFacts {
  const { name, prefix, columns, links, extras } = model;
  const columnNames = columns.filter(({ role }) => role !== 'hidden').map((one) => one.name);
  const computed = extras.filter(({ compute }) => compute !== null);
  return {
    name,
    path: `/${prefix}`,
    fields: [...columnNames, ...[...links, ...computed].map((one) => one.name)],
    aspects: aspectsOf(model, looked),
    references: [
      ...columns.flatMap(({ reference }) => reference?.model ?? []),
      ...links.map((link) => link.model),
    ],
    isSoftDeleted: columns.some(({ role }) => role === 'deleted'),
    rules: textOfRules(model.access, looked.people),
  };
}

/** Rules as a text, with the condition of each custom rule for each actor. */
function textOfRules({ rows, ...access }: AccessRules, { actors }: People): string {
  const stated = (rows ?? []).map((rule) =>
    rule.kind === 'custom'
      ? { ...rule, where: actors.map((actor) => conditionOf(rule, actor)) }
      : rule,
  );
  return JSON.stringify({ ...access, rows: rows && stated }, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

type CustomRule = Extract<RowRule, { readonly kind: 'custom' }>;

function conditionOf({ where }: CustomRule, actor: Person): Where | null {
  try {
    return where(actor);
  } catch {
    return null;
  }
}

/** The fields that rules look at. */
function aspectsOf(model: ModelInfo, { models, demands }: Looked): readonly Aspect[] {
  const own = demands.filter((one) => one.model === model.name);
  const fields = new Map<string, unknown[]>();
  for (const [field, alternatives] of own.flatMap((one) => [...one.fields]))
    fields.set(field, [
      ...(fields.get(field) ?? []),
      ...alternatives.flatMap((one) => ('value' in one && one.value !== null ? [one.value] : [])),
    ]);
  return [...fields].flatMap(([field, values]) => {
    const column = model.column.get(field);
    if (!column) return [];
    const kind = kindOf(field, model, models);
    const isRequired = !column.nullable;
    const { reference } = column;
    return {
      field,
      kind,
      values: [...new Set(values)],
      isRequired,
      ...(kind === 'row' && { to: reference!.model }),
    };
  });
}

function kindOf(field: string, model: ModelInfo, models: readonly ModelInfo[]): Aspect['kind'] {
  const rule = model.access.rows?.find((one) => 'field' in one && one.field === field);
  if (rule?.kind === 'owner' || rule?.kind === 'tenant') return rule.kind;
  const { reference } = model.column.get(field)!;
  const table = models.find(({ name }) => name === reference?.model)?.table;
  if (table === 'auth_user') return 'user';
  if (table === 'auth_tenant') return 'tenant';
  return reference ? 'row' : 'value';
}
