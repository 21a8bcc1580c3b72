import {
  HttpProblem,
  MAX_REPORTED,
  andMore,
  badRequest,
  type FieldProblem,
} from '../../problem/problem.js';

/** Runs every part of the parser, so that all problems are reported at once. */
export class ProblemCollector {
  readonly #problems: FieldProblem[] = [];

  that<T>(parse: () => T): T | null {
    if (this.#problems.length > MAX_REPORTED) return null;
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      this.#problems.push(...error.problems);
      return null;
    }
  }

  end(): void {
    const [first] = this.#problems;
    if (!first) return;
    const more = this.#problems.length > MAX_REPORTED ? [andMore('problems')] : [];
    throw badRequest(first.message, [...this.#problems.slice(0, MAX_REPORTED), ...more]);
  }
}
