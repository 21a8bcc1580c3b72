import type { AccessChange } from './access-change.js';
import type { Judged } from './pair.js';
import { listed } from './words.js';
import { ROW_ACTIONS, type ActorFacts, type Verdict, type VersionFacts } from './version-facts.js';

/** Models, fields, roles and own endpoints that only one version has. */
export function newAndGone(judged: Judged): readonly AccessChange[] {
  const { before, now } = judged.facts;
  return [
    ...onlyIn(now, before).map(({ subject, model, name }) =>
      noteOf('new', subject, model, rightsOf(judged, subject, model, name)),
    ),
    ...onlyIn(before, now).map(({ subject, model }) => noteOf('gone', subject, model, '')),
  ];
}

interface Subject {
  /** `field Invoice.margin`. */
  readonly subject: string;
  readonly model: string | null;
  readonly name: string;
}

function onlyIn(one: VersionFacts, other: VersionFacts): readonly Subject[] {
  const roles = one.roles.filter(
    ({ name, isPreset }) => isPreset && !other.roles.some((role) => role.name === name),
  );
  const models = one.models.filter(
    ({ name }) => !other.models.some((model) => model.name === name),
  );
  const fields = one.models.flatMap((model) => {
    const same = other.models.find(({ name }) => name === model.name);
    const added = same ? model.fields.filter((name) => !same.fields.includes(name)) : [];
    return added.map((name) => ({
      subject: `field ${model.name}.${name}`,
      model: model.name,
      name,
    }));
  });
  const endpoints = one.endpoints.names.filter((name) => !other.endpoints.names.includes(name));
  return [
    ...endpoints.map((name) => ({ subject: `endpoint ${name}`, model: null, name })),
    ...roles.map(({ name }) => ({ subject: `role ${name}`, model: null, name })),
    ...models.map(({ name }) => ({ subject: `model ${name}`, model: name, name })),
    ...fields,
  ];
}

const noteOf = (
  kind: 'new' | 'gone',
  subject: string,
  model: string | null,
  rights: string,
): AccessChange => ({
  ...{ kind, key: `${subject} is ${kind}`, model, place: null, shown: null },
  sentence: `The ${subject} is ${kind}${rights}`,
});

/** Who may do what with a new model, or reads and writes a new field. */
function rightsOf(judged: Judged, subject: string, model: string | null, name: string): string {
  if (model === null) return '';
  const isField = subject.startsWith('field');
  const verbs: Readonly<Record<string, (verdict: Verdict) => boolean>> = isField
    ? {
        read: ({ fields }) => fields.list.includes(name) || fields.show.includes(name),
        write: ({ fields }) => fields.create.includes(name) || fields.edit.includes(name),
      }
    : Object.fromEntries(
        ROW_ACTIONS.map((action) => [action, ({ may }: Verdict) => may.includes(action)]),
      );
  const byRoles = new Map<string, string[]>();
  for (const [verb, may] of Object.entries(verbs)) {
    const roles = listed(rolesWho(judged, model, may)) || 'nobody';
    byRoles.set(roles, [...(byRoles.get(roles) ?? []), verb]);
  }
  const told = [...byRoles].map(([roles, some]) => `${roles} may ${listed(some)}`);
  return `: ${told.join('; ')}`;
}

/** The single roles whose actor may do something with a model now. */
function rolesWho(
  { actors, judgements }: Judged,
  model: string,
  may: (verdict: Verdict) => boolean,
): readonly string[] {
  const able = ({ roles }: ActorFacts, at: number) =>
    roles.length === 1 && judgements.now.some((scene) => may(scene[at]![model]!));
  return [...new Set(actors.filter(able).map(({ roles }) => roles[0]!))];
}
