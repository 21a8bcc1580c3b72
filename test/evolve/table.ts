import { type StepCounts, WAYS, type WayName, type YearCounts } from './evolve.js';
import { sumOf } from './sum.js';

/** What is in a line of the table. */
export interface Totals {
  readonly way: WayName;
  readonly conflicts: number;
  /** Files that a person was asked about, once for each step. */
  readonly files: number;
  readonly named: number;
  readonly lost: number;
  readonly own: number;
  readonly red: number;
  readonly foretold: number;
  readonly steps: number;
  readonly minutes: number;
}

/** What years came to in one of the ways. */
export function totalsOf(way: WayName, years: readonly YearCounts[]): Totals {
  const own = years.filter((year) => year.way === way);
  const steps: readonly StepCounts[] = own.flatMap((year) => year.steps);
  return {
    way,
    conflicts: sumOf(steps, ({ conflicts }) => conflicts),
    files: sumOf(steps, ({ files }) => files.length),
    named: sumOf(steps, ({ named }) => named),
    lost: sumOf(own, ({ lost }) => lost.length),
    own: sumOf(own, (year) => year.own),
    red: steps.filter(({ errors }) => errors.length > 0).length,
    foretold: steps.filter(({ foretold }) => foretold).length,
    steps: steps.length,
    minutes: sumOf(steps, ({ seconds }) => seconds) / 60,
  };
}

/** A table of the ways for some years. */
export function tableOf(years: readonly YearCounts[]): string {
  const lines = WAYS.map((way) => lineOf(totalsOf(way, years)));
  const head =
    '| | conflicts (in files) | places named besides | lines lost | red builds (foretold) | minutes |';
  return [head, '| --- | ---: | ---: | ---: | ---: | ---: |', ...lines].join('\n');
}

function lineOf({ way, conflicts, files, named, lost, own, ...builds }: Totals): string {
  const { red, foretold, steps, minutes } = builds;
  const cells = [
    way,
    `${conflicts} (${files})`,
    named,
    `${lost} of ${own}`,
    `${red} of ${steps} (${foretold})`,
    minutes.toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** A table for each project, and one of all together. */
export function report(years: readonly YearCounts[]): string {
  const names = [...new Set(years.map(({ project }) => project))];
  const parts = names.map((name) => {
    const own = years.filter(({ project }) => project === name);
    return `### ${name}\n\n${tableOf(own)}\n`;
  });
  return [...parts, `### All together\n\n${tableOf(years)}\n`].join('\n');
}
