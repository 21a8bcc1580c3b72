import { afterAll, type Mock, vi } from 'vitest';
import { metricsFeature } from '../../../../templates/features/metrics/engine/metrics/metrics-feature.js';
import type {
  Feature,
  Project,
  ServiceParts,
} from '../../../../templates/service/engine/service/project.js';
import { readAllSettings, start } from '../../../../templates/service/engine/service/start.js';
import { project } from '../../../../templates/service/src/project.js';

const ENV = {
  AUTH_SECRET: 'a secret that is long enough for everybody',
  PORT: '0',
  LOG_LEVEL: 'silent',
};

export interface Watched {
  readonly url: string;
  /** Where the metrics are, on a port of their own. */
  readonly metrics: string;
  readonly parts: ServiceParts;
  readonly log: { readonly info: Mock; readonly warn: Mock };
  /** A token of the administrator. */
  signIn(): Promise<string>;
  stop(): Promise<void>;
}

const started: Watched[] = [];

/** Stops what was started, in a suite. */
export const stopAll = (): void =>
  afterAll(async () => {
    for (const { stop } of started.splice(0)) await stop();
  });

/** A service that has the feature and others, until its suite ends. */
export async function startWatched(
  env: Readonly<Record<string, string>>,
  others: readonly Feature[] = [],
  more: Partial<Project> = {},
): Promise<Watched> {
  let parts!: ServiceParts;
  const log = { info: vi.fn(), warn: vi.fn() };
  const spy: Feature = {
    name: 'spy',
    start: (given) => {
      parts = given;
      Object.assign(given.logger, log);
      return async () => undefined;
    },
  };
  const features = [spy, ...others, metricsFeature()] as readonly Feature[];
  const whole = { ...project, ...more, features } as Project;
  const { settings, own } = readAllSettings(whole, { ...ENV, ...env });
  const running = await start(whole, settings, own);
  let ended: Promise<void> | null = null;
  const stop = () => (ended ??= running.stop());
  const told = log.info.mock.calls.find(([, text]) => text === 'metrics');
  const signIn = async () => {
    const answer = await fetch(`${running.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'admin' }),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  const watched = { url: running.url, metrics: String(told?.[0].url), parts, log, signIn, stop };
  started.push(watched);
  return watched;
}

/** What is told of one metric: its labels as they are written -> its value. */
export function samplesOf(text: string, name: string): Record<string, number> {
  const lines = [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))];
  return Object.fromEntries(lines.map(([, labels = '', value]) => [labels, Number(value)]));
}

/** By how much each has grown. */
export function grownBy(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): Record<string, number> {
  const grown = Object.entries(after).map(([labels, value]): [string, number] => [
    labels,
    value - (before[labels] ?? 0),
  ]);
  return Object.fromEntries(grown.filter(([, value]) => value !== 0));
}
