import type { Client } from '../http/client.js';
import { jsonObject, textFields } from '../http/read-body.js';
import { badRequest, invalid } from '../problem/problem.js';
import type { Account, Directory } from './directory.js';
import { NO_PASSWORD, type Passwords } from './passwords.js';
import type { Shown, SignInDoor, UseProof } from './sign-in-door.js';
import type { Throttle } from './throttle.js';

/** What people show before they change how they sign in: a stolen session alone changes nothing. */
export interface Proofs {
  /** Kinds of second factors that the user has. */
  factors(account: Account): Promise<readonly string[]>;
  /**
   * Kinds of which any is shown: the factors of whoever has one, else what stands in for the password, and `password` beside it
   * where the user has one. None: the password is.
   */
  kinds(account: Account): Promise<readonly string[]>;
  /** Throws 400 where the body shows none of them, or a wrong one. */
  check(account: Account, body: Readonly<Record<string, unknown>>, client: Client): Promise<void>;
  /** Checks a proof before a change that may be refused; the result uses the proof up, in the transaction of the change. */
  verify(
    account: Account,
    body: Readonly<Record<string, unknown>>,
    client: Client,
  ): Promise<UseProof>;
  /** False for whoever comes in by a provider only. */
  hasPassword(account: Account): Promise<boolean>;
  /** Whether the user has to have a second factor. */
  isRequired(account: Account): boolean;
}

/** What bodies have of a proof: all of it as `proof`, or its members beside the rest, as they had it before 0.6. */
export const PROOF_FIELDS = ['proof', 'password', 'kind', 'code', 'credential'] as const;

type Body = Readonly<Record<string, unknown>>;

/** What a body shows. */
export const shownIn = (body: Body): Body => ('proof' in body ? jsonObject(body['proof']) : body);

export interface ProofParts {
  readonly directory: Directory;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly doors: readonly SignInDoor[];
}

/** Beside what stands in for it. */
const PASSWORD = 'password';

export function createProofs(parts: ProofParts): Proofs {
  const { directory, doors } = parts;
  const ofDoors = async (ask: (door: SignInDoor) => Promise<readonly string[]> | undefined) =>
    (await Promise.all(doors.map((door) => ask(door) ?? []))).flat();
  const factors: Proofs['factors'] = (account) => ofDoors((door) => door.factors?.(account));
  const hasPassword: Proofs['hasPassword'] = async ({ profile }) => {
    const known = await directory.credentials(profile.username);
    return known !== null && known.passwordHash !== NO_PASSWORD;
  };
  const kinds: Proofs['kinds'] = async (account) => {
    const own = await factors(account);
    if (own.length > 0) return own;
    const instead = await ofDoors((door) => door.instead?.(account));
    const isBeside = instead.length > 0 && (await hasPassword(account));
    return isBeside ? [PASSWORD, ...instead] : instead;
  };
  /** What the first door makes of it that knows its kind; `byPassword` where the password is what counts. */
  const shownTo = async <T>(
    [account, sent, client]: Parameters<Proofs['check']>,
    byPassword: T,
    ask: (door: SignInDoor, shown: Shown) => Promise<T> | null | undefined,
  ): Promise<T> => {
    const body = shownIn(sent);
    const own = await kinds(account);
    if (isByPassword(own, body)) {
      await checkPassword(parts, account, body, client);
      return byPassword;
    }
    const { kind } = textFields(body, ['kind']);
    for (const door of own.includes(kind) ? doors : []) {
      const asking = ask(door, { ...body, kind });
      if (asking) return asking;
    }
    throw unknownKind(own);
  };
  return {
    factors,
    kinds,
    hasPassword,
    check: (account, body, client) =>
      shownTo([account, body, client], undefined, (door, shown) =>
        door.proves?.(account, shown, client),
      ),
    verify: (account, body, client) =>
      shownTo([account, body, client], NOTHING, (door, shown) =>
        door.verifies
          ? door.verifies(account, shown, client)
          : door.proves?.(account, shown, client)?.then(() => NOTHING),
      ),
    isRequired: (account) => doors.some((door) => door.requires?.(account) ?? false),
  };
}

/** A password is not used up. */
const NOTHING: UseProof = () => Promise.resolve();

function isByPassword(
  kinds: readonly string[],
  { kind = PASSWORD }: Readonly<Record<string, unknown>>,
): boolean {
  return kinds.length === 0 || (kinds.includes(PASSWORD) && kind === PASSWORD);
}

async function checkPassword(
  { directory, passwords, throttle }: ProofParts,
  { profile }: Account,
  body: Readonly<Record<string, unknown>>,
  { address }: Client,
): Promise<void> {
  const { password } = textFields(body, ['password']);
  const known = await directory.credentials(profile.username);
  const right = await throttle.attempt(profile.username, address, () =>
    passwords.verify(password, known?.passwordHash ?? null),
  );
  if (right) return;
  const message = 'The password is wrong.';
  throw badRequest(message, [{ field: 'password', code: 'wrong', message }]);
}

function unknownKind(kinds: readonly string[]) {
  const values = kinds.join(', ');
  const message = `kind must be one of ${values}.`;
  return invalid([{ field: 'kind', code: 'value', message, params: { values } }]);
}
