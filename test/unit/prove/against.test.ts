import { describe, expect, it } from 'vitest';
import * as tools from '../../../templates/service/engine/tools/index.js';
import {
  ACTIONS,
  allFor,
  asParent,
  custom,
  defineAccess,
  owner,
  tenant,
} from '../../../templates/service/engine/model/access-rules.js';
import type { Feature, Project } from '../../../templates/service/engine/service/project.js';
import type { AccessChange } from '../../../templates/tools/prove/against/access-change.js';
import type { RulePart } from '../../../templates/tools/prove/report/deciding-rule.js';
import { asText } from '../../../templates/tools/prove/against/as-text.js';
import { accessChanges } from '../../../templates/tools/prove/against/access-changes.js';
import { commonModels, inquiriesOf } from '../../../templates/tools/prove/against/pair.js';
import { openVersion } from '../../../templates/tools/prove/against/version.js';
import type {
  Inquiry,
  VersionFacts,
} from '../../../templates/tools/prove/against/version-facts.js';
import { User } from '../../../templates/features/engine-tests/engine/test/fixtures/user.model.js';
import { billing, RULES, type Bill, type Rules } from './billing.js';

/** As it arrives in another process. */
const sent = <T>(data: T): T => JSON.parse(JSON.stringify(data)) as T;

async function versionOf(project: Project) {
  const version = await openVersion({ tools, project, url: 'sqlite::memory:', seed: 1 });
  return {
    facts: sent<VersionFacts>(version.facts),
    judge: (inquiry: Inquiry) => sent(version.judge(sent(inquiry))),
  };
}

async function changesBetween(before: Project, now: Project): Promise<readonly AccessChange[]> {
  const versions = { before: await versionOf(before), now: await versionOf(now) };
  const facts = { before: versions.before.facts, now: versions.now.facts };
  const inquiries = inquiriesOf(facts);
  const { before: former, now: current } = versions;
  const placeOf = ({ model, part }: RulePart) => `${model}.access.ts, ${part}`;
  const judged = {
    facts,
    ...{ actors: inquiries.now.actors, scenes: inquiries.now.scenes },
    judgements: { before: former.judge(inquiries.before), now: current.judge(inquiries.now) },
    models: commonModels(facts),
  };
  return accessChanges(judged, placeOf, []);
}

/** The sentences after a change of the rules. */
const told = async (rules: Rules, before: Rules = {}): Promise<readonly string[]> =>
  (await changesBetween(billing(before), billing(rules))).map(({ sentence }) => sentence);

const bill = (rows?: NonNullable<Rules['bill']>['rows']): Rules => ({
  bill: { fields: RULES.bill.fields!, ...(rows && { rows }) },
});
const mine = custom<Bill>((user, where) => where.eq('clerk_id', user.id));

