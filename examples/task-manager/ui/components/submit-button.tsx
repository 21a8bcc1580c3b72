import { Button } from '@mui/material';
import type { ReactNode } from 'react';

export interface SubmitButtonProps {
  busy: boolean;
  /** Whether it takes something away. */
  danger?: boolean | undefined;
  autoFocus?: boolean | undefined;
  children: ReactNode;
}

/** What sends a form by itself, as that of a sign-in or of a proof. */
export function SubmitButton({
  busy,
  danger = false,
  autoFocus = false,
  children,
}: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      variant="contained"
      color={danger ? 'error' : 'primary'}
      loading={busy}
      autoFocus={autoFocus}
      sx={{ minHeight: 40 }}
    >
      {children}
    </Button>
  );
}
