import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useResourceContext, useTranslate } from 'react-admin';
import { useErrorText } from '../use-error-text';
import { problemsOf, useProblemTexts } from '../use-problem-texts';

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
