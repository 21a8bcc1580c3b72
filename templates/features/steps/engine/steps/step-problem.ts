import { conflict, type HttpProblem } from '../problem/problem.js';

/** A change that is not a step, and the values that the field might have had. */
interface Refused {
  readonly from: string | null;
  readonly to: string | null;
  readonly allowed: readonly string[];
}

/** The response to a change that is not a step; null for writers who may not read the field, which is named alone. */
export function stepProblem(field: string, refused: Refused | null): HttpProblem {
  const message = refused ? messageOf(field, refused) : `${field} cannot have this value now.`;
  const params = refused
    ? { from: refused.from ?? '', to: refused.to ?? '', allowed: refused.allowed.join(', ') }
    : undefined;
  return conflict(message, [{ field, code: 'step', message, ...(params && { params }) }], {
    code: 'step',
    params: { field, ...refused },
  });
}

function messageOf(field: string, { from, to, allowed }: Refused): string {
  const next =
    allowed.length > 0 ? `, only ${from === null ? 'with' : 'to'} ${allowed.join(', ')}` : '';
  return from === null
    ? `${field} cannot begin with ${to}${next}.`
    : `${field} cannot change from ${from} to ${to ?? 'no value'}${next}.`;
}
