import { expect, it } from 'vitest';
import type { Sentence, SentenceAction, Tie, Way } from '../../src/model/sentence.js';
import {
  Naive,
  type Person,
  type Row,
  type World,
} from '../../templates/tools/prove/naive/naive.js';
import {
  sentenceThatBreaks,
  SentenceTrial,
} from '../../templates/tools/prove/sentences/hold-sentences.js';
import { casesOf } from '../rings.js';
import { Dice } from '../../templates/tools/prove/worlds/dice.js';
import {
  MODELS,
  type Name,
  NUMBERS,
  randomPolicy,
  randomRoles,
  randomUser,
  ROLES,
  TEXTS,
} from './random-policy.js';

const NAMES = Object.keys(MODELS) as Name[];
const ACTIONS = ['list', 'show', 'create', 'edit', 'delete'] as const;
const way = (field: string, ...parents: Way['parents']): Way => ({ field, parents });

/** The ways from rows to their owners and tenants; some lead over parents. */
const OWNERS: Partial<Record<Name, readonly Way[]>> = {
  Team: [way('lead_id')],
  Item: [way('owner_id'), way('lead_id', { field: 'team_id', model: 'Team' })],
  Remark: [way('author_id'), way('owner_id', { field: 'item_id', model: 'Item' })],
};
const TENANTS: Partial<Record<Name, readonly Way[]>> = {
  Team: [way('tenant_id')],
  Item: [way('tenant_id')],
  Mark: [way('tenant_id')],
  Remark: [
    way('tenant_id', { field: 'item_id', model: 'Item' }, { field: 'team_id', model: 'Team' }),
  ],
};

function randomTie(dice: Dice, model: Name): Tie | null {
  const is = dice.pick(['user', 'other user', 'tenant', 'other tenant', 'nobody'] as const);
  const byOwner = is.endsWith('user') || (is === 'nobody' && dice.chance(0.5));
  const ways = (byOwner ? OWNERS : TENANTS)[model];
  return ways ? { is, by: dice.chance(0.5) ? ways : [dice.pick(ways)] } : null;
}

function randomSentence(dice: Dice, model: Name): Sentence {
  const field = dice.chance(0.4) ? dice.pick(MODELS[model].fields).name : null;
  const actions = dice.some(ACTIONS, 0.3).filter((action) => field === null || action !== 'delete');
  const users = () => ({
    role: dice.chance(0.6) ? dice.pick(ROLES) : null,
    tie: dice.chance(0.6) ? randomTie(dice, model) : null,
  });
  return {
    ...{ model, text: `${model} ${dice.next()}`, place: 'here:1', field, actions },
    kind: dice.pick(['never', 'only']),
    who: dice.chance(0.6) ? [users()] : [users(), users()],
    which: dice.chance(0.3) ? randomTie(dice, model) : null,
  };
}

/** Rows of all models, few enough to try everything on them. */
function randomWorld(dice: Dice): World {
  const id = () => dice.pick([1, 2, 3, null]);
  const value = (kind: string, name: string, at: number): unknown => {
    if (kind === 'link') return dice.some([1, 2]);
    if (name === 'code') return `code${at}`;
    if (kind === 'text') return dice.pick(TEXTS);
    if (kind === 'integer') return dice.pick([...NUMBERS, null]);
    return null;
  };
  const rows = NAMES.map((name): [string, Row[]] => [
    name,
    [1, 2, 3].slice(0, dice.below(4)).map((at) => {
      const entries = MODELS[name].fields
        .filter(({ kind }) => kind !== 'computed')
        .map((field) => [
          field.name,
          field.name.endsWith('_id') ? id() : value(field.kind, field.name, at),
        ]);
      return { id: at, ...(Object.fromEntries(entries) as object) };
    }),
  ]);
  return Object.fromEntries(rows);
}

/** A row that somebody comes to see or to leave behind, in its world. */
interface Outcome {
  readonly row: Row;
  readonly naive: Naive;
}

const inWorld = ({ models, rules, roles }: Naive, world: World) =>
  new Naive(models, rules, roles, world);

/** All outcomes of an action of the naive service itself, tried one by one. */
function outcomes(
  naive: Naive,
  sentence: Sentence,
  users: readonly Person[],
  user: Person,
  row: Row,
): Outcome[] {
  const { field, actions, kind } = sentence;
  const model = sentence.model as Name;
  const has = (record: object | undefined) => field === null || field in (record ?? {});
  const isWritable = (action: string) =>
    field === null || naive.writable(user, action, model).has(field);
  const edited = (payload: object): Outcome[] => {
    const after = inWorld(naive, naive.world);
    const { status } = after.update(user, model, row.id, { ...payload }, false, () => true).outcome;
    return status === 200 && isWritable('edit')
      ? [{ naive: after, row: found(after, model, row.id) }]
      : [];
  };
  const tried: Record<SentenceAction, () => Outcome[]> = {
    list: () => {
      const sees =
        naive.may(user, 'list', model) && naive.sees(naive.as(user, 'list', model), model, row);
      return sees && has(naive.show(user, 'list', model, row)) ? [{ naive, row }] : [];
    },
    show: () => {
      const { status, record } = naive.get(user, model, row.id, []).outcome;
      return status === 200 && has(record) ? [{ naive, row }] : [];
    },
    delete: () => {
      const { status } = inWorld(naive, naive.world).remove(
        user,
        model,
        row.id,
        () => true,
      ).outcome;
      // Rows that refer to the row are in the way, not the rules.
      return status === 204 || status === 409 ? [{ naive, row }] : [];
    },
    edit: () =>
      edited({}).length === 0
        ? []
        : [
            { naive, row },
            ...(kind === 'never' ? payloads(naive, sentence, users).flatMap(edited) : []),
          ],
    create: () => {
      const { id, ...values } = row;
      const references = MODELS[model].fields.filter(({ to }) => to !== undefined);
      const alone = { ...values };
      for (const { name } of references) delete alone[name];
      const rest = naive.world[model]!.filter((one) => one.id !== id);
      return [values, alone].flatMap((payload) => {
        const after = inWorld(naive, { ...naive.world, [model]: rest });
        const { status } = after.create(user, model, payload, id).outcome;
        return status === 201 && isWritable('create')
          ? [{ naive: after, row: found(after, model, id) }]
          : [];
      });
    },
  };
  return actions.flatMap((action) => tried[action]());
}

