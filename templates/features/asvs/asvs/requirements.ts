/** A requirement of the OWASP Application Security Verification Standard 5.0. */
export interface Requirement {
  /** As the standard counts it: chapter, section, place. */
  readonly number: string;
  readonly level: 1 | 2;
  /** What it asks for, in words of our own: the text of the standard has a licence of its own. */
  readonly asks: string;
}

export interface ChapterOfStandard {
  readonly number: number;
  readonly title: string;
  readonly requirements: readonly Requirement[];
}

type Row = readonly [number: string, level: 1 | 2, asks: string];

const chapter = (number: number, title: string, rows: readonly Row[]): ChapterOfStandard => ({
  number,
  title,
  requirements: rows.map(([place, level, asks]) => ({ number: `${number}.${place}`, level, asks })),
});

/** All of level 1; of level 2 the chapters 6 to 10, which are about signing in and permissions. */
export const STANDARD: readonly ChapterOfStandard[] = [
  chapter(1, 'Encoding and injection', [
    ['2.1', 1, 'what is put into HTML, XML or headers is encoded for that place'],
    ['2.2', 1, 'what is put into URLs is encoded, and URLs of harmful schemes are refused'],
    ['2.3', 1, 'what is put into JavaScript or JSON cannot change its structure'],
    ['2.4', 1, 'input cannot become part of a database query'],
    ['2.5', 1, 'input cannot become part of a command of the operating system'],
    ['3.1', 1, 'HTML that users write is cleaned by a known library'],
    ['3.2', 1, 'no text is run as code'],
    ['5.1', 1, 'XML is read without external entities'],
  ]),
  chapter(2, 'Validation and business logic', [
    ['1.1', 1, 'it is documented how each input is checked'],
    ['2.1', 1, 'input is held to the values, patterns and limits that it should have'],
    ['2.2', 1, 'the service checks input, whatever a page has checked'],
    ['3.1', 1, 'steps of one flow cannot be skipped or taken in another order'],
  ]),
  chapter(3, 'Browsers', [
    ['2.1', 1, 'a browser never renders a response as something that it is not'],
    ['2.2', 1, 'what is text is shown as text, never as HTML'],
    ['3.1', 1, 'cookies are Secure, and have the prefix that proves it'],
    ['4.1', 1, 'every response keeps browsers on https for a year'],
    ['4.2', 1, 'other origins read responses only if they are on a list'],
    ['5.1', 1, 'requests that need no preflight are proven to come from our own pages'],
    ['5.2', 1, 'what relies on a preflight cannot be called by a request without one'],
    ['5.3', 1, 'safe methods such as GET change nothing'],
  ]),
  chapter(4, 'API', [
    ['1.1', 1, 'every response with a body says its type, and for texts the character set'],
    ['4.1', 1, 'WebSockets are used over TLS only'],
  ]),
  chapter(5, 'Files', [
    ['2.1', 1, 'files that are too large to be processed are refused'],
    ['2.2', 1, 'the content of a file is held to the type that it claims'],
    ['3.1', 1, 'files of users are never run as programs of the server'],
    ['3.2', 1, 'paths of files are never made of what a user sends'],
  ]),
  chapter(6, 'Authentication', [
    ['1.1', 1, 'it is documented how password guessing is slowed down without locking users out'],
    ['1.2', 2, 'the words of this service that passwords must not consist of are documented'],
    ['1.3', 2, 'all ways to sign in are documented, each with its strength'],
    ['2.1', 1, 'passwords have at least 8 characters'],
    ['2.2', 1, 'users can change their password'],
    ['2.3', 1, 'whoever changes a password must give the current one'],
    ['2.4', 1, 'the 3,000 most common passwords are refused'],
    ['2.5', 1, 'no kind of character is required in a password, or forbidden'],
    ['2.6', 1, 'a password is hidden while it is typed'],
    ['2.7', 1, 'passwords can be pasted, and filled in by password managers'],
    ['2.8', 1, 'a password is verified exactly as it was typed'],
    ['2.9', 2, 'passwords of 64 characters are accepted'],
    ['2.10', 2, 'a password does not expire by itself'],
    ['2.11', 2, 'passwords that consist of the words of this service are refused'],
    ['2.12', 2, 'passwords known from leaks are refused'],
    ['3.1', 1, 'guessing passwords is slowed down as documented'],
    ['3.2', 1, 'there is no default account'],
    ['3.3', 2, 'signing in takes a second factor'],
    ['3.4', 2, 'there are no undocumented ways to sign in, and all are equally strong'],
    ['4.1', 1, 'initial passwords and codes are random, short-lived, and replaced on first use'],
    ['4.2', 1, 'there are no password hints or secret questions'],
    ['4.3', 2, 'a forgotten password is reset safely, and not past the second factor'],
    ['4.4', 2, 'whoever lost a factor proves who they are as when it was set up'],
    ['5.1', 2, 'recovery codes and one-time passwords work once'],
    ['5.2', 2, 'short recovery codes are stored as password hashes'],
    ['5.3', 2, 'recovery codes and seeds come from a secure random generator'],
    ['5.4', 2, 'recovery codes have at least 20 bits of chance'],
    ['5.5', 2, 'one-time passwords expire'],
    ['6.1', 2, 'codes by phone or SMS are sent to confirmed numbers, and are not the only choice'],
    ['6.2', 2, 'a code that was sent belongs to the sign-in that it was sent for'],
    ['6.3', 2, 'codes that were sent cannot be guessed'],
    ['8.1', 2, 'no identity provider can speak for a user of another one'],
    ['8.2', 2, "signatures of an identity provider's assertions are always checked"],
    ['8.3', 2, 'a SAML assertion works once'],
    ['8.4', 2, 'strength and age of a sign-in at a provider are checked where they matter'],
  ]),
  chapter(7, 'Sessions', [
    ['1.1', 2, 'it is documented when sessions end, by inactivity and in any case'],
    ['1.2', 2, 'it is documented how many sessions a user may have'],
    ['1.3', 2, 'sessions that other systems take part in are documented'],
    ['2.1', 1, 'the service itself verifies session tokens'],
    ['2.2', 1, 'session tokens are made for each session, never fixed keys'],
    ['2.3', 1, 'tokens that only refer to a session have 128 random bits'],
    ['2.4', 1, 'a new sign-in has a new token, and ends the one that it replaces'],
    ['3.1', 2, 'a session ends after a time without use'],
    ['3.2', 2, 'a session ends after a time in any case'],
    ['4.1', 1, 'a session that has ended cannot be used any more'],
    ['4.2', 1, 'sessions end with their account'],
    ['4.3', 2, 'a new password can end all other sessions'],
    ['4.4', 2, 'signing out is in sight on every page'],
    ['4.5', 2, 'administrators can end the sessions of a user'],
    ['5.1', 2, 'changing what an account is recovered by takes another sign-in'],
    ['5.2', 2, 'users see their sessions, and can end them'],
    ['6.1', 2, 'sessions here and at the provider end as documented'],
    ['6.2', 2, 'no session begins without an action of the user'],
  ]),
  chapter(8, 'Authorization', [
    ['1.1', 1, 'it is documented who may do what, with which records'],
    ['1.2', 2, 'it is documented who may read and write which fields'],
    ['2.1', 1, 'only those who may use a function can use it'],
    ['2.2', 1, 'only those who may see a record can reach it'],
    ['2.3', 2, 'only those who may see or change a field can do so'],
    ['3.1', 1, 'the service decides, and nothing that a caller sends can alter that'],
    ['4.1', 2, 'nobody reaches into a tenant that is not theirs'],
  ]),
  chapter(9, 'Tokens', [
    ['1.1', 1, 'the signature of a token is checked before its contents'],
    ['1.2', 1, 'only listed algorithms count, and never "none"'],
    ['1.3', 1, 'the key is the configured one, never one that a token brings'],
    ['2.1', 1, 'a token counts within its time only'],
    ['2.2', 2, 'a token of another kind does not count'],
    ['2.3', 2, 'a token for another service does not count'],
    ['2.4', 2, 'tokens of a shared key say whom they are for'],
  ]),
  chapter(10, 'OAuth and OpenID Connect', [
    ['1.1', 2, 'tokens go only where they are needed'],
    ['1.2', 2, 'a client accepts only answers to what it began in this browser'],
    ['2.1', 2, 'the code flow of a client is protected from forged requests'],
    ['2.2', 2, 'a client of several providers cannot mix them up'],
    ['3.1', 2, 'a resource server accepts only access tokens for itself'],
    ['3.2', 2, 'a resource server obeys what was delegated to a token'],
    ['3.3', 2, 'a resource server knows users by claims that nobody else can get'],
    ['3.4', 2, 'a resource server checks how, and how long ago, the user signed in'],
    ['4.1', 1, 'an authorization server redirects to registered URIs only'],
    ['4.2', 1, 'an authorization code works once'],
    ['4.3', 1, 'an authorization code is short-lived'],
    ['4.4', 1, 'a client uses only the grants that it needs'],
    ['4.5', 1, 'a refresh token that was copied is noticed'],
    ['4.6', 2, 'the code grant takes PKCE'],
    ['4.7', 2, 'clients that register themselves are not trusted'],
    ['4.8', 2, 'refresh tokens expire in any case'],
    ['4.9', 2, 'users can revoke refresh tokens'],
    ['4.10', 2, 'confidential clients prove who they are'],
    ['4.11', 2, 'a client gets only the scopes that it needs'],
    ['5.1', 2, 'an ID token cannot be replayed'],
    ['5.2', 2, 'users are known by a claim that nobody else can get'],
    ['5.3', 2, 'a provider cannot pose as another one by its metadata'],
    ['5.4', 2, 'an ID token counts for the client that it was made for'],
    ['5.5', 2, 'sign-out by a provider cannot be forged'],
    ['6.1', 2, 'a provider answers with codes, never with access tokens in a URL'],
    ['6.2', 2, 'nobody can be signed out at a provider by a forged request'],
    ['7.1', 2, 'users consent to each authorization'],
    ['7.2', 2, 'users are told what they consent to'],
    ['7.3', 2, 'users can take back their consent'],
  ]),
  chapter(11, 'Cryptography', [
    ['3.1', 1, 'no insecure block modes and paddings'],
    ['3.2', 1, 'only approved ciphers, such as AES with GCM'],
    ['4.1', 1, 'only approved hash functions where security depends on them'],
  ]),
  chapter(12, 'TLS', [
    ['1.1', 1, 'TLS 1.2 and 1.3 only, and preferably 1.3'],
    ['2.1', 1, 'clients reach the service by TLS only'],
    ['2.2', 1, 'certificates are publicly trusted'],
  ]),
  chapter(13, 'Configuration', [['4.1', 1, 'nobody can read .git and the like']]),
  chapter(14, 'Data', [
    ['2.1', 1, 'nothing secret stands in a URL'],
    ['3.1', 1, 'a browser keeps no data of a session that has ended'],
  ]),
  chapter(15, 'Code and architecture', [
    ['1.1', 1, 'it is documented how soon vulnerable packages are replaced'],
    ['2.1', 1, 'no package is older than that'],
    ['3.1', 1, 'responses have only the fields that their reader needs'],
  ]),
];

/** The requirements whose numbers begin like this, such as `6` or `6.4.3`, or all; throws where there are none. */
export function requirementsOf(numbers: readonly string[]): readonly Requirement[] {
  const all = STANDARD.flatMap(({ requirements }) => requirements);
  const isIn = (beginning: string) => (one: Requirement) =>
    `${one.number}.`.startsWith(`${beginning}.`);
  const unknown = numbers.find((number) => !all.some(isIn(number)));
  if (unknown !== undefined)
    throw new Error(`${unknown} is no requirement: name one, as 6.4.3, or a chapter, as 6`);
  return numbers.length === 0
    ? all
    : all.filter((one) => numbers.some((number) => isIn(number)(one)));
}
