import { alpha, Box, Paper, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useApplication } from '../application';
import { LanguageButtons } from './language-choice';

export interface OpenPageProps {
  title: string;
  subtitle?: string;
  children: ReactNode;
}

/** A page for those who have not signed in yet: a narrow form below the name of the application. */
export function OpenPage({ title, subtitle, children }: OpenPageProps) {
  const application = useApplication();
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100vh',
        background: ({ palette }) =>
          `radial-gradient(60rem 32rem at 50% -12rem, ${alpha(palette.primary.main, 0.1)}, transparent)`,
        display: 'grid',
        placeItems: 'center',
        // From the top: the form stays where it is when more appears below it.
        alignContent: 'start',
        p: 2,
        pt: { xs: 3, sm: '14vh' },
      }}
    >
      <title>{`${title} · ${application.title}`}</title>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, mb: 3 }}>
        <Box component="img" src={application.icon} alt="" sx={{ width: 36 }} />
        <Typography sx={{ fontSize: '1.25rem', fontWeight: 620, letterSpacing: '-0.015em' }}>
          {application.title}
        </Typography>
      </Box>
      <Paper
        variant="outlined"
        sx={{ width: '100%', maxWidth: 392, p: { xs: 3, sm: 4 }, borderRadius: '14px' }}
      >
        <Typography variant="h1" sx={{ mb: subtitle === undefined ? 2 : 0 }}>
          {title}
        </Typography>
        {subtitle !== undefined && (
          <Typography sx={{ color: 'text.secondary', mb: 3 }}>{subtitle}</Typography>
        )}
        {children}
      </Paper>
      <Box sx={{ mt: 2.5 }}>
        <LanguageButtons />
      </Box>
    </Box>
  );
}
