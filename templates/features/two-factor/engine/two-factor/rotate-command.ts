import type { Database } from '../database/database.js';
import { openProjectDatabase } from '../service/compose.js';
import type { Project } from '../service/project.js';
import { withSettings } from '../service/start.js';
import { StartRefused } from '../settings/settings.js';
import { createSealing, type Sealing } from './sealed.js';
import { storedFactors } from './stored-factors.js';
import type { TwoFactorSettings } from './two-factor-settings.js';

const USAGE = 'type `npm run two-factor -- rotate`';

/** What came of a rotation. */
export interface Rotated {
  readonly sealed: number;
  /** Users whose secret neither key opens: they need a recovery code, or a reset. */
  readonly lost: readonly number[];
}

/**
 * `npm run two-factor -- rotate`: seals all secrets under the present `AUTH_SECRET`, once all processes have it. Ends with 1
 * where one cannot be read.
 */
export async function runTwoFactorCommand(
  project: Project,
  args: readonly string[],
): Promise<void> {
  await withSettings(project, 'Nothing is rotated:', async (settings, features) => {
    if (args.length !== 1 || args[0] !== 'rotate') throw new StartRefused([USAGE]);
    const [, own] = [...features].find(([{ name }]) => name === 'two-factor')!;
    const { former } = own as TwoFactorSettings;
    const database = await openProjectDatabase(project, settings.databaseUrl);
    try {
      const { sealed, lost } = await rotate(database, createSealing(settings.authSecret, former));
      process.stdout.write(`sealed under the present secret: ${sealed}\n`);
      if (lost.length === 0) return;
      process.stderr.write(`cannot be read: those of the users ${lost.join(', ')}\n`);
      process.exitCode = 1;
    } finally {
      await database.close();
    }
  });
}

/** Seals what is sealed under the former key anew; others may use and change their factors meanwhile. */
export async function rotate(database: Database, sealing: Sealing): Promise<Rotated> {
  const stored = storedFactors(database, Date.now);
  const lost: number[] = [];
  let sealed = 0;
  const all = await database.read((session) => stored.secrets(session));
  for (const one of all.filter(({ text }) => !sealing.isCurrent(text))) {
    const secret = sealing.open(one.userId, one.text);
    if (secret === null) {
      lost.push(one.userId);
      continue;
    }
    const text = sealing.seal(one.userId, secret);
    if (await database.write((session) => stored.reseal(session, one, text))) sealed += 1;
  }
  return { sealed, lost };
}
