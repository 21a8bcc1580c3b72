import type { Environment } from './settings.js';

/** What the features that a service does not have would bring, by their names. */
export type AbsentFeatures = Readonly<Record<string, AbsentFeature>>;

export interface AbsentFeature {
  /** The names of its settings. */
  readonly settings?: readonly string[];
  /** Commands of the process. */
  readonly commands?: readonly string[];
}

/** The environment, which notes the names that it is asked for. */
export function noteReads(env: Environment): {
  readonly noted: Environment;
  readonly asked: ReadonlySet<string>;
} {
  const asked = new Set<string>();
  const noted = new Proxy(env, {
    get: (all, name) => {
      asked.add(String(name));
      return all[String(name)];
    },
  });
  return { noted, asked };
}

/**
 * What is wrong with an environment that sets up a feature which the service does not have: it would do without, and nobody
 * would see why. A name that the project asks for is a setting of its own.
 */
export const settingsOfAbsent = (
  absent: AbsentFeatures,
  env: Environment,
  asked: ReadonlySet<string>,
): string[] =>
  Object.entries(absent).flatMap(([feature, { settings = [] }]) =>
    settings
      .filter((name) => !asked.has(name) && env[name])
      .map(
        (name) =>
          `${name}: needs the feature \`${feature}\`: type \`crudgen add ${feature}\`, or remove the setting`,
      ),
  );

/** The feature with a command, of those that a service does not have. */
export const featureWith = (command: string, absent: AbsentFeatures): string | undefined =>
  Object.entries(absent).find(([, { commands = [] }]) => commands.includes(command))?.[0];
