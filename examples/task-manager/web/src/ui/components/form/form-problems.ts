import { createContext, useContext } from 'react';
import { useResourceContext } from 'react-admin';
import type { FieldProblem } from '../../api/http';
import { useProblemTexts } from '../use-problem-texts';

/** What the service had against the fields when the form was sent last. */
export const FormProblems = createContext<readonly FieldProblem[]>([]);

/** What the service said against a field, in the words of the form. */
export function useServiceText(source: string): string | undefined {
  const problems = useContext(FormProblems);
  const texts = useProblemTexts(useResourceContext() ?? '');
  const problem = problems.find(({ field }) => field === source);
  return problem && texts.ofField(problem, problems);
}
