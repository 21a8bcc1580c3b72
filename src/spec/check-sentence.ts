import { loginOf, namedRoles, presetRoles } from '../model/built-in.js';
import { fieldNamed } from '../model/change.js';
import { type App, type Model, ruleFields } from '../model/model.js';
import { didYouMean } from '../model/nearest.js';
import { type Sentence, type Tie, VERBS, type Way } from '../model/sentence.js';
import type { Report } from '../problem.js';
import {
  type Fail,
  parseSentence,
  type ParsedSentence,
  type ParsedUsers,
} from './parse-sentence.js';
import type { Located } from './spec.js';

type Known = Pick<App, 'models' | 'roles'>;

/** Checks a sentence about the access rules of a model, and looks up its names; null after a mistake. */
export function checkSentence(
  { value: text, at }: Located<string>,
  model: Model,
  app: Known,
  report: Report,
): Sentence | null {
  const before = report.errors;
  const fail: Fail = (message, help) => report.error('bad-sentence', message, at, help);
  const parsed = parseSentence(text, model.name, fail);
  if (!parsed) return null;
  const names = new Names(model, app, fail);
  const sentence: Sentence = {
    ...{ model: model.name, text, place: `${at.file}:${at.line}`, kind: parsed.kind },
    who: parsed.who.map((one) => ({ role: names.role(one.role), tie: names.tieOf(one) })),
    actions: VERBS[parsed.verb].filter((action) => action !== 'delete' || parsed.field === null),
    field: names.field(parsed),
    which: names.rows(parsed.which),
  };
  return report.errors > before ? null : sentence;
}

/** Looks up the names in sentences about a model. */
class Names {
  constructor(
    private readonly model: Model,
    private readonly app: Known,
    private readonly fail: Fail,
  ) {}

  role(name: string | null): string | null {
    const roles = [...Object.keys(presetRoles(this.app)), ...namedRoles(this.app.models)];
    if (name === null || roles.includes(name)) return name;
    const all = `roles: ${[...new Set(roles)].join(', ')}`;
    return this.fail(`there is no role \`${name}\``, didYouMean(name, roles, all));
  }

  field({ field: name, verb }: ParsedSentence): string | null {
    const { model } = this;
    const filled = verb === 'reads' && model.timestamps ? ['created_at', 'updated_at'] : [];
    const others = [...loginOf(model).map((field) => field.name), ...filled];
    if (name === null || others.includes(name)) return name;
    const found = fieldNamed(model, name);
    if (found !== undefined) return found.name;
    const all = [...model.fields.map((field) => field.name), ...others];
    const help = didYouMean(name, all, `fields: ${all.join(', ')}`);
    return this.fail(`\`${model.name}\` has no field \`${name}\``, help);
  }

  tieOf({ tenant, reference }: ParsedUsers): Tie | null {
    if (reference === 'owner') return { is: 'user', by: this.#owners() };
    if (reference !== null) return { is: 'user', by: this.#user(reference.relation) };
    if (tenant === null) return null;
    return { is: tenant === 'its' ? 'tenant' : 'other tenant', by: this.#tenants() };
  }

  rows(which: ParsedSentence['which']): Tie | null {
    if (which === null) return null;
    if (which === 'of others') return { is: 'other user', by: this.#owners() };
    return { is: 'nobody', by: which === 'without an owner' ? this.#owners() : this.#tenants() };
  }

  #owners(): readonly Way[] {
    const ways = waysTo('owner', this.model, this.app);
    if (ways.length > 0) return ways;
    const { name } = this.model;
    const [user] = this.#referencesTo('User');
    const help = user
      ? `write \`its ${user.relation}\`, or add a rule: crudgen access rows ${name} --owner ${user.field}`
      : `name roles, or refer to the owner: crudgen model add-field ${name} created_by:ref=User`;
    this.fail(`no rule says who owns the rows of \`${name}\``, help);
    return [];
  }

  #tenants(): readonly Way[] {
    const ways = waysTo('tenant', this.model, this.app);
    if (ways.length > 0) return ways;
    const own = this.#referencesTo('Tenant').map(({ field }) => ({ parents: [], field }));
    const { name } = this.model;
    if (own.length === 0)
      this.fail(
        `rows of \`${name}\` have no tenant`,
        `name roles, or refer to the tenant: crudgen model add-field ${name} tenant:ref=Tenant`,
      );
    return own;
  }

  #user(name: string): readonly Way[] {
    const users = this.#referencesTo('User');
    const found = users.find(({ relation, field }) => relation === name || field === name);
    if (found) return [{ parents: [], field: found.field }];
    const all = users.map(({ relation }) => relation);
    const help =
      all.length === 0 ? 'name roles' : didYouMean(name, all, `references: ${all.join(', ')}`);
    this.fail(`\`its ${name}\` is not a reference of \`${this.model.name}\` to \`User\``, help);
    return [];
  }

  #referencesTo(target: string): { readonly field: string; readonly relation: string }[] {
    return this.model.fields.flatMap(({ name, type, reference }) =>
      type === 'ref' && reference?.model === target
        ? [{ field: name, relation: reference.relation }]
        : [],
    );
  }
}

/** The ways from a row to its owners or tenants: by its own rules, and by the rules of the parents that it follows. */
function waysTo(
  kind: 'owner' | 'tenant',
  model: Model,
  app: Known,
  passed: readonly Model[] = [],
): Way[] {
  const own = ruleFields(model, kind).map((field): Way => ({ parents: [], field }));
  const followed = ruleFields(model, 'as').flatMap((field) => {
    const name = fieldNamed(model, field)?.reference?.model;
    const parent = app.models.find((one) => one.name === name);
    if (!parent || passed.includes(parent)) return [];
    return waysTo(kind, parent, app, [...passed, model]).map(({ parents, field: end }) => ({
      parents: [{ field, model: parent.name }, ...parents],
      field: end,
    }));
  });
  return [...own, ...followed];
}
