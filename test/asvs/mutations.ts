/** A text of a project, and what stands in its place. */
export type Change = readonly [file: string, text: string, by: string];

/** How a requirement is broken. */
export interface Mutation {
  readonly requirement: string;
  /** What is wrong then. */
  readonly what: string;
  readonly changes: readonly Change[];
}

const breaks = (requirement: string, what: string, ...changes: readonly Change[]): Mutation => ({
  requirement,
  what,
  changes,
});

/** Code that nothing else depends on; it is never reached. */
const added = (code: string): Change => [
  'engine/http/health.ts',
  'export',
  `export const broken = (text: string): unknown => ${code};\nexport`,
];

const TOKENS = 'engine/auth/tokens.ts';
const VERIFIED =
  "const verified = jwt.verify(token, key, { algorithms: ['HS256'], complete: true });";
const UNVERIFIED = 'const verified = jwt.decode(token, { complete: true })!;';
const EXPIRED = 'if (claims === null || claims.expires <= Date.now() / 1000) return null;';
const EVER: readonly Change[] = [
  [
    TOKENS,
    "algorithms: ['HS256'], complete",
    "algorithms: ['HS256'], ignoreExpiration: true, complete",
  ],
  [TOKENS, EXPIRED, 'if (claims === null) return null;'],
];
const HEADERS = 'engine/http/security-headers.ts';
const BODY = 'engine/http/read-body.ts';
const COOKIE = 'engine/sessions/session-cookie.ts';
const DOCS = 'engine/docs/docs-routes.ts';
const AUTHENTICATION = 'engine/auth/authentication.ts';
const PASSWORDS = 'engine/auth/passwords.ts';
const POLICY = 'engine/auth/password-policy.ts';
const USER = 'src/models/user/user.model.ts';
const PASSWORD_FIELD = 'ui/components/password-field.tsx';
const RESET = 'engine/password-reset/reset-endpoints.ts';
const LINKS = 'engine/password-reset/account-links.ts';
const CONFIRM = 'engine/password-reset/confirm-endpoints.ts';
const INVITATIONS = 'engine/invitations/stored-invitations.ts';
const CONNECTION = 'engine/oidc/connection.ts';
const SIGN_IN = 'engine/oidc/sign-in-handlers.ts';
const IDENTITIES = 'engine/oidc/stored-identities.ts';
const ANSWERS = 'engine/oidc/stored-answers.ts';
const FACTORS = 'engine/two-factor/factors.ts';

/** What the provider claims, where the library refuses it. */
const CLAIMS_ALL_THE_SAME = `.catch((error) => {
          const claims = error.cause?.claims ?? error.cause?.cause?.claims;
          return claims ? { claims: () => claims } : refusal(error);
        })`;

