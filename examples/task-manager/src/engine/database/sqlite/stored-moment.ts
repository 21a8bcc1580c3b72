import { dayText } from '../day-text.js';

const pairs = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** `2026-11-21 09:30:00.000`: a moment as TypeORM stores it, in UTC. */
export function storedMoment(date: Date): string {
  const time = date.getTime();
  const rest = ((time % 86_400_000) + 86_400_000) % 86_400_000;
  const seconds = Math.floor(rest / 1000);
  const hour = pairs[Math.floor(seconds / 3600)]!;
  const minute = pairs[Math.floor(seconds / 60) % 60]!;
  const fraction = String(rest % 1000).padStart(3, '0');
  return `${dayText(time)} ${hour}:${minute}:${pairs[seconds % 60]!}.${fraction}`;
}

/** The texts that mean a stored moment, in their order: in a row from plain SQL whole seconds have no `.000`. */
export const formsOf = (stored: string): readonly [first: string, last: string] => [
  stored.endsWith('.000') ? stored.slice(0, -'.000'.length) : stored,
  stored,
];
