import type { Identifier } from 'react-admin';
import { chunks, type Outcomes } from '../api/data-provider';
import { request } from '../api/http';
import { recordPath, type RecordId } from '../application';
import type { RecordAction } from './action';

/** What an action sends: the values of its form, if it has one. */
export type Body = Readonly<Record<string, unknown>> | undefined;

/** Calls the endpoint of an action for a record. */
export const send = (
  resource: string,
  id: Identifier,
  { name, method = 'POST' }: RecordAction,
  body: Body,
): Promise<unknown> =>
  request(`${recordPath(resource, id as RecordId)}/${name}`, {
    method,
    body,
    unanswered: 'app.maybe_changed',
  });

const AT_ONCE = 4;

/** Calls the endpoint of an action for several records, each by itself. */
export async function sendEach(
  resource: string,
  ids: readonly Identifier[],
  action: RecordAction,
  body: Body,
): Promise<Outcomes> {
  const outcomes: (Error | null)[] = [];
  for (const some of chunks(ids, AT_ONCE)) {
    const sent = some.map((id) =>
      send(resource, id, action, body).then(
        () => null,
        (error: unknown) => error as Error,
      ),
    );
    outcomes.push(...(await Promise.all(sent)));
  }
  return outcomes;
}
