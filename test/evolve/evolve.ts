import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ByCrudgen } from './by-crudgen.js';
import { ByGit } from './by-git.js';
import { copyFolder, readTree } from './folders.js';
import { Generated } from './generated.js';
import { Overwriting } from './overwriting.js';
import { lostLines, ownLines } from './own-lines.js';
import type { Edited } from './projects.js';
import { compile, fileOf, newErrors } from './red-builds.js';
import { renamedBy, type Step, titleOf } from './step.js';
import { sumOf } from './sum.js';
import type { Taken, Way } from './way.js';

/** The ways, in the order of the table. */
export const WAYS = ['git merge', 'overwriting', 'crudgen'] as const;
export type WayName = (typeof WAYS)[number];

/** What a step came to in one of the ways. */
export interface StepCounts {
  readonly step: string;
  /** Places that a person was asked about, and the files they are in. */
  readonly conflicts: number;
  readonly files: readonly string[];
  /** Places in the developer's own code that were named besides. */
  readonly named: number;
  /** What the compiler named that it had not named before. */
  readonly errors: readonly string[];
  /** Whether the step named each file with such an error, or asked about it. */
  readonly foretold: boolean;
  /** Of the processor. */
  readonly seconds: number;
}

/** What a year of a project came to in one of the ways. */
export interface YearCounts {
  readonly project: string;
  readonly way: WayName;
  readonly steps: readonly StepCounts[];
  /** Lines of its developer at the beginning of the year. */
  readonly own: number;
  readonly lost: readonly string[];
}

/** How a project is taken through its year. */
export interface Options {
  /** A folder for all that is made of it. */
  readonly folder: string;
  /** What the compiler says about a project, which goes by the name of its way. */
  readonly compile?: typeof compile;
  readonly tell?: (words: string) => void;
}

const BEGIN = Date.UTC(2027, 0, 4, 9);
const YEAR = 364 * 24 * 3600_000;

/** Takes an edited project through its year in each of the ways. */
export function evolve(project: Edited, options: Options): YearCounts[] {
  const { folder, tell = () => undefined } = options;
  const places = placesIn(folder);
  project.make(places.generated);
  const generated = new Generated(places.generated);
  copyFolder(places.generated, places.crudgen);
  project.edit(places.crudgen);
  const own = ownLines(generated.files, readTree(places.crudgen));
  const ways = waysIn(places);
  const years = WAYS.map((name) => new Year(name, ways[name], options.compile ?? compile));
  project.year.forEach((step, at) => {
    const day = new Date(BEGIN + (at * YEAR) / project.year.length);
    const output = generated.take(step, day);
    // What crudgen came to settles what git asks.
    for (const year of years.toReversed()) year.add(step, year.way.take({ step, at: day, output }));
    tell(`${project.name}: ${titleOf(step)}: ${years.map((one) => one.last).join('; ')}`);
  });
  const renamed = project.year.flatMap(renamedBy);
  return years.map(({ name, way, steps }) => ({
    project: project.name,
    way: name,
    steps,
    own: own.length,
    lost: lostLines(own, readTree(way.folder), renamed, project.rewritten),
  }));
}

type Places = Readonly<Record<'generated' | 'crudgen' | 'overwritten' | 'merged', string>>;

/** Empty folders for the project as nobody edits it, and for each of the ways. */
function placesIn(folder: string): Places {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'generated'), { recursive: true });
  const [generated, crudgen] = [join(folder, 'generated'), join(folder, 'crudgen')];
  return {
    generated,
    crudgen,
    overwritten: join(folder, 'overwritten'),
    merged: join(folder, 'merged'),
  };
}

/** The ways, each with the edited project in a folder of its own. */
function waysIn({ generated, crudgen, overwritten, merged }: Places): Record<WayName, Way> {
  const byCrudgen = new ByCrudgen(crudgen);
  copyFolder(crudgen, overwritten);
  return {
    crudgen: byCrudgen,
    overwriting: new Overwriting(overwritten),
    'git merge': new ByGit(merged, { generated, edited: crudgen }, byCrudgen),
  };
}

/** A project on its way through the year, with what was counted. */
class Year {
  readonly steps: StepCounts[] = [];
  #said: string;

  constructor(
    readonly name: WayName,
    readonly way: Way,
    private readonly compile: NonNullable<Options['compile']>,
  ) {
    this.#said = compile(way.folder, name);
  }

  /** Counts a step that was taken. */
  add(step: Step, { asked, named, seconds }: Taken): void {
    const said = this.compile(this.way.folder, this.name);
    const errors = newErrors(this.#said, said);
    this.#said = said;
    this.steps.push({
      step: titleOf(step),
      conflicts: sumOf(asked.values(), (one) => one),
      files: [...asked.keys()],
      named: sumOf(named.values(), (one) => one),
      errors,
      foretold:
        errors.length > 0 &&
        errors.every((one) => named.has(fileOf(one)) || asked.has(fileOf(one))),
      seconds,
    });
  }

  /** What the last step came to, in words. */
  get last(): string {
    const { conflicts = 0, named = 0, errors = [] } = this.steps.at(-1) ?? {};
    return `${conflicts} asked, ${named} named${errors.length > 0 ? `, red (${errors.length})` : ''}`;
  }
}
