import { settingReader } from '../settings/setting-values.js';
import { StartRefused, type Environment, type Settings } from '../settings/settings.js';
import type { FeatureSettings, Project, ServiceParts, Stop } from './project.js';

/** The settings of a project and of its features; throws a `StartRefused` that lists every invalid value. */
export function readAllSettings(
  project: Project,
  env: Environment,
): { readonly settings: Settings; readonly own: FeatureSettings } {
  const { read, wrong } = settingReader(env);
  const own = new Map(
    (project.features ?? []).map((feature) => [feature, feature.readSettings?.(read) ?? {}]),
  );
  try {
    const settings = project.readSettings(env);
    if (wrong.length === 0) return { settings, own };
  } catch (error) {
    if (!(error instanceof StartRefused) || wrong.length === 0) throw error;
    throw new StartRefused([...error.reasons, ...wrong]);
  }
  throw new StartRefused(wrong);
}

/** Starts the work of all features; the last to start is the first to stop. */
export async function startFeatures(parts: ServiceParts): Promise<Stop> {
  const running: Stop[] = [];
  const stop = async () => {
    for (const one of running.splice(0).reverse()) await one();
  };
  try {
    for (const [feature, own] of parts.features) {
      const ended = await feature.start?.(parts, own);
      if (ended) running.push(ended);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
