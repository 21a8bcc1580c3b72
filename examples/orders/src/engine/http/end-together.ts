import type { ServerResponse } from 'node:http';

let waiting: { readonly response: ServerResponse; readonly text: string }[] = [];

/**
 * Ends an answer together with the others of this turn of the event loop. An answer that is sent alone wakes its client,
 * which then works beside us for a moment and sleeps again before the next one: measured with 32 connections, reading one
 * record is 1.4 times and a list 1.3 times as fast. To do without: `response.end(text)`.
 */
export function endTogether(response: ServerResponse, text: string): void {
  if (waiting.push({ response, text }) === 1) setImmediate(endAll);
}

function endAll(): void {
  const ready = waiting;
  waiting = [];
  for (const { response, text } of ready) response.end(text);
}
