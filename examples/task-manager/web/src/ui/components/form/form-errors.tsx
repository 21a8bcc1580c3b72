import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { createContext, useContext } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import type { FieldProblem } from '../../api/http';
import { problemsOf, useErrorText, useProblemTexts } from '../use-problem-texts';

/** What the service refused, in one place above the form; the fields say the same where they stand. */
export function FormErrors({ error }: { error: Error | null }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const texts = useProblemTexts(useResourceContext() ?? '');
  if (error === null) return null;
  const problems = problemsOf(error);
  return (
    <Alert severity="error" sx={{ m: 2, mb: 0 }}>
      {problems.length === 0 ? errorText(error) : translate('form.invalid')}
      {problems.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.25 }}>
          {problems.map((problem) => (
            <li key={`${problem.field} ${problem.code}`}>
              <Line label={texts.label(problem.field)} text={texts.ofField(problem, problems)} />
            </li>
          ))}
        </Box>
      )}
    </Alert>
  );
}

/** The field's name stands out, and is not said twice. */
function Line({ label, text }: { label: string; text: string }) {
  return (
    <>
      <strong>{label}</strong>
      {text.startsWith(label) ? text.slice(label.length) : `: ${text}`}
    </>
  );
}

/** What the service had against the fields when the form was sent last. */
export const FormProblems = createContext<readonly FieldProblem[]>([]);

/** What the service said against a field, in the words of the form. */
export function useServiceText(source: string): string | undefined {
  const problems = useContext(FormProblems);
  const texts = useProblemTexts(useResourceContext() ?? '');
  const problem = problems.find(({ field }) => field === source);
  return problem && texts.ofField(problem, problems);
}