describe('the meaning of a change of rules', () => {
  it('is nothing if the rules say the same in other words', async () => {
    expect(await told({})).toEqual([]);
    expect(await told(bill([mine, owner('clerk_id')]))).toEqual([]);
  });

  it('tells rows that open, with a request and its answers, and the lines that follow', async () => {
    const [opened, lines, ...more] = await changesBetween(
      billing(),
      billing(bill([allFor('Viewer'), owner('clerk_id')])),
    );
    expect(more).toEqual([]);
    expect(opened).toEqual({
      kind: 'wider',
      key: 'Viewer may list, show Bill: of others or without an owner',
      sentence: 'A Viewer may now list and show bills of others or without an owner',
      ...{ model: 'Bill', place: 'Bill.access.ts, rows' },
      shown: {
        asked: 'GET /bills as Viewer',
        request: 'curl -H "Authorization: Bearer $TOKEN" "$URL/bills"',
        now: expect.stringMatching(/^\d+ records$/) as string,
        before: expect.stringMatching(/^\d+ records?$/) as string,
      },
    });
    expect(lines!.sentence).toBe(
      'A Viewer may now list and show lines of a bill of others or without an owner, through bills',
    );
  });

  const EVERYBODY = (more: string) =>
    `An Admin ${more} list, show, edit, delete and create, a Manager list, show, edit and create, a Viewer list and show`;

  it.each<[what: string, before: Rules, now: Rules, sentences: readonly string[]]>([
    [
      'a tenant rule that is dropped',
      bill([tenant('tenant_id')]),
      bill(),
      [
        `${EVERYBODY('may now')} bills of another tenant or without a tenant`,
        `${EVERYBODY('may now')} lines of a bill of another tenant or without a tenant, through bills`,
      ],
    ],
    [
      'a tenant rule in place of an owner',
      {},
      bill([tenant('tenant_id')]),
      [
        `${EVERYBODY('may now')} bills of their own tenant`,
        `${EVERYBODY('may now')} lines of a bill of others or without an owner, of their own tenant, through bills`,
        `${EVERYBODY('may no longer')} bills of their own, of another tenant or without a tenant`,
        `${EVERYBODY('may no longer')} lines of a bill of their own, of another tenant or without a tenant, through bills`,
      ],
    ],
    [
      'a custom rule',
      {},
      bill([owner('clerk_id'), custom<Bill>((_, where) => where.eq('status', 'open'))]),
      [
        `${EVERYBODY('may now')} bills whose status is open`,
        `${EVERYBODY('may now')} lines of a bill of others or without an owner, whose status is open, through bills`,
      ],
    ],
    [
      'a condition that forgets null',
      bill([custom<Bill>((_, where) => where.not(where.eq('status', 'shut')))]),
      bill([
        custom<Bill>((_, where) =>
          where.or(where.lt('status', 'shut'), where.gt('status', 'shut')),
        ),
      ]),
      [
        `${EVERYBODY('may no longer')} bills without a status`,
        `${EVERYBODY('may no longer')} lines of a bill without a status, through bills`,
      ],
    ],
    [
      'a rule by the parent that counts for fewer roles',
      {},
      { line: { rows: [asParent('bill_id', { roles: ['Admin'] })] } },
      [
        'A Manager may no longer list, show, edit and create, a Viewer list and show lines of a bill of their own',
      ],
    ],
    [
      'a model exception',
      {},
      { line: { ...RULES.line, roles: { Viewer: [] } } },
      ['A Viewer may no longer list and show any lines'],
    ],
    [
      'field rules',
      {},
      { bill: { ...RULES.bill, fields: { margin: { read: ['Admin', 'Viewer'] } } } },
      ['A Manager may now write margin of bills', 'A Viewer may now read margin of bills'],
    ],
    [
      'an owner whom nobody changes any longer',
      {},
      bill([owner('clerk_id', { write: false })]),
      ['Admin and Manager may no longer write clerk_id of bills'],
    ],
  ])('tells %s, and the way back', async (_what, before, now, sentences) => {
    const forth = await told(now, before);
    expect(forth).toEqual(sentences);
    const back = await changesBetween(billing(now), billing(before));
    const isWider = (text: string) => text.includes('may now');
    expect(back.filter(({ kind }) => kind === 'narrower')).toHaveLength(
      forth.filter(isWider).length,
    );
  });

  it('tells roles by their methods, and whatever only one version has', async () => {
    const readers = {
      name: 'roles',
      roles: [{ name: 'Reader', allowed_methods: ['GET'], description: '' }],
    };
    const writers = {
      name: 'roles',
      roles: [{ name: 'Reader', allowed_methods: ['GET', 'POST'], description: '' }],
    };
    const clerks = {
      name: 'roles',
      roles: [{ name: 'Clerk', allowed_methods: ['GET'], description: '' }],
    };
    const under = (feature: Feature) => billing({}, { project: { features: [feature] } });
    const sentences = (changes: readonly AccessChange[]) => changes.map(({ sentence }) => sentence);
    expect(sentences(await changesBetween(under(readers), under(writers)))).toContain(
      'A Reader may now create bills of their own',
    );
    const renamed = await changesBetween(under(readers), under(clerks));
    expect(sentences(renamed)).toEqual(['The role Clerk is new', 'The role Reader is gone']);
    const only = billing();
    const without = { ...only, models: only.models.slice(0, 1) };
    expect(sentences(await changesBetween(without, only))).toEqual([
      'The model Line is new: Admin, Manager and Viewer may list and show; Admin and Manager may edit and create; Admin may delete',
    ]);
    expect(sentences(await changesBetween(only, without))).toEqual(['The model Line is gone']);
  });

  it('tells which roles a role may give from now on, and no longer', async () => {
    const giving = (...given: readonly string[]) => {
      const roles = { '*': [...ACTIONS] };
      const fields = { roles: { write: ['Admin', 'Manager'] } };
      const access = defineAccess<User>({ roles, fields, gives: { Manager: given } });
      const only = billing();
      return { ...only, models: [...only.models, { entity: User, access }] };
    };
    const changes = await changesBetween(giving('Manager'), giving('Viewer'));
    expect(changes.map(({ kind, key, sentence }) => ({ kind, key, sentence }))).toEqual([
      {
        ...{ kind: 'wider', key: 'Manager may give the role Viewer' },
        sentence: 'A Manager may now give the role Viewer to users',
      },
      {
        ...{ kind: 'narrower', key: 'no longer: Manager may give the role Manager' },
        sentence: 'A Manager may no longer give the role Manager to users',
      },
    ]);
    expect(changes[0]).toMatchObject({
      ...{ model: 'User', place: 'User.access.ts, gives' },
      shown: { asked: expect.stringMatching(/^PATCH .*\/\d+ as Manager$/) as string, now: '200' },
    });
  });

  it('names lines of the file of allowed changes that cannot be read', () => {
    const problems = [{ line: 2, message: 'the line has no reason' }];
    const none = { changes: [], uncompared: [], allowed: [], refused: [], stale: [] };
    const report = { ref: 'main', ...none, problems };
    expect(asText(report)).toMatch(
      /^Nobody may do more or less than at main\.\naccess\.allow:2: the line has no reason\n\nRules and answers/,
    );
  });
});
