import { Box, Paper, Typography } from '@mui/material';
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
        <Box component="img" src={application.icon} alt="" sx={{ width: 32 }} />
        <Typography sx={{ fontSize: '1.125rem', fontWeight: 650 }}>{application.title}</Typography>
      </Box>
      <Paper
        variant="outlined"
        sx={{ width: '100%', maxWidth: 380, p: { xs: 3, sm: 4 }, borderRadius: 3 }}
      >
        <Typography variant="h1" sx={{ mb: subtitle === undefined ? 2 : 0 }}>
          {title}
        </Typography>
        {subtitle !== undefined && (
          <Typography sx={{ color: 'text.secondary', mb: 3 }}>{subtitle}</Typography>
        )}
        {children}
      </Paper>
      <LanguageButtons />
    </Box>
  );
}
