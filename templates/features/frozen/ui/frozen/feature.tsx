import LockIcon from '@mui/icons-material/LockOutlined';
import { Chip } from '@mui/material';
import { useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import { useIsClosed, type Row, type UiFeature } from '../application';
import { isFrozen } from './is-frozen';
import { useFrozen } from './use-frozen';

/** Records that change no more: their pages say so, and have no actions that would change them. */
export const frozen: UiFeature = {
  name: 'frozen',
  isClosed: isFrozen,
  useClosed: useFrozen,
  ShowAction: Closed,
  texts: { en: { closed: 'No longer changes' } },
};

function Closed() {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const isClosed = useIsClosed(resource, useRecordContext<Row>());
  if (!isClosed) return null;
  return (
    <Chip icon={<LockIcon />} label={translate('frozen.closed')} sx={{ alignSelf: 'center' }} />
  );
}
