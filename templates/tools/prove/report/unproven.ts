import { isDeepStrictEqual } from 'node:util';
import { isBeside } from '../doors/beside.js';
import type { Door, Endpoint, Proof } from '../doors/door.js';
import type { Unproven, WorldCount } from './report.js';

/** The parts of the service that no question of these doors was about. */
export async function unprovenParts(
  proof: Proof,
  doors: readonly Door[],
  worlds: readonly WorldCount[],
): Promise<readonly Unproven[]> {
  const endpoints = await endpointsOf(proof);
  const unclaimed = endpoints.filter(
    (one) => !isBeside(one) && !doors.some((door) => door.claims(one, proof)),
  );
  const sampled = worlds.filter(({ complete }) => !complete);
  return [
    ...sampled.map(({ model, rule }) => ({
      subject: `${rule}, rows of ${model}`,
      reason: 'the rule looks at too many values to try all combinations',
    })),
    ...changingRules(proof).map((subject) => ({
      subject,
      reason: 'the rule states another condition each time, by a clock, chance or other data',
    })),
    ...unclaimed.map(({ method, path }) => ({
      subject: `${method} ${path}`,
      reason: 'no door asks this endpoint',
    })),
  ];
}

/** The endpoints in the OpenAPI document of the service. */
async function endpointsOf({ service, people }: Proof): Promise<readonly Endpoint[]> {
  const { body } = await service.ask(people.me, { method: 'GET', path: '/openapi.json' });
  const { paths = {} } = (body ?? {}) as { paths?: Readonly<Record<string, object>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
}

/** Custom rules that state different conditions for a user from call to call. */
function changingRules({ models, people }: Proof): readonly string[] {
  return models.flatMap(({ name, access }) =>
    (access.rows ?? []).flatMap((rule, index) => {
      if (rule.kind !== 'custom') return [];
      const isChanging = people.actors.some((actor) => {
        try {
          return !isDeepStrictEqual(rule.where(actor), rule.where(actor));
        } catch {
          return false;
        }
      });
      return isChanging ? [`rule ${index + 1} of ${name}`] : [];
    }),
  );
}
