import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { HttpError } from 'react-admin';
import { useResourceContext, useTranslate } from 'react-admin';
import type { Problem } from '../../api/http';
import { useLabels } from '../use-labels';

/** What the service refused, in one place above the form; the fields say the same where they stand. */
export function FormErrors({ error }: { error: Error | null }) {
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  if (error === null) return null;
  const { errors = {} } = ((error as HttpError).body ?? {}) as Problem;
  const entries = Object.entries(errors);
  return (
    <Alert severity="error" sx={{ m: 2, mb: 0 }}>
      {entries.length === 0 ? error.message : translate('form.invalid')}
      {entries.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.25 }}>
          {entries.map(([source, text]) => (
            <li key={source}>
              <strong>{labels.field(resource, source)}</strong>: {text}
            </li>
          ))}
        </Box>
      )}
    </Alert>
  );
}
