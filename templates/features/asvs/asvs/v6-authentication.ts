import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  HOUR,
  notApplicable,
  test,
  waitsFor,
  type Checks,
  type Settled,
  type Target,
  type Trial,
} from './check.js';
import { readDocument } from './document.js';
import { answerQuestion, codeOf, guard, questionOf } from './factors.js';
import {
  ONE,
  OTHER,
  expectLiesRefused,
  expectOldRefused,
  fetchSession,
  goThrough,
  linkTo,
} from './linked.js';
import {
  expectConfirmedOnce,
  expectFactorKept,
  expectGuessesRefused,
  expectInvitationEnds,
  expectInvitedOnce,
  expectResetEnds,
  expectResetOnce,
} from './mailed-links.js';
import {
  adminToken,
  changePassword,
  create,
  createPerson,
  createUser,
  expectStatus,
  freshPassword,
  signIn,
  tokenOf,
} from './people.js';
import { askedFor, show, withPasskey } from './passkeys.js';
import { assertNowhere } from './project.js';
import { refusalWith } from './service.js';
import { ADMIN, OWN_WORD } from './settings.js';

/** Asserts that nobody may choose these passwords, and that nobody is given them. */
async function expectRefused({ service }: Target, passwords: readonly string[]): Promise<void> {
  const person = await createPerson(service);
  const token = await adminToken(service);
  for (const [index, password] of passwords.entries()) {
    const user = { username: `refused-${index}-${freshPassword()}`, password };
    const answers = [
      await changePassword(service, person, { new_password: password }),
      await service.ask('POST', '/user', { token, body: user }),
    ];
    for (const { request, status } of answers)
      assert.equal(status, 422, `${request} takes "${password}"`);
  }
}

/** Asserts that users may have these passwords, and can sign in with them. */
async function expectAccepted({ service }: Target, passwords: readonly string[]): Promise<void> {
  for (const [index, password] of passwords.entries()) {
    const username = `accepted-${index}-${freshPassword()}`;
    await create(service, '/user', { username, password });
    expectStatus(await signIn(service, username, password), 200);
  }
}

/** The words of a list of passwords from leaks, the most common first. */
async function leakedPasswords({ project }: Target): Promise<readonly string[]> {
  const { resolve } = createRequire(join(project.folder, 'package.json'));
  const url = pathToFileURL(resolve('@zxcvbn-ts/language-common')).href;
  const { dictionary, default: lists } = (await import(url)) as {
    dictionary?: Record<string, readonly string[]>;
    default?: { dictionary: Record<string, readonly string[]> };
  };
  return (dictionary ?? lists!.dictionary)['passwords-common']!;
}

/** Each nth of those that are long enough to be chosen at all. */
const some = (words: readonly string[], count: number): readonly string[] => {
  const long = words.filter((word) => word.length >= 8);
  const step = Math.max(1, Math.floor(long.length / count));
  return long.filter((_, index) => index % step === 0);
};

/** The beginning of the element that a place in a page is in. */
const elementAt = (text: string, at: number): string =>
  text.slice(text.lastIndexOf('<', at), text.indexOf('>', text.indexOf('\n', at)));

const NO_CODES = 'no code is sent by phone, SMS, mail or push to sign in with';
const inTwoFactor = (check: Trial | Settled) => waitsFor('two-factor', check);
const inProviders = (check: Trial) => waitsFor('oidc', check);
const inInvitations = (check: Trial) => waitsFor('invitations', check);
const inReset = (check: Trial) => waitsFor('password-reset', check);
const inPasskeys = (check: Trial | Settled) => waitsFor('passkeys', check);