const found = (naive: Naive, model: string, id: Row['id']) =>
  naive.world[model]!.find((row) => row.id === id)!;

/** All edits of the fields by which a row belongs to somebody. */
function payloads(
  naive: Naive,
  { model, who, which }: Sentence,
  users: readonly Person[],
): object[] {
  const { owners, tenants } = naive.rules[model]!;
  const ways = [...who.map(({ tie }) => tie), which].flatMap((tie) => tie?.by ?? []);
  const led = ways.map(({ parents, field }) => parents[0]?.field ?? field);
  const names = new Set([...led, ...owners.map(({ field }) => field), ...tenants]);
  const ids = users.flatMap(({ id, tenants: own }) => [id, ...own]);
  return [...names].reduce<object[]>(
    (all, name) => {
      const isParent = ways.some(({ parents }) => parents[0]?.field === name);
      const known = naive.world[model]!.map((row) => row[name]);
      const values = [...new Set([null, ...ids, ...known, ...(isParent ? [1, 2, 3] : [])])];
      return all.flatMap((one) => [one, ...values.map((value) => ({ ...one, [name]: value }))]);
    },
    [{}],
  );
}

/** Whether a sentence rules a user out, said once more. */
function rulesOut({ kind, who, which }: Sentence, user: Person, { row, naive }: Outcome): boolean {
  const tied = (tie: Tie | null): boolean => {
    if (tie === null) return true;
    const ids = tie.by.map(({ parents, field }) => {
      let at: Row | undefined = row;
      for (const parent of parents)
        at = naive.world[parent.model]!.find(({ id }) => id === at?.[parent.field]);
      return (at?.[field] ?? null) as number | null;
    });
    const known = ids.filter((id) => id !== null);
    const mine = known.filter((id) =>
      tie.is.includes('user') ? id === user.id : user.tenants.includes(id),
    );
    if (tie.is === 'nobody') return known.length === 0;
    if (tie.is.startsWith('other')) return known.length > 0 && mine.length === 0;
    return mine.length > 0;
  };
  if (!tied(which)) return false;
  const those = who.filter(({ tie }) => tied(tie)).map(({ role }) => role);
  const isOne = (role: string) => those.includes(role);
  if (kind === 'only') return !those.includes(null) && !user.roles.some(isOne);
  return those.includes(null) || (user.roles.length > 0 && user.roles.every(isOne));
}

it(
  'a sentence is broken in a world if an action that the rules allow breaks it',
  { timeout: 120_000 },
  () => {
    const counts = { broken: 0, held: 0, silent: 0 };
    for (let seed = 1; seed <= casesOf(60, 300); seed++) {
      const dice = new Dice(seed);
      const rules = Object.fromEntries(NAMES.map((name) => [name, randomPolicy(dice, name).naive]));
      const naive = new Naive(MODELS, rules, randomRoles(dice), randomWorld(dice));
      const users = [1, 2, 3].map((id) => {
        const user = randomUser(dice, id);
        return dice.chance(0.5) ? { ...user, roles: [dice.pick(ROLES)] } : user;
      });
      for (let at = 0; at < 12; at++) {
        const sentence = randomSentence(dice, dice.pick(NAMES));
        const rows = naive.world[sentence.model]!.filter((row) =>
          naive.exists(sentence.model, row),
        );
        const spoken = rows.flatMap((row) =>
          users.filter((user) => rulesOut(sentence, user, { row, naive })),
        ).length;
        const broken = rows.some((row) =>
          users.some((user) =>
            outcomes(naive, sentence, users, user, row).some((one) =>
              rulesOut(sentence, user, one),
            ),
          ),
        );
        const trial = new SentenceTrial([sentence]);
        trial.look(naive, users);
        const [{ held, counterexample } = { held: -1, counterexample: null }] = trial.results;
        const where = `seed ${seed}: ${JSON.stringify(sentence)}`;
        expect(counterexample !== null, where).toBe(broken);
        expect(held, where).toBe(broken ? 0 : spoken);
        expect(sentenceThatBreaks(naive, users, [sentence])).toBe(broken ? sentence.text : null);
        counts[broken ? 'broken' : spoken > 0 ? 'held' : 'silent'] += 1;
      }
    }
    expect(
      Object.values(counts).every((count) => count > 50),
      JSON.stringify(counts),
    ).toBe(true);
  },
);
