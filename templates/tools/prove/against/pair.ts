import { combineScenes } from './combine-scenes.js';
import type {
  ActorFacts,
  Aspect,
  Inquiry,
  Judgement,
  ModelFacts,
  RoleFacts,
  Scene,
  VersionFacts,
} from './version-facts.js';

/** Two versions of a project. */
export interface Pair<T> {
  readonly before: T;
  readonly now: T;
}

/** All that both versions say about the scenes of both. */
export interface Judged {
  readonly facts: Pair<VersionFacts>;
  /** The scenes of both, with more rows; indexes of judgements. */
  readonly scenes: readonly Scene[];
  /** The actors that both versions know; indexes of judgements. */
  readonly actors: readonly ActorFacts[];
  readonly judgements: Pair<Judgement>;
  /** The models that both versions have. */
  readonly models: readonly CommonModel[];
}

/** A model of both versions. */
export interface CommonModel extends ModelFacts {
  /** Whether its own rules differ; if not, differences in what actors reach come from rules of other models. */
  readonly isChanged: boolean;
}

/** The inquiries about the scenes of both versions, which ask both of them about equal actors. */
export function inquiriesOf(facts: Pair<VersionFacts>): Pair<Inquiry> {
  const { before, now } = facts;
  const roles = { before: rolesIn(before, now), now: rolesIn(now, before) };
  const known = new Set(roles.before.map(({ name }) => name));
  const common = new Set(roles.now.map(({ name }) => name).filter((name) => known.has(name)));
  const all = [...now.actors, ...before.actors].map((actor) => [JSON.stringify(actor), actor]);
  const actors = [...new Map(all as [string, ActorFacts][]).values()].filter((actor) =>
    actor.roles.every((role) => common.has(role)),
  );
  const moved = Object.fromEntries(
    commonModels(facts).map(({ name, aspects }) => [name, aspects.filter(isMoved).map(fieldOf)]),
  );
  const scenes = scenesOf(facts);
  return {
    before: { roles: roles.before, actors, scenes, moved },
    now: { roles: roles.now, actors, scenes, moved },
  };
}

/** The scenes that both versions judge. */
export const scenesOf = (facts: Pair<VersionFacts>): readonly Scene[] =>
  [facts.now.scene, facts.before.scene].map((scene) => combineScenes(scene, commonModels(facts)));

/** The roles of one version, and those that only rules of the other version name: an administrator may have created them. */
const rolesIn = (own: VersionFacts, other: VersionFacts): readonly RoleFacts[] => [
  ...own.roles,
  ...other.roles.filter(
    ({ name, isPreset }) => !isPreset && !own.roles.some((role) => role.name === name),
  ),
];

/** Whether writing the field has rules of its own: only some users may name another owner or tenant. */
const isMoved = ({ kind }: Aspect): boolean => kind === 'owner' || kind === 'tenant';
const fieldOf = ({ field }: Aspect): string => field;

/** The models that both versions have, as they are now, with the fields that the rules of either version look at. */
export function commonModels({ before, now }: Pair<VersionFacts>): readonly CommonModel[] {
  return now.models.flatMap((model) => {
    const former = before.models.find(({ name }) => name === model.name);
    if (!former) return [];
    const isChanged = model.rules !== former.rules;
    return [{ ...model, aspects: aspectsOf(model, former), isChanged }];
  });
}

/** Owners and tenants come first: a description of rows prefers these. */
const ORDER: readonly Aspect['kind'][] = ['owner', 'tenant', 'user', 'value', 'row'];

function aspectsOf(now: ModelFacts, before: ModelFacts): readonly Aspect[] {
  const all = [...now.aspects, ...before.aspects].toSorted(
    (a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind),
  );
  const fields = [...new Set(all.map(({ field }) => field))];
  return fields.map((field) => {
    const some = all.filter((one) => one.field === field);
    const values = [...new Set(some.flatMap((one) => one.values))];
    return { ...some[0]!, values, isRequired: some.some(({ isRequired }) => isRequired) };
  });
}
