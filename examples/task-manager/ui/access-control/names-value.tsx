import { Chip } from '@mui/material';
import { useFieldValue } from 'react-admin';
import { Chips, Nothing, type ValueProps } from '../components/fields';

/** A list of words, such as role names. */
export function NamesValue({ source }: ValueProps) {
  const names = useFieldValue({ source }) as string[] | null | undefined;
  if (!names?.length) return <Nothing />;
  return (
    <Chips>
      {names.map((name) => (
        <Chip key={name} label={name} />
      ))}
    </Chips>
  );
}
