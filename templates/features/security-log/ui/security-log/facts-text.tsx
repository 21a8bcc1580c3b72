import { Typography } from '@mui/material';
import { useRecordContext } from 'react-admin';

export type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** What is shown elsewhere in the entry. */
const ELSEWHERE = ['username'];

/** Facts in a line: `way: password`. */
export const factsText = (facts: Facts): string =>
  Object.entries(facts)
    .filter(([name]) => !ELSEWHERE.includes(name))
    .map(([name, value]) => `${name}: ${value}`)
    .join(' · ');

/** The facts of the entry at hand. */
export function FactsText({ source }: { source: string }) {
  const facts = useRecordContext()?.[source] as Facts | undefined;
  return (
    <Typography component="span" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      {factsText(facts ?? {})}
    </Typography>
  );
}
