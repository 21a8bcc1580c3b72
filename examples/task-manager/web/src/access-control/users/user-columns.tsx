import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useFieldValue } from 'react-admin';
import type { FieldProps } from '../../components/fields/fields';
import { Nothing } from '../../components/fields/fields';
import { ReferencesField } from '../../components/fields/reference-field';
import { columnOf } from '../../components/list/columns';
import { detailOf } from '../../components/show/details';

/** A list of words, such as role names or methods. */
export function NamesField({ source }: FieldProps) {
  const names = useFieldValue({ source }) as string[] | null | undefined;
  if (!names?.length) return <Nothing />;
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      {names.map((name) => (
        <Chip key={name} label={name} />
      ))}
    </Box>
  );
}

export const NamesColumn = columnOf(NamesField);
export const NamesDetail = detailOf(NamesField);
export const TenantsColumn = columnOf(ReferencesField);
