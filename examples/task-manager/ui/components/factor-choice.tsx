import { Link } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useApplication, type SignInParts } from '../application';

/** The parts of features that ask for factors of these kinds: the chosen one, and what leads to the others. */
export function useFactorChoice(kinds: readonly string[]) {
  const { features } = useApplication();
  const [chosen, choose] = useState<string | null>(null);
  const parts = features.flatMap(({ name, signIn }) =>
    signIn?.kinds?.some((kind) => kinds.includes(kind)) ? { name, ...signIn } : [],
  );
  const part = parts.find(({ name }) => name === chosen) ?? parts[0];
  return { part, others: parts.filter((one) => one !== part), choose };
}

export interface OtherFactorsProps {
  others: readonly (SignInParts & { name: string })[];
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
