import { In } from 'typeorm';
import { Role } from '../auth/entities.js';
import type { AppParts, Feature, ServiceParts, SignInDoorParts, Stop } from '../service/project.js';
import { timeout, type SettingReader } from '../settings/setting-values.js';
import { KINDS, addFactorEndpoints, proveFactor, verifyFactor } from './factor-endpoints.js';
import { factorPaths } from './factor-paths.js';
import { Factors } from './factors.js';
import { createSealing } from './sealed.js';
import type { TwoFactorSettings } from './two-factor-settings.js';

const readSettings = (read: SettingReader['read']): TwoFactorSettings => ({
  roles: read('TWO_FACTOR_ROLES', '', roleNames),
  grace: read('TWO_FACTOR_GRACE', '7d', timeout),
  former: read('AUTH_SECRET_FORMER', '', (text) => text || null),
});

function roleNames(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  return names.filter((name) => name !== '');
}

/** The feature with a clock, for tests. */
export const twoFactorFeature = (now: () => number = Date.now): Feature<TwoFactorSettings> => ({
  name: 'two-factor',
  readSettings,
  testSettings: { roles: [], grace: 0, former: null },
  signIn(parts, own) {
    const factors = factorsOf(parts, own, now);
    return {
      asks: (account) => factors.asked(account),
      factors: (account) => factors.kinds(account),
      proves: (account, proof, client) =>
        isOurs(proof) ? proveFactor(factors, account, proof, client) : null,
      verifies: (account, proof, client) =>
        isOurs(proof) ? verifyFactor(factors, account, proof, client) : null,
      requires: (account) => factors.isRequired(account),
    };
  },
  endpoints: {
    add: (app, parts, own) => addFactorEndpoints(app, parts, factorsOf(parts, own, now)),
    paths: factorPaths,
  },
  start: warnOfRoles,
  commands: {
    'two-factor': async (project, args) =>
      (await import('./rotate-command.js')).runTwoFactorCommand(project, args),
  },
});

const isOurs = ({ kind }: { readonly kind: string }): boolean => KINDS.some((one) => one === kind);

/** A second factor at sign-in: codes of an app, and recovery codes. */
export const twoFactor = twoFactorFeature();

type Shared = Pick<SignInDoorParts & AppParts, keyof SignInDoorParts & keyof AppParts>;

function factorsOf(parts: Shared, own: TwoFactorSettings, now: () => number): Factors {
  const { database, directory, throttle, events, logger, settings } = parts;
  const sealing = createSealing(settings.authSecret, own.former);
  const { roles, grace } = own;
  const limits = { roles, grace: grace * 1000, now };
  return new Factors({ database, directory, throttle, events, logger, sealing, ...limits });
}

/** A role that is misspelt requires nothing of anybody. */
async function warnOfRoles(
  { database, logger }: ServiceParts,
  { roles }: TwoFactorSettings,
): Promise<Stop> {
  const named = roles.filter((name) => name !== '*');
  const known = await database.read((session) =>
    session
      .runner()
      .manager.getRepository(Role)
      .find({ where: { name: In(named) } }),
  );
  const names = new Set(known.map(({ name }) => name));
  for (const name of named)
    if (!names.has(name)) logger.warn(`TWO_FACTOR_ROLES names ${name}, a role that does not exist`);
  return () => Promise.resolve();
}
