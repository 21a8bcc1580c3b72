import { Agent, request } from 'node:http';
import type { Target } from './measure.js';
import type { Asked } from './operations.js';
import type { Load } from './wrk.js';

interface Extent {
  readonly requests: number;
  readonly connections: number;
}

/**
 * Sends a number of requests from this process; `ask` gives the question with the number `n`, from 0. It costs more than wrk, so only
 * the processor time of the server says something.
 */
export async function loadByNode(
  target: Target,
  ask: (n: number) => Asked,
  { requests, connections }: Extent,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const began = performance.now();
  const times: number[] = [];
  let [next, failures] = [0, 0];
  const sendInTurn = async (): Promise<void> => {
    while (next < requests) {
      const sent = performance.now();
      const status = await answer(target, ask(next++), agent);
      times.push(performance.now() - sent);
      if (status >= 400) failures += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, sendInTurn));
  agent.destroy();
  times.sort((one, other) => one - other);
  return {
    seconds: (performance.now() - began) / 1000,
    answered: requests - failures,
    failures,
    p50: times[Math.floor(requests / 2)]!,
    p99: times[Math.floor(requests * 0.99)]!,
  };
}

/** The status of the answer to one question, once all of it has been read. */
function answer({ base, headers }: Target, asked: Asked, agent: Agent): Promise<number> {
  const { method, path, body } = asked;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const type = text !== undefined && { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(base + path, { method, agent, headers: { ...headers, ...type } });
    sent.on('error', reject).on('response', (response) => {
      response.on('error', reject).on('end', () => resolve(response.statusCode!));
      response.resume();
    });
    sent.end(text);
  });
}
