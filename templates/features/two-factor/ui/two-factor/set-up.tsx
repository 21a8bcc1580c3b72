import { Box, Button, Typography } from '@mui/material';
import { lazy, Suspense } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { saveFile } from '../components/save-file';
import { AskingForm } from '../components/asking-form';
import { AppCodeInput } from './code-form';
import type { Enrolment } from './factors';

const QrCode = lazy(() => import('./qr-code').then((module) => ({ default: module.QrCode })));

export interface SetUpProps {
  enrolment: Enrolment;
  onCode: (code: string) => Promise<unknown>;
  onCancel: () => void;
}

/** The secret for an app, as a picture and as text, and the first code that confirms it. */
export function SetUp({ enrolment, onCode, onCancel }: SetUpProps) {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Typography>{translate('two-factor.scan')}</Typography>
      <Box sx={{ minHeight: 216 }}>
        <Suspense fallback={null}>
          <QrCode text={enrolment.uri} label={translate('two-factor.qr_code')} />
        </Suspense>
      </Box>
      <Typography sx={{ color: 'text.secondary' }}>
        {translate('two-factor.type_secret')}
      </Typography>
      <Box component="code" dir="ltr" data-secret sx={{ overflowWrap: 'anywhere' }}>
        {enrolment.secret.replace(/.{4}(?!$)/g, '$& ')}
      </Box>
      <AskingForm
        submit={translate('two-factor.confirm')}
        onSubmit={(values) => onCode(String(values.get('code')))}
        onCancel={onCancel}
      >
        <AppCodeInput />
      </AskingForm>
    </Box>
  );
}

/** The new recovery codes, which nobody can see again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const text = `${codes.join('\n')}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify('two-factor.copied', { type: 'success' }),
      () => notify('two-factor.not_copied', { type: 'warning' }),
    );
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Typography variant="h2">{translate('two-factor.recovery_codes')}</Typography>
      <Typography>{translate('two-factor.keep_codes')}</Typography>
      <Box component="ul" dir="ltr" sx={CODES}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '@media print': { display: 'none' } }}>
        <Button variant="outlined" onClick={() => void copy()}>
          {translate('two-factor.copy')}
        </Button>
        <Button
          variant="outlined"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          {translate('two-factor.download')}
        </Button>
        <Button variant="outlined" onClick={() => window.print()}>
          {translate('two-factor.print')}
        </Button>
        <Button variant="contained" color="primary" onClick={onDone}>
          {translate('two-factor.kept')}
        </Button>
      </Box>
    </Box>
  );
}

const CODES = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(16rem, 1fr))',
  gap: 0.75,
  width: '100%',
  fontSize: '0.875rem',
};
