import { Link } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useApplication, type SignInParts } from '../application';

type Part = SignInParts & { name: string };

/**
 * The parts of features, and `own` ones before them, that ask for factors or proofs of these kinds: the chosen one, and what
 * leads to the others.
 */
export function useFactorChoice(kinds: readonly string[], own: readonly Part[] = []) {
  const { features } = useApplication();
  const [chosen, choose] = useState<string | null>(null);
  const all = [...own, ...features.map(({ name, signIn }) => ({ name, ...signIn }))];
  const parts = all.filter((one: Part) => one.kinds?.some((kind) => kinds.includes(kind)));
  const part =
    parts.find(({ name }) => name === chosen) ??
    parts.find((one: Part) => one.isShown?.()) ??
    parts[0];
  return { part, others: parts.filter((one) => one !== part), choose };
}

export interface OtherFactorsProps {
  others: readonly Part[];
  choose: (name: string) => void;
}

/** Leads to the factors that would do as well. */
export function OtherFactors({ others, choose }: OtherFactorsProps) {
  const translate = useTranslate();
  return others.map(({ name, choose: key }) => (
    <Link
      key={name}
      component="button"
      type="button"
      onClick={() => choose(name)}
      sx={{ display: 'block', mt: 2, py: 0.5, textAlign: 'start' }}
    >
      {translate(key ?? name)}
    </Link>
  ));
}