/** One for each requirement that a report can call passed; more for those of several parts. */
export const MUTATIONS: readonly Mutation[] = [
  breaks('1.2.1', 'problems are HTML', [
    'engine/http/send-problem.ts',
    "const PROBLEM_TYPE = 'application/problem+json",
    "const PROBLEM_TYPE = 'text/html",
  ]),
  breaks('1.2.2', 'URLs of any scheme', [
    'engine/fields/formats.ts',
    'PATTERNS.url.test(text) && canParse(text)',
    'canParse(text)',
  ]),
  breaks('1.2.3', 'quotes are stored as entities', [
    'engine/fields/field-types.ts',
    'isString(value) ? value : null',
    `isString(value) ? value.replaceAll('"', '&quot;') : null`,
  ]),
  breaks('1.2.4', 'values are part of the SQL', [
    'engine/records/conditions/compile-where.ts',
    '      return dialect.compare(',
    "      if (typeof where.value === 'string') return `${column} = '${where.value}'`;\n      return dialect.compare(",
  ]),
  breaks('1.2.5', 'a command by a shell', added('exec(`ls ${text}`)')),
  breaks('1.3.2', 'scripts in pages', [
    HEADERS,
    `"default-src 'none'; frame-ancestors 'none'"`,
    `"default-src 'none'; script-src 'unsafe-inline'; frame-ancestors 'none'"`,
  ]),
  breaks('1.5.1', 'bodies of XML are read', [
    BODY,
    "type === 'application/json' ||",
    "type === 'application/json' || type === 'application/xml' ||",
  ]),
  breaks('2.1.1', 'fields are not described', [
    'engine/docs/model-schemas.ts',
    ': requiring(patch, [...required, ...given]),',
    ": { type: 'object' },",
  ]),
  breaks('2.2.1', 'unknown values are taken', [
    'engine/fields/limits.ts',
    'if (field.enforce && !field.values?.includes(value))',
    'if (false)',
  ]),
  breaks('2.2.2', 'unknown fields are taken', [
    'engine/records/writing/check-payload.ts',
    '  check.unknown(core.plan(model).contained);\n',
    '  void core;\n',
  ]),
  breaks('3.2.1', 'a page can be framed', [
    DOCS,
    "form-action 'none'; frame-ancestors 'none'",
    "form-action 'none'",
  ]),
  breaks('3.2.2', 'a text as HTML', [
    PASSWORD_FIELD,
    'helperText={help}',
    'helperText={<i dangerouslySetInnerHTML={{ __html: help ?? "" }} />}',
  ]),
  breaks('3.3.1', 'scripts read the cookie', [COOKIE, 'httpOnly: true', 'httpOnly: false']),
  breaks('3.4.1', 'https for an hour', [HEADERS, 'max-age=31536000', 'max-age=3600']),
  breaks('3.4.2', 'every origin is listed', [
    HEADERS,
    'origin !== undefined && listed.has(origin) ? origin : null',
    'origin ?? null',
  ]),
  breaks('3.5.1', 'a cookie counts from everywhere', [
    COOKIE,
    "site === undefined ? headers.origin === origin : site === 'same-origin'",
    'true',
  ]),
  breaks('3.5.2', 'bodies that forms send', [
    BODY,
    "type === 'application/json' ||",
    "type === 'application/json' || type === 'text/plain' ||",
  ]),
  breaks('3.5.3', 'another method in a header', [
    'engine/http/endpoint.ts',
    "  if (under) request.url = request.url.slice('/api'.length)",
    "  request.method = String(request.headers['x-method-override'] ?? request.method);\n  if (under) request.url = request.url.slice('/api'.length)",
  ]),
  breaks('4.1.1', 'a page without its character set', [
    DOCS,
    'response.type(type).send(text);',
    "response.setHeader('content-type', 'text/html').end(text);",
  ]),
  breaks('5.2.1', 'files of any size', [
    BODY,
    'done(size > limit ? tooLarge(limit, setting) : null, chunk);',
    'done(null, chunk);',
  ]),
  breaks('5.2.2', 'any bytes are a table', [
    'engine/import/encodings.ts',
    "if (text.includes('\\0'))",
    'if (false)',
  ]),
  breaks(
    '5.3.2',
    'paths lead out of the folder',
    [
      'engine/http/back-office.ts',
      "if (path.includes('\\0') || path.split(/[/\\\\]/).some((part) => part.startsWith('.'))) return null;",
      '',
    ],
    ['engine/http/back-office.ts', 'if (!file.startsWith(folder + sep)) return null;', ''],
  ),
  breaks('6.1.1', 'no such section', ['SECURITY.md', '## Guessing passwords', '## Guessing']),
  breaks('6.1.2', 'the setting is not named', ['SECURITY.md', '`PASSWORD_WORDS`', 'a setting']),
  breaks('6.1.3', 'no such section', ['SECURITY.md', '## Ways to sign in', '## Signing in']),
  breaks('6.2.1', '7 characters', [POLICY, 'if (length < min)', 'if (length < min - 1)']),
  breaks('6.2.2', 'the new password is not stored', [
    AUTHENTICATION,
    '        { password },\n',
    '        {},\n',
  ]),
  breaks('6.2.3', 'a wrong current password', [
    AUTHENTICATION,
    'if (!right || known === null) throw wrongPassword();',
    'if (known === null) throw wrongPassword();',
  ]),
  breaks('6.2.4', 'no list of common ones', [
    PASSWORDS,
    'isMonotonous(text) || (await run<boolean>({ common: text }))',
    'isMonotonous(text)',
  ]),
  breaks('6.2.5', 'a digit is required', [
    POLICY,
    '  if (length > max)',
    "  if (!/\\d/.test(password)) return wrong('digit', `${field} has no digit.`);\n  if (length > max)",
  ]),
  breaks('6.2.6', 'a password is shown', [PASSWORD_FIELD, 'type="password"', 'type="text"']),
  breaks('6.2.7', 'nothing can be pasted', [
    PASSWORD_FIELD,
    'type="password"',
    'type="password" onPaste={(event) => event.preventDefault()}',
  ]),
  breaks('6.2.8', 'the end of a password does not count', [
    PASSWORDS,
    'if (Buffer.byteLength(password) <= BCRYPT_BYTES) return password;',
    'return Buffer.from(password).subarray(0, BCRYPT_BYTES).toString();',
  ]),
  breaks('6.2.9', 'at most 60 characters', [
    'engine/settings/settings.ts',
    'MAX_PASSWORD_LENGTH = 256',
    'MAX_PASSWORD_LENGTH = 60',
  ]),
  breaks('6.2.10', 'a password has an end', [
    USER,
    '  @Field({ writeOnly: true',
    "  @Field({ type: 'date', computed: () => '2030-01-31' })\n  readonly password_until?: string;\n\n  @Field({ writeOnly: true",
  ]),
  breaks('6.2.11', 'words of the service', [
    PASSWORDS,
    'if (isMadeOf(password, words)) return ownWordProblem(field);',
    '',
  ]),
  breaks('6.2.12', 'the 3,000 most common ones alone', [
    PASSWORDS,
    "['passwords-common']);",
    "['passwords-common'].filter((one) => one.length >= 8).slice(0, 3000));",
  ]),
  breaks('6.3.1', 'guesses without a limit', [
    'engine/auth/throttle.ts',
    'PER_NAME_AND_ADDRESS = 5',
    'PER_NAME_AND_ADDRESS = 500',
  ]),
  breaks('6.3.2', 'the initial password in production', [
    'engine/auth/first-start.ts',
    'if (!settings.production) return [];',
    'if (settings.production) return [];',
  ]),
  breaks('6.3.3', 'no second factor is asked for', [
    'engine/auth/gate.ts',
    'if (kinds === null) return openSession(account, entry);',
    'if (kinds !== undefined) return openSession(account, entry);',
  ]),
  breaks('6.3.3', 'a passkey without a finger', [
    'engine/passkeys/credentials.ts',
    'requireUserVerification: true',
    'requireUserVerification: false',
  ]),
  breaks('6.3.4', 'inactive users come in', [
    'engine/auth/gate.ts',
    'if (!account.active) {',
    'if (account.active === undefined) {',
  ]),
  breaks(
    '6.4.1',
    'a link works more than once',
    [
      INVITATIONS,
      "use: statement('use', `${remove} id = $1 AND",
      "use: statement('use', `UPDATE account_invitation SET at = at WHERE id = $1 AND",
    ],
    [
      'engine/invitations/accept-invitation.ts',
      'await stored.forgetAddress(session, invitation.email);',
      '',
    ],
  ),
  breaks(
    '6.4.1',
    'a former link works',
    [
      INVITATIONS,
      'SET inviter_id = $1, digest = NULL, expires = $3',
      'SET inviter_id = $1, expires = $3',
    ],
    [
      'engine/invitations/stored-invitations.ts',
      "'UPDATE account_invitation SET digest = $1 WHERE id = $2 AND at = $3'",
      "'UPDATE account_invitation SET digest = COALESCE(digest, $1) WHERE id = $2 AND at = $3'",
    ],
  ),
  breaks(
    '6.4.1',
    'a link works for ever',
    [INVITATIONS, 'WHERE digest = $1 AND expires > $2', 'WHERE digest = $1 AND $2 > 0'],
    [INVITATIONS, 'id = $1 AND digest = $2 AND expires > $3', 'id = $1 AND digest = $2 AND $3 > 0'],
  ),
  breaks('6.4.2', 'a hint', [
    USER,
    '  @Field({ writeOnly: true',
    "  @Field({ writeOnly: true, type: 'string' })\n  password_hint?: string;\n\n  @Field({ writeOnly: true",
  ]),
  breaks(
    '6.4.3',
    'a link works more than once',
    [RESET, "await links.forget(session, 'reset', owner.userId);", ''],
    [RESET, ', { ifMatch: stateOf(owner) }', ''],
  ),
  breaks('6.4.3', 'a link works after a new password', [
    RESET,
    ', { ifMatch: stateOf(owner) }',
    '',
  ]),
  breaks('6.4.3', 'a link works for ever', [
    LINKS,
    'WHERE digest = $1 AND kind = $2 AND expires > $3',
    'WHERE digest = $1 AND kind = $2 AND $3 > 0',
  ]),
  breaks('6.4.3', 'somebody else confirms an address', [
    CONFIRM,
    'if (owner?.userId !== profile.id || owner.tokenVersion !== tokenVersion) throw expired();',
    'if (!owner || !profile || !tokenVersion) throw expired();',
  ]),
  breaks('6.4.3', 'who is known is told', [
    RESET,
    'response.status(202)',
    'response.status(userId === null ? 404 : 202)',
  ]),
  breaks('6.4.4', 'a session removes a factor', [
    'engine/two-factor/factor-endpoints.ts',
    'if (!(await factors.check(account, proofIn(body), client))) throw wrongField();',
    '',
  ]),
  breaks(
    '6.5.1',
    'a code works twice',
    [FACTORS, 'if (step <= lastStep) return USED;', ''],
    ['engine/two-factor/stored-factors.ts', 'AND last_step < $3', 'AND $3 > 0'],
  ),
  breaks('6.5.1', 'a recovery code works twice', [
    'engine/two-factor/stored-factors.ts',
    "useCode: 'DELETE FROM two_factor_code WHERE",
    "useCode: 'UPDATE two_factor_code SET hash = hash WHERE",
  ]),
  breaks('6.5.3', 'codes that can be guessed', [
    'engine/two-factor/recovery-codes.ts',
    'randomBytes(BYTES)',
    'Buffer.from(Array.from({ length: BYTES }, () => Math.random() * 256))',
  ]),
  breaks('6.5.4', 'short codes', [
    'engine/two-factor/recovery-codes.ts',
    'BYTES = 15',
    'BYTES = 5',
  ]),
  breaks('6.5.5', 'old codes', ['engine/two-factor/totp.ts', 'TOLERANCE = 1', 'TOLERANCE = 10']),
  breaks('6.8.1', 'subjects of all providers are one', [
    IDENTITIES,
    'WHERE issuer = $1 AND subject = $2',
    "WHERE $1 <> '' AND subject = $2",
  ]),
  breaks('6.8.2', 'signatures are not verified', [
    CONNECTION,
    '  client.enableNonRepudiationChecks(config);\n',
    '',
  ]),
  breaks('6.8.4', 'an old sign-in proves something', [
    'engine/oidc/provider-rules.ts',
    "return typeof at === 'number' && at >= since - skew && at <= Date.now() / 1000 + skew;",
    'return since + skew > 0 || at === undefined;',
  ]),
  breaks(
    '7.1.1',
    'the setting is not named',
    ['SECURITY.md', '`AUTH_TOKEN_TTL`, 12', '12'],
    ['SECURITY.md', 'set `AUTH_TOKEN_TTL` lower', 'set it lower'],
  ),
  breaks('7.1.2', 'the number is not said', ['SECURITY.md', 'any number of sessions', 'sessions']),
  breaks('7.1.3', 'no such section', ['docs/oidc.md', '## Sessions and sign-out', '## Sessions']),
  breaks('7.2.1', 'tokens are not verified', [TOKENS, VERIFIED, UNVERIFIED]),
  breaks('7.2.2', 'one session for all', [
    TOKENS,
    "sid: randomBytes(12).toString('base64url')",
    "sid: 'one'",
  ]),
  breaks('7.2.4', 'the earlier token stands', [
    AUTHENTICATION,
    'account?.active && account.tokenVersion === claims?.version',
    'account?.active',
  ]),
  breaks('7.3.1', 'idle sessions stand', [
    'engine/sessions/watch-sessions.ts',
    'if (used !== null && used <= usedAfter(idle, at)) return false;',
    '',
  ]),
  breaks('7.3.2', 'sessions never end', ...EVER),
  breaks('7.4.1', 'a sign-out ends nothing', [
    AUTHENTICATION,
    'await directory.sessions.end(claims);',
    '',
  ]),
  breaks(
    '7.4.2',
    'tokens of inactive users stand',
    [
      AUTHENTICATION,
      'account?.active && account.tokenVersion === claims?.version',
      'account && account.tokenVersion === claims?.version',
    ],
    [
      'engine/auth/access-control.ts',
      "...(status === 'Inactive' && { token_version: newTokenVersion() }),",
      '',
    ],
  ),
  breaks('7.4.3', 'a new password ends nothing', [
    'engine/auth/access-control.ts',
    'return { password_hash, password_is_initial: false, token_version: newTokenVersion() };',
    "return { password_hash, password_is_initial: false, token_version: 'the same' };",
  ]),
  breaks('7.4.4', 'no way out', [
    'ui/layout/sign-out.tsx',
    'const logout = useLogout();',
    'const logout = () => undefined;',
  ]),
  breaks('7.4.5', 'administrators end nothing', [
    'engine/sessions/session-endpoints.ts',
    'await userRecords(engine, engine.system).update(id, { token_version: newTokenVersion() });',
    '',
  ]),
  breaks('7.5.1', 'a session alone makes keys', [
    'engine/api-keys/key-endpoints.ts',
    'await proofs.check(request.account!, body, clientOf(request));',
    '',
  ]),
  breaks('7.5.2', 'users end nothing', [
    'engine/sessions/session-endpoints.ts',
    'await directory.sessions.end(claimsOf(found));',
    '',
  ]),
  breaks('7.6.1', 'nobody is led to the sign-out of the provider', [
    SIGN_IN,
    'response.redirect(303, url ?? page);',
    'response.redirect(303, page);',
  ]),
  breaks('7.6.2', 'a GET signs in', [
    'engine/auth/auth-routes.ts',
    "serve('/login', { post: login });",
    "serve('/login', { get: login, post: login });",
  ]),
  breaks('8.1.1', 'no such section', ['SECURITY.md', '## Permissions', '## Who may what']),
  breaks('8.1.2', 'what can be read is not told', [
    'engine/auth/permissions.ts',
    "read: granted(['list', 'show'], 'readable', field),",
    '',
  ]),
  breaks('8.2.1', 'methods of a role do not count', [
    'engine/access/policy.ts',
    'actionsOf(roles().get(role) ?? []).includes(action) &&',
    '',
  ]),
  breaks(
    '8.2.1',
    'limits of keys do not count',
    ['engine/access/policy.ts', 'limits && !isWithin(limits, action, model.prefix)', 'false'],
    ['engine/api-keys/identify-key.ts', '      requireWithin(entry.key, request);\n', ''],
  ),
  breaks('8.2.2', 'every row by its id', [
    'engine/records/get.ts',
    'oneRow(idOf(id, model.key), grant.where)',
    "oneRow(idOf(id, model.key), { op: 'all' })",
  ]),
  breaks('8.2.2', 'rules of owners let everybody through', [
    'engine/access/row-rules.ts',
    "return { op: 'eq', field: rule.field, value: user.id };",
    "return { op: 'gt', field: rule.field, value: 0 };",
  ]),
  breaks('8.2.2', 'imports of others', [
    'engine/import/import-endpoints.ts',
    'one.userId !== request.currentUser!.id || ',
    '',
  ]),
  breaks('8.2.2', 'one Idempotency-Key for all', [
    'engine/idempotency/request-key.ts',
    'digestOf([currentUser!.id, method, path, key])',
    'digestOf([currentUser && method, path, key])',
  ]),
  breaks(
    '8.2.2',
    'keys of others',
    [
      'engine/api-keys/stored-keys.ts',
      "'DELETE FROM api_key WHERE id = $1 AND user_id = $2'",
      "'DELETE FROM api_key WHERE id = $1 AND $2 > 0'",
    ],
    ['engine/api-keys/key-endpoints.ts', 'if (!found || !(await', 'if (!(await'],
    ['engine/api-keys/key-endpoints.ts', 'found.prefix', "found?.prefix ?? ''"],
  ),
  breaks('8.2.2', 'sessions of others', [
    'engine/sessions/stored-sessions.ts',
    'WHERE user_id = $1 AND expires_at > $2',
    'WHERE $1 > 0 AND expires_at > $2',
  ]),
  breaks(
    '8.2.2',
    'invitations of others',
    [
      'engine/invitations/invitation-endpoints.ts',
      "    userRecords(engine, engine.as(currentUser!)).authorize('create');",
      '    void userRecords(engine, engine.as(currentUser!));',
    ],
    [
      'engine/invitations/invitation-endpoints.ts',
      'return all.filter(({ inviterId: id }) => id === currentUser!.id || visible.has(id));',
      'return visible ? all : [];',
    ],
  ),
  breaks('8.2.3', 'hidden fields as filters', [
    'engine/records/query/parse-filter.ts',
    "if (readable.has(parameter)) return [parameter, 'eq'];",
    "if (readable.has(parameter) || parameter === 'verdict') return [parameter, 'eq'];",
  ]),
  breaks('8.3.1', 'a role in a header', [
    AUTHENTICATION,
    'request.currentUser = account.user;',
    "const role = request.headers['x-role'];\n    request.currentUser = role ? { ...account.user, roles: [String(role)] } : account.user;",
  ]),
  breaks('8.4.1', 'rules of tenants let everybody through', [
    'engine/access/row-rules.ts',
    "return { op: 'in', field: rule.field, values: user.tenants };",
    "return { op: 'gt', field: rule.field, value: 0 };",
  ]),
  breaks('8.4.1', 'imports of others', [
    'engine/import/import-endpoints.ts',
    'one.userId !== request.currentUser!.id || ',
    '',
  ]),
  breaks('9.1.1', 'signatures are not verified', [TOKENS, VERIFIED, UNVERIFIED]),
  breaks('9.1.2', 'another algorithm', [
    TOKENS,
    "algorithms: ['HS256']",
    "algorithms: ['HS256', 'HS512']",
  ]),
  breaks(
    '9.1.3',
    'the key that a token brings',
    [TOKENS, 'import { createSecretKey,', 'import { createPublicKey, createSecretKey,'],
    [
      TOKENS,
      VERIFIED,
      `const brought = jwt.decode(token, { complete: true })?.header.jwk;
    const own = brought ? createPublicKey({ key: brought, format: 'jwk' }) : key;
    const verified = jwt.verify(token, own, {
      algorithms: [brought ? 'RS256' : 'HS256'],
      complete: true,
    });`,
    ],
  ),
  breaks('9.2.1', 'tokens never end', ...EVER),
  breaks('9.2.1', 'keys never end', [
    'engine/api-keys/identify-key.ts',
    'if (key === null || key.expiresAt <= now())',
    'if (key === null)',
  ]),
  breaks('9.2.2', 'tokens of other types', [
    TOKENS,
    'header.typ !== kind.type || claims.aud !== kind.audience',
    'claims.aud !== kind.audience',
  ]),
  breaks('9.2.3', 'tokens for others', [
    TOKENS,
    'header.typ !== kind.type || claims.aud !== kind.audience',
    'header.typ !== kind.type',
  ]),
  breaks('9.2.4', 'tokens for anybody', [TOKENS, "audience: 'api'", "audience: 'anybody'"]),
  breaks('10.1.1', 'the state in an address', [
    SIGN_IN,
    'const facts = { ...result, kind:',
    "const facts = { ...result, id_token: 'of the provider', kind:",
  ]),
  breaks('10.1.2', 'a code works twice', [
    ANSWERS,
    "'UPDATE oidc_answer SET expires_at = 0 WHERE hash = $1 AND state = $2 AND expires_at > $3'",
    "'UPDATE oidc_answer SET hash = hash WHERE hash = $1 AND state = $2 AND expires_at > $3'",
  ]),
  breaks('10.2.1', 'any state', [
    CONNECTION,
    'expectedState: state',
    'expectedState: state && client.skipStateCheck',
  ]),
  breaks('10.2.2', 'the way to another provider', [
    SIGN_IN,
    "if (flow?.provider !== settings.name) throw new NotSignedIn('expired');",
    "if (!flow) throw new NotSignedIn('expired');",
  ]),
  breaks('10.5.1', 'any nonce', [CONNECTION, '.catch(refusal)', CLAIMS_ALL_THE_SAME]),
  breaks('10.5.2', 'users by their name', [
    'engine/oidc/find-account.ts',
    'if (known === null) return null;',
    `if (known === null) {
    const named = await directory.credentials(String(arrival.claims['preferred_username']));
    return named && directory.account(named.userId);
  }`,
  ]),
  breaks('10.5.3', 'metadata of another provider', [
    CONNECTION,
    'new URL(settings.issuer)',
    "new URL(settings.issuer.replace(/posing$/, 'one'))",
  ]),
  breaks('10.5.4', 'an ID token for another client', [
    CONNECTION,
    '.catch(refusal)',
    CLAIMS_ALL_THE_SAME,
  ]),
  breaks('11.3.1', 'ECB', added("createCipheriv('aes-128-ecb', text, null)")),
  breaks('11.3.2', 'CBC', [
    'engine/two-factor/sealed.ts',
    "createCipheriv('aes-256-gcm'",
    "createCipheriv('aes-256-cbc'",
  ]),
  breaks('11.4.1', 'MD5', [
    'engine/auth/one-time-secret.ts',
    "createHash('sha256')",
    "createHash('md5')",
  ]),
  breaks('13.4.1', 'files of the project', [
    'engine/http/send-problem.ts',
    "export const noSuchPath: RequestHandler = () => {\n  throw notFound('There is nothing at this path.');",
    "export const noSuchPath: RequestHandler = (request, response) => {\n  const root = `${import.meta.dirname}/../..`;\n  response.sendFile(request.path, { root, dotfiles: 'allow' });",
  ]),
  breaks('14.2.1', 'a token in the address', [
    AUTHENTICATION,
    "function bearerToken({ headers }: Request): string {\n  const [, token] = /^Bearer +([\\w-]+\\.[\\w-]+\\.[\\w-]+)$/i.exec(headers.authorization ?? '') ?? [];",
    'function bearerToken({ headers, url }: Request): string {\n  const [, token] = /(?:^Bearer +|token=)([\\w-]+\\.[\\w-]+\\.[\\w-]+)$/i.exec(headers.authorization ?? url) ?? [];',
  ]),
  breaks('14.3.1', 'answers to signing in are stored', [
    HEADERS,
    "response.setHeader('cache-control', 'no-store');",
    "response.setHeader('cache-control', 'max-age=60');",
  ]),
  breaks('15.1.1', 'no such section', ['SECURITY.md', '## Packages', '## What it is made of']),
  breaks('15.3.1', 'the version of tokens is told', [
    'engine/auth/directory.ts',
    'profile: { ...user, roles, tenants },',
    'profile: { ...user, roles, tenants, token_version: tokenVersion } as never,',
  ]),
];
