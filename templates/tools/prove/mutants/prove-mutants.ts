import { relative } from 'node:path';
import type { AccessRules } from '../../../service/engine/model/access-rules.js';
import type { ModelModule } from '../../../service/engine/model/model-module.js';
import { AccessFiles } from '../report/access-files.js';
import type { MutantResult } from '../report/report.js';
import type { ChosenMutant } from './apply-mutant.js';
import { filesByReach, modelFiles } from './model-files.js';
import { ProjectTests } from './project-tests.js';
import { type MutantFacts, mutantsOf, type RuleMutant } from './rule-mutants.js';

/** The name of a sentence that the mutated rules break; null if all sentences hold. */
export type BrokenSentence = (mutated: ReadonlyMap<string, AccessRules>) => Promise<string | null>;

/** A project whose tests are asked. */
export interface MutantQuestion {
  readonly root: string;
  /** The models whose rules are mutated. */
  readonly models: readonly ModelModule[];
  readonly factsOf: (model: string) => MutantFacts;
  readonly brokenSentence: BrokenSentence;
  /** Shows progress. */
  readonly note: (line: string) => void;
}

/** The outcome of trying mutants. */
export interface MutantTrials {
  /** The tests that fail without any mutant. No mutant is tried then, because such tests would notice every mutant. */
  readonly failing: readonly string[];
  /** The mutants that were tried; those that no test and no sentence notices come first. */
  readonly results: readonly MutantResult[];
  /** The keys of mutants within a missed mutant: nothing would notice them either. */
  readonly untried: readonly string[];
}

/** Runs the tests of a project against each mutant of its rules. */
export async function proveMutants(question: MutantQuestion): Promise<MutantTrials> {
  const { root, models, factsOf } = question;
  const mutants = models.flatMap(({ entity, access }) =>
    access ? mutantsOf(entity.name, access, factsOf(entity.name)) : [],
  );
  if (mutants.length === 0) return { failing: [], results: [], untried: [] };
  const tests = await ProjectTests.open(root);
  try {
    const failing = await failingTests(root, tests);
    if (failing.length > 0) return { failing, results: [], untried: [] };
    const hunt = new Hunt(question, tests, mutants);
    await hunt.run(mutants.filter(({ within }) => within === null));
    // A mutant may be three levels deep: all rows opened, a rule for everybody, the rule for one more role.
    for (let open = hunt.due(); open.length > 0; open = hunt.due()) await hunt.run(open);
    return { failing, results: hunt.results(), untried: hunt.untried() };
  } finally {
    await tests.close();
  }
}

/** The names of the tests that fail without a mutant. */
async function failingTests(root: string, tests: ProjectTests): Promise<readonly string[]> {
  const results = await tests.run(new Map(tests.files.map((file) => [file, null])));
  return [...results].flatMap(([file, { failed }]) =>
    failed.map((name) => `${relative(root, file)}: ${name}`),
  );
}

/** A mutant, and who noticed it. */
interface Trial {
  readonly mutant: RuleMutant;
  readonly chosen: ChosenMutant;
  /** The test files that may notice it, in groups by their distance from the model. */
  readonly reach: readonly (readonly string[])[];
  killedBy: string | null;
  seconds: number;
}

/** Runs trials side by side: a test file has one mutant at a time, but each worker of vitest runs another file. */
class Hunt {
  readonly #trials = new Map<string, Trial>();

  constructor(
    private readonly question: MutantQuestion,
    private readonly tests: ProjectTests,
    private readonly mutants: readonly RuleMutant[],
  ) {}

  /** The mutants that have not been tried, and whose wider mutant was noticed. */
  due(): readonly RuleMutant[] {
    return this.mutants.filter(({ key, within }) => {
      const wider = within === null ? undefined : this.#trials.get(within);
      return !this.#trials.has(key) && typeof wider?.killedBy === 'string';
    });
  }

  untried(): readonly string[] {
    return this.mutants.map(({ key }) => key).filter((key) => !this.#trials.has(key));
  }

  async run(mutants: readonly RuleMutant[]): Promise<void> {
    const { root, factsOf } = this.question;
    const files = modelFiles(root);
    const trials = mutants.map((mutant): Trial => {
      const { model, key } = mutant;
      const reach = filesByReach(root, files.get(model), this.tests.files);
      const chosen = { model, key, facts: factsOf(model) };
      return { mutant, chosen, reach, killedBy: null, seconds: 0 };
    });
    for (const trial of trials) this.#trials.set(trial.mutant.key, trial);
    await this.#try(trials, 0);
    await this.#try(trials, 1);
    for (const trial of trials.filter(isOpen)) await this.#ask(trial);
    await this.#try(trials, 2);
  }

  /** The results of all trials, the missed mutants first. */
  results(): readonly MutantResult[] {
    const files = new AccessFiles(this.question.root);
    const results = [...this.#trials.values()].map(
      ({ mutant: { key, name, model, place }, killedBy, seconds }): MutantResult => ({
        ...{ key, name, model, killer: killedBy, seconds: Number(seconds.toFixed(2)) },
        place: files.placeOf(model, place),
      }),
    );
    return results.toSorted((one, other) => Number(!!one.killer) - Number(!!other.killer));
  }

  /** Runs the files of one group in rounds, until each has been run with each open mutant that it is there for. */
  async #try(trials: readonly Trial[], group: number): Promise<void> {
    const left = new Map(trials.filter(isOpen).map((trial) => [trial, trial.reach[group] ?? []]));
    while (left.size > 0) {
      const round = new Map<string, Trial>();
      for (const [trial, files] of left) {
        const free = files.filter((file) => !round.has(file));
        for (const file of free) round.set(file, trial);
        left.set(
          trial,
          files.filter((file) => !free.includes(file)),
        );
      }
      await this.#runRound(round);
      for (const [trial, files] of left)
        if (!isOpen(trial) || files.length === 0) left.delete(trial);
    }
  }

  async #runRound(round: ReadonlyMap<string, Trial>): Promise<void> {
    if (round.size === 0) return;
    const chosen = new Map([...round].map(([file, trial]) => [file, trial.chosen]));
    for (const [file, { failed, seconds }] of await this.tests.run(chosen)) {
      const trial = round.get(file)!;
      trial.seconds += seconds;
      trial.killedBy ??= failed[0] ?? null;
    }
    const done = [...this.#trials.values()].filter(({ killedBy }) => killedBy !== null).length;
    this.question.note(`mutants: ${done} of ${this.mutants.length} noticed`);
  }

  async #ask(trial: Trial): Promise<void> {
    const began = performance.now();
    const { model, rules } = trial.mutant;
    trial.killedBy = await this.question.brokenSentence(new Map([[model, rules]]));
    trial.seconds += (performance.now() - began) / 1000;
  }
}

const isOpen = ({ killedBy }: Trial): boolean => killedBy === null;