export const authentication: Checks = {
  '6.1.1': test('SECURITY.md, "Guessing passwords"', async ({ project }) =>
    project.documents('SECURITY.md', 'Guessing passwords')),
  '6.1.2': test('SECURITY.md, "Passwords", names PASSWORD_WORDS', async ({ project }) =>
    project.documents('SECURITY.md', 'Passwords', /PASSWORD_WORDS/)),
  '6.1.3': test('SECURITY.md, "Ways to sign in"', async ({ project }) =>
    project.documents('SECURITY.md', 'Ways to sign in')),

  '6.2.1': test('7 characters are refused, 8 are accepted', async (target) => {
    await expectRefused(target, ['k7Vq-2x', 'ぬるぽがもも1']);
    await expectAccepted(target, ['k7Vq-2xZ']);
  }),

  '6.2.2':
    test('a user changes the password: the old one is void, the new one works', async (on) => {
      const { service } = on;
      const person = await createPerson(service);
      const new_password = freshPassword();
      expectStatus(await changePassword(service, person, { new_password }), 200);
      expectStatus(await signIn(service, person.username, person.password), 401);
      expectStatus(await signIn(service, person.username, new_password), 200);
    }),

  '6.2.3':
    test('without the current password, or with a wrong one, nothing changes', async (on) => {
      const { service } = on;
      const person = await createPerson(service);
      const new_password = freshPassword();
      const without = { new_password, current_password: undefined };
      expectStatus(await changePassword(service, person, without), 422);
      const wrong = { current_password: freshPassword(), new_password };
      expectStatus(await changePassword(service, person, wrong), 400);
      expectStatus(await signIn(service, person.username, person.password), 200);
    }),

  '6.2.4': test('40 of the 3,000 most common passwords are all refused', async (target) => {
    const leaked = await leakedPasswords(target);
    const common = leaked.filter((word) => word.length >= 8).slice(0, 3000);
    assert.equal(common.length, 3000, 'the list has fewer than 3,000 passwords');
    await expectRefused(target, some(common, 40));
  }),

  '6.2.5': test('letters alone, digits alone, spaces and emoji are accepted', async (target) =>
    expectAccepted(target, [
      'qlzvmtrbxk',
      '83014729560318',
      'four sad whale fins',
      '🦆🌵🧭🪁🧵🫖🪐🦔',
    ])),

  '6.2.6': test('fields of the back-office for passwords hide what is typed', async ({
    project,
  }) => {
    const pages = project.code('ui', 'web/src');
    if (pages.size === 0) return notApplicable('there is no back-office');
    const shown = [...pages].filter(([, text]) =>
      [...text.matchAll(/["'](?:current|new)-password["']/g)].some(
        ({ index }) => !/\btype[=:].*["']password["']/.test(elementAt(text, index)),
      ),
    );
    const files = shown.map(([file]) => file);
    assert.deepEqual(files, [], `shown in ${files.join(', ')}`);
  }),

  '6.2.7': test('nothing keeps passwords from being pasted or filled in', async ({ project }) => {
    const pages = project.code('ui', 'web/src');
    if (pages.size === 0) return notApplicable('there is no back-office');
    assertNowhere(pages, /type=["']password["'].*autoComplete=["']off|onPaste=.*preventDefault/);
  }),

  '6.2.8':
    test('a password in other case, without its spaces or its 100th character does not open', async ({
      service,
    }) => {
      const password = ` ${'aB3-'.repeat(25)} z`;
      const username = `exact-${freshPassword()}`;
      await create(service, '/user', { username, password });
      const others = [password.toLowerCase(), password.trim(), password.slice(0, -1)];
      for (const other of others) expectStatus(await signIn(service, username, other), 401);
      expectStatus(await signIn(service, username, password), 200);
    }),

  '6.2.9': test('64 characters are accepted, also 64 that take three bytes each', async (target) =>
    expectAccepted(target, ['k7Vq-2xZ'.repeat(8), '海山川空風花鳥月'.repeat(8)])),

  '6.2.10': test('users have no date on which their password ends', async ({ service }) => {
    const token = await adminToken(service);
    const { json } = await service.ask('GET', '/user?_start=0&_end=1', { token });
    const [user] = json as readonly object[];
    const dates = Object.keys(user!).filter((name) => /password|expir/i.test(name));
    assert.deepEqual(dates, []);
  }),

  '6.2.11':
    test('the words of PASSWORD_WORDS with digits and signs around are refused', async (on) =>
      expectRefused(on, [
        `${OWN_WORD}2030!`,
        `1-${OWN_WORD.toLowerCase()}-1`,
        OWN_WORD.toUpperCase(),
      ])),

  '6.2.12': test('40 passwords from a list of leaked passwords are all refused', async (target) =>
    expectRefused(target, some(await leakedPasswords(target), 40))),

  '6.3.1':
    test('after five failures the name is refused from there with the right password, too; not from elsewhere', async ({
      service,
    }) => {
      const { username, password } = await createPerson(service);
      const from = '192.0.2.17';
      for (let count = 0; count < 5; count += 1)
        expectStatus(await signIn(service, username, 'wrong password', from), 401);
      const refused = expectStatus(await signIn(service, username, password, from), 429);
      assert.ok(Number(refused.headers.get('retry-after')) > 0, 'no Retry-After');
      expectStatus(await signIn(service, username, password, '192.0.2.18'), 200);
    }),

  '6.3.2':
    test('the service does not start with the initial password, and has only the account that it was given', async ({
      service,
      project,
    }) => {
      const refusal = await refusalWith(project, { ADMIN_USERNAME: '', ADMIN_PASSWORD: '' });
      assert.match(refusal ?? 'it starts', /ADMIN_PASSWORD/);
      for (const name of ['admin', 'root', 'sa', 'guest'])
        expectStatus(await signIn(service, name, 'admin'), 401);
      const token = await adminToken(service);
      const { json } = await service.ask('GET', '/user?_sort=id&_start=0&_end=1', { token });
      assert.equal((json as [{ username: string }])[0].username, ADMIN.username);
    }),

  '6.3.3': [
    inTwoFactor(
      test('a password opens no session for who has a factor, and its question opens nothing', async ({
        service,
      }) => {
        const person = await guard(service, await createPerson(service));
        const token = await questionOf(service, person);
        expectStatus(await service.ask('GET', '/auth/me', { token }), 401);
        expectStatus(await answerQuestion(service, token, 'totp', '000000'), 401);
        const right = await answerQuestion(service, token, 'totp', codeOf(person.secret, 1));
        expectStatus(await service.ask('GET', '/auth/me', { token: tokenOf(right) }), 200);
      }),
    ),
    inPasskeys(
      test('a password opens no session for who has a passkey, which counts on our pages only, and with a finger or a PIN', async ({
        service,
      }) => {
        const person = await withPasskey(service, await createPerson(service));
        const { authenticator } = person;
        const token = await questionOf(service, person);
        expectStatus(await service.ask('GET', '/auth/me', { token }), 401);
        for (const how of [{ origin: 'https://elsewhere.example' }, { verified: false }, {}]) {
          const asked = await askedFor(service, 'factor', { token });
          const shown = await show(service, 'factor', authenticator.get(asked, how), { token });
          expectStatus(shown, how.origin === undefined && how.verified === undefined ? 200 : 401);
        }
        const asked = await askedFor(service, 'sign-in');
        const alone = await show(service, 'sign-in', authenticator.get(asked));
        expectStatus(await service.ask('GET', '/auth/me', { token: tokenOf(alone) }), 200);
      }),
    ),
  ],

  '6.3.4':
    test('each endpoint of /auth that needs no token is named in SECURITY.md or on the page of its feature, and a user who may not sign in gets 403', async ({
      service,
      project,
    }) => {
      const { paths } = await readDocument(service);
      const open = Object.entries(paths).flatMap(([path, operations]) =>
        path.startsWith('/auth/') &&
        Object.values(operations).some((one) => one.security?.length === 0)
          ? [path]
          : [],
      );
      const text = project.security();
      assert.deepEqual(
        open.filter((path) => !text.includes(path)),
        [],
      );
      const { id, username, password } = await createPerson(service);
      const token = await adminToken(service);
      await service.ask('PATCH', `/user/${id}`, { token, body: { status: 'Inactive' } });
      expectStatus(await signIn(service, username, password), 403);
    }),

  '6.4.1': [
    inInvitations(
      test('an invitation gives no password; its link is sent to our own pages, makes a user once, ends by another mail and with the rights of whoever sent it', async (on) => {
        const token = await adminToken(on.service);
        const body = { email: `${freshPassword()}@service.example`, password: freshPassword() };
        expectStatus(await on.service.ask('POST', '/auth/invitations', { token, body }), 422);
        await expectGuessesRefused(on, randomBytes(32).toString('base64url'));
        await expectInvitedOnce(on);
      }),
    ),
    inInvitations(test('it ends after 30 days at the latest', expectInvitationEnds)),
  ],

  '6.4.2': test('nothing that users are described by is a hint or a question', async (target) => {
    const { paths, follow } = await readDocument(target.service);
    const { schema } = paths['/user']!.post!.requestBody!.content!['application/json']!;
    const { properties = {} } = follow(schema!.anyOf?.[0] ?? schema!);
    const found = Object.keys(properties).filter((name) => /hint|secret|question/i.test(name));
    assert.deepEqual(found, []);
  }),

  '6.4.3': [
    inReset(
      test('whether an address is known is not told', async ({ service }) => {
        const { email } = await createUser(service);
        const [known, unknown] = await Promise.all(
          [email, 'nobody@service.example'].map((name) =>
            service.ask('POST', '/auth/forgot-password', { body: { email: name } }),
          ),
        );
        assert.equal(expectStatus(known!, 202).text, expectStatus(unknown!, 202).text);
        const body = {
          ...{ token: randomBytes(32).toString('base64url'), new_password: freshPassword() },
        };
        expectStatus(await service.ask('POST', '/auth/reset-password', { body }), 404);
      }),
    ),
    inReset(
      test(
        'a link is sent to our own pages, sets the password of its user once, ends all sessions, and is void after a new password',
        expectResetOnce,
      ),
    ),
    inReset(
      test('it opens nothing for who has a factor', async (on) => {
        if (!on.project.features.has('two-factor'))
          return notApplicable('the feature `two-factor` is off');
        await expectFactorKept(on);
      }),
    ),
    inReset(
      test(
        'a link that confirms an address counts for its user alone, once, and for a day',
        expectConfirmedOnce,
      ),
    ),
    inReset(test('a link is void after an hour', expectResetEnds)),
  ],
  '6.4.4': [
    inTwoFactor(
      test('a session and the password remove no factor; a recovery code, or an administrator, does', async (on) => {
        const { service } = on;
        const person = await guard(service, await createPerson(service));
        const { token, password, id } = person;
        const path = '/auth/two-factor/remove';
        for (const body of [{}, { password }, { kind: 'totp', code: '000000' }])
          expectStatus(await service.ask('POST', path, { token, body }), 400, 401, 422);
        const reset = `/auth/two-factor/users/${id}`;
        const other = await createPerson(service);
        expectStatus(await service.ask('DELETE', reset, { token: other.token }), 403);
        const admin = await adminToken(service);
        expectStatus(await service.ask('DELETE', reset, { token: admin }), 204);
      }),
    ),
    inPasskeys(
      test('a session and the password remove no passkey, and add no other one; an administrator removes it', async (on) => {
        const { service } = on;
        const person = await withPasskey(service, await createPerson(service));
        const { token, password, id, key } = person;
        for (const path of [`/auth/passkeys/${key}/remove`, '/auth/passkeys/options'])
          expectStatus(await service.ask('POST', path, { token, body: { password } }), 422);
        const reset = `/auth/passkeys/users/${id}`;
        const other = await createPerson(service);
        expectStatus(await service.ask('DELETE', reset, { token: other.token }), 403);
        const admin = await adminToken(service);
        expectStatus(await service.ask('DELETE', reset, { token: admin }), 204);
        expectStatus(await signIn(service, person.username, password), 200);
      }),
    ),
  ],
  '6.5.1': [
    inTwoFactor(
      test('a code of the app, and a recovery code, are taken once', async ({ service }) => {
        const person = await guard(service, await createPerson(service));
        const answers: readonly (readonly [string, string])[] = [
          ['totp', codeOf(person.secret, 1)],
          ['recovery-code', person.recoveryCodes[0]!],
        ];
        for (const [kind, code] of answers)
          for (const status of [200, 401]) {
            const question = await questionOf(service, person);
            expectStatus(await answerQuestion(service, question, kind, code), status);
          }
      }),
    ),
    inPasskeys(
      test('an answer of a passkey is taken once, and a counter that goes back is not', async (on) => {
        const { service } = on;
        const { authenticator } = await withPasskey(service, await createPerson(service));
        const answer = authenticator.get(await askedFor(service, 'sign-in'));
        for (const status of [200, 401])
          expectStatus(await show(service, 'sign-in', answer), status);
        const asked = await askedFor(service, 'sign-in');
        const copied = authenticator.get(asked, { counter: 1 });
        expectStatus(await show(service, 'sign-in', copied), 401);
      }),
    ),
  ],
  '6.5.2': inTwoFactor(
    notApplicable('recovery codes have 120 bits: a digest of them cannot be guessed'),
  ),
  '6.5.3': inTwoFactor(
    test('no secret and no recovery code is like another, nor comes from Math.random', async (on) => {
      const { service, project } = on;
      assertNowhere(project.code('engine/two-factor'), /Math\.random/);
      const [one, other] = [
        await guard(service, await createPerson(service)),
        await guard(service, await createPerson(service)),
      ];
      assert.notEqual(one.secret, other.secret);
      assert.ok(one.secret.length >= 26, 'a secret has less than 128 bits');
      assert.equal(new Set([...one.recoveryCodes, ...other.recoveryCodes]).size, 20);
    }),
  ),
  '6.5.4': inTwoFactor(
    test('recovery codes are long', async ({ service }) => {
      const { recoveryCodes } = await guard(service, await createPerson(service));
      for (const code of recoveryCodes)
        assert.ok(code.replace(/\W/g, '').length >= 20, 'a recovery code is short');
    }),
  ),
  '6.5.5': inTwoFactor(
    test('a code that nobody has used is refused five minutes later', async ({
      service,
      later,
    }) => {
      const person = await guard(service, await createPerson(service));
      await later(HOUR / 12);
      const question = await questionOf(service, person);
      expectStatus(await answerQuestion(service, question, 'totp', codeOf(person.secret, 1)), 401);
    }),
  ),
  '6.6.1': notApplicable(NO_CODES),
  '6.6.2': notApplicable(NO_CODES),
  '6.6.3': notApplicable(NO_CODES),
  '6.8.1': inProviders(
    test('the same subject and address at another provider is not the user of the first', async (on) => {
      const person = await createPerson(on.service);
      const subject = await linkTo(on, person, ONE);
      const claims = { email: person.email, email_verified: true };
      const { way, found } = await goThrough(on, OTHER, subject, { claims });
      if (found['error']) return assert.equal(found['error'], 'unknown');
      // Rules of the project may make a user of them: another one.
      const { json } = await fetchSession(on, way, found['code']);
      assert.notEqual((json as { user?: { id: number } }).user?.id, person.id);
    }),
  ),
  '6.8.2': inProviders(
    test('an ID token without a signature, and one signed by another key, are refused', async (on) =>
      expectLiesRefused(on, [{ signature: 'none' }, { signature: 'of another' }])),
  ),
  '6.8.3': notApplicable('the service speaks no SAML'),
  '6.8.4': inProviders(
    test('an old sign-in proves nothing, and a second factor is asked for unless the provider has asked for one', async (on) => {
      const { service, project } = on;
      await expectOldRefused(on, await createPerson(service));
      if (!project.features.has('two-factor')) return;
      const person = await createPerson(service);
      const subject = await linkTo(on, person, ONE);
      await guard(service, person);
      for (const [amr, isAsked] of [
        [['pwd'], true],
        [['pwd', 'mfa'], false],
      ] as const) {
        const { way, found } = await goThrough(on, ONE, subject, { claims: { amr } });
        const answer = expectStatus(await fetchSession(on, way, found['code']), 200);
        assert.equal('factor' in (answer.json as object), isAsked);
      }
    }),
  ),
};
