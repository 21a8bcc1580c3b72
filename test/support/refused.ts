import { type Problem, Refusal } from '../../src/problem.js';

/** The problems with which a command refuses; throws where it does not. */
export async function refusedProblems(work: Promise<unknown>): Promise<readonly Problem[]> {
  const error: unknown = await work.catch((reason: unknown) => reason);
  if (error instanceof Refusal) return error.problems;
  throw error instanceof Error ? error : new Error('nothing was refused');
}
