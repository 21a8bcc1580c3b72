import { Typography } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { humanize } from '../components/formats';
import { useLabels } from '../components/texts';

export type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** What is shown elsewhere in the entry. */
const ELSEWHERE = ['username'];
/** Facts that are words of the service, and not names that people have given. */
const WORDS = ['way', 'reason', 'sources'];

/** The words of a language. */
interface Texts {
  readonly translate: (key: string, options?: { _: string }) => string;
  readonly field: (resource: string, source: string) => string;
}

/** The facts of an event in a line: `By: password`. What code of the project tells is as it is. */
export function factsText(kind: string, facts: Facts, { translate, field }: Texts): string {
  const word = (fact: string, value: string): string =>
    translate(`security-log.${fact}_${value}`, { _: humanize(value) });
  const valueOf = (fact: string, value: Facts[string]): string => {
    if (typeof value === 'boolean') return translate(`ra.boolean.${value}`);
    if (typeof value !== 'string') return String(value);
    if (WORDS.includes(fact)) return word(fact, value);
    if (fact !== 'changed') return value;
    const model = kind.startsWith('role-') ? 'role' : 'user';
    const names = value.split(', ').filter((name) => name !== '');
    return names.map((name) => field(model, name)).join(', ');
  };
  return Object.entries(facts)
    .filter(([fact]) => !ELSEWHERE.includes(fact))
    .map(([fact, value]) => `${word('fact', fact)}: ${valueOf(fact, value)}`)
    .join(' · ');
}

/** The facts of an event in the language of the reader. */
export function useFactsText(): (kind: string, facts: Facts) => string {
  const translate = useTranslate();
  const { field } = useLabels();
  return (kind, facts) => factsText(kind, facts, { translate, field });
}

/** The facts of the entry at hand. */
export function FactsText({ source }: { source: string }) {
  const record = useRecordContext();
  const textOf = useFactsText();
  const facts = (record?.[source] ?? {}) as Facts;
  return (
    <Typography component="span" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      {textOf(String(record?.['kind'] ?? ''), facts)}
    </Typography>
  );
}
