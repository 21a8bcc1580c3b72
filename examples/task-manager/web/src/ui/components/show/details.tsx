import Box from '@mui/material/Box';
import type { ComponentType } from 'react';
import { useResourceContext } from 'react-admin';
import {
  BooleanField,
  ChoiceField,
  DateField,
  DatetimeField,
  EmailField,
  JsonField,
  LongTextField,
  NumberField,
  TextField,
  UrlField,
} from '../fields/fields';
import type { FieldProps } from '../fields/fields';
import { ReferenceField, ReferencesField } from '../fields/reference-field';
import { useFieldRule } from '../use-field-rule';
import { useLabels } from '../use-labels';

export interface DetailProps {
  source: string;
  label?: string;
}

/** A labelled field of one record, absent where the user may not read it. */
export function detailOf<P extends FieldProps>(Field: ComponentType<P>, wide = false) {
  return function Detail({ label, ...props }: P & DetailProps) {
    const resource = useResourceContext() ?? '';
    const labels = useLabels();
    const { read } = useFieldRule(props.source);
    if (!read) return null;
    return (
      <Box className={wide ? 'wide' : undefined} sx={{ minWidth: 0 }}>
        <Box component="dt" sx={{ fontSize: '0.75rem', color: 'text.secondary', mb: 0.25 }}>
          {label ?? labels.field(resource, props.source)}
        </Box>
        <Box component="dd" sx={{ m: 0, fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
          <Field {...(props as unknown as P)} />
        </Box>
      </Box>
    );
  };
}

export const TextDetail = detailOf(TextField);
export const LongTextDetail = detailOf(LongTextField, true);
export const NumberDetail = detailOf(NumberField);
export const DateDetail = detailOf(DateField);
export const DatetimeDetail = detailOf(DatetimeField);
export const BooleanDetail = detailOf(BooleanField);
export const ChoiceDetail = detailOf(ChoiceField);
export const EmailDetail = detailOf(EmailField);
export const UrlDetail = detailOf(UrlField);
export const JsonDetail = detailOf(JsonField, true);
export const ReferenceDetail = detailOf(ReferenceField);
export const ReferencesDetail = detailOf(ReferencesField);
