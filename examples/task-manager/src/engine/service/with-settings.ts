import { existsSync } from 'node:fs';
import { tellStory } from '../database/tell-error.js';
import { StartRefused, type Settings } from '../settings/settings.js';
import type { Project } from './project.js';

/**
 * Runs one of the project's processes with the settings of the environment; what the process was given wins over `.env`.
 * What is wrong with them, or with the database that they name, is said below `title` in a line each. Anything else is an
 * error in the code, and comes with its stack.
 */
export async function withSettings(
  project: Project,
  title: string,
  work: (settings: Settings) => Promise<void>,
): Promise<void> {
  const fail = (error: unknown): never => {
    const lines =
      error instanceof StartRefused
        ? [title, ...error.reasons.map((reason) => `  ${reason}`)]
        : [tellStory(error)];
    process.stderr.write(`${lines.join('\n')}\n`);
    process.exit(1);
  };
  // Node would print an error that nobody caught with all that it carries.
  process.once('uncaughtException', fail);
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    await work(project.readSettings(process.env));
  } catch (error) {
    fail(error);
  }
}
