import { readCached } from '../api/storage';
import type { User } from '../api/session';
import type { FieldFact, StepFact } from '../application';

/** The steps that the signed-in user may take. */
export function openSteps({ steps = [] }: FieldFact): readonly StepFact[] {
  const own = readCached<User>('user')?.roles ?? [];
  return steps.filter(({ roles }) => roles?.some((role) => own.includes(role)) ?? true);
}

/** The values that may follow a value, or be the first one. */
export function nextValues(fact: FieldFact, from: string | null): readonly string[] {
  const isOpen = from === null && fact.steps?.every((step) => step.from !== undefined);
  if (isOpen) return fact.values ?? [];
  return openSteps(fact)
    .filter((step) => (step.from ?? null) === from)
    .map(({ to }) => to);
}

/** The values that all of these values may become, or are. */
export function commonValues(fact: FieldFact, present: readonly (string | null)[]) {
  const next = present.map((from) => [...nextValues(fact, from), from]);
  return (fact.values ?? []).filter((value) => next.every((values) => values.includes(value)));
}

/** All values that a step of the user's leads to, of records whose values they do not know. */
export const anyValues = (fact: FieldFact): readonly string[] =>
  (fact.values ?? []).filter((value) => openSteps(fact).some(({ to }) => to === value));
