import { Alert, Box, Button, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { FactorProps } from '../application';
import { CodeForm } from './code-form';
import { useAskingError } from '../components/asking-form';
import { post, type Enrolment, type Given } from './factors';
import { RecoveryCodes, SetUp } from './set-up';

/** The second step of signing in: a code, or setting up the factor that a role requires. */
export function FactorStep(props: FactorProps) {
  return props.question.kinds.includes('enrol') ? (
    <EnrolStep {...props} />
  ) : (
    <CodeStep {...props} />
  );
}

function CodeStep({ question, onSession, onCancel }: FactorProps) {
  const translate = useTranslate();
  return (
    <CodeForm
      kinds={question.kinds}
      submit={translate('auth.submit')}
      onCode={async (kind, code) =>
        onSession(await post<Given>('/auth/factor', { token: question.token, kind, code }))
      }
      onCancel={onCancel}
    />
  );
}

function EnrolStep({ question: { token }, onSession, onCancel }: FactorProps) {
  const translate = useTranslate();
  const { enrolment, error } = useEnrolment(token);
  const [given, setGiven] = useState<Given | null>(null);
  if (given !== null)
    return (
      <RecoveryCodes codes={given.recovery_codes ?? []} onDone={() => void onSession(given)} />
    );
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography>{translate('two-factor.must')}</Typography>
      {enrolment && (
        <SetUp
          enrolment={enrolment}
          onCode={async (code) =>
            setGiven(await post<Given>('/auth/factor', { token, kind: 'enrol', code }))
          }
          onCancel={onCancel}
        />
      )}
      {error !== null && (
        <>
          <Alert severity="error">{error}</Alert>
          <Button onClick={onCancel}>{translate('form.cancel')}</Button>
        </>
      )}
    </Box>
  );
}

/** The secret, asked for once: each question for it makes another one. */
function useEnrolment(token: string) {
  const explain = useAskingError();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let isLeft = false;
    post<Enrolment>('/auth/factor/enrol', { token }).then(
      (found) => !isLeft && setEnrolment(found),
      (reason: unknown) => !isLeft && setError(explain(reason as Error)),
    );
    return () => {
      isLeft = true;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- another language is no reason to ask again
  }, [token]);
  return { enrolment, error };
}
