import { Alert, Box, Link as MuiLink } from '@mui/material';
import { useTranslate, type HttpError } from 'react-admin';
import { Link } from 'react-router';
import { recordPath, type RecordId } from '../application';
import { useErrorText } from '../components/texts';
import type { Refused } from './use-trash';

/** The record that is in the way of another one. */
interface Other {
  model: string;
  id: RecordId;
  label?: string;
}

/** The records that could not be restored or deleted, each with its reason and a link to what is in its way. */
export function RefusedList({
  refused,
  onClose,
}: {
  refused: readonly Refused[];
  onClose: () => void;
}) {
  const errorText = useErrorText();
  return (
    <Alert severity="error" onClose={onClose} sx={{ mb: 2 }}>
      <Box component="ul" sx={{ m: 0, pl: refused.length > 1 ? 2 : 0, listStyle: 'none' }}>
        {refused.map(({ row, error }) => (
          <li key={row.id}>
            <strong>{row._label}</strong>: {errorText(error)} <InTheWay error={error} />
          </li>
        ))}
      </Box>
    </Alert>
  );
}

function InTheWay({ error }: { error: Error }) {
  const translate = useTranslate();
  const { other } = ((error as HttpError).body ?? {}) as { other?: Other };
  if (other?.model === undefined) return null;
  const name = other.label ?? String(other.id);
  return (
    <MuiLink component={Link} to={`${recordPath(other.model, other.id)}/show`}>
      {translate('trash.open_other', { name })}
    </MuiLink>
  );
}
