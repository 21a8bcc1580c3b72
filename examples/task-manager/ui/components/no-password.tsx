import { Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useApplication } from '../application';

/** Tells who has no password, as a provider signs them in, how they get one. */
export function NoPassword({ onCancel }: { onCancel?: () => void }) {
  const translate = useTranslate();
  const { features } = useApplication();
  const page = features.flatMap(({ signIn }) => signIn?.newPassword ?? [])[0];
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography>
        {translate('password.none')} {translate(page ? 'password.by_link' : 'password.by_admin')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {page && (
          <Button component={Link} to={page} variant="contained" color="primary">
            {translate('password.get_link')}
          </Button>
        )}
        {onCancel && <Button onClick={onCancel}>{translate('form.cancel')}</Button>}
      </Box>
    </Box>
  );
}
