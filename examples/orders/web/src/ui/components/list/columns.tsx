import type { ComponentType } from 'react';
import { DataTable } from 'react-admin';
import {
  BooleanField,
  ChoiceField,
  DateField,
  DatetimeField,
  EmailField,
  JsonField,
  NumberField,
  TextField,
  UrlField,
} from '../fields/fields';
import type { FieldProps } from '../fields/fields';
import { ReferenceField, ReferencesField } from '../fields/reference-field';
import { useFieldRule } from '../use-field-rule';
import { RecordLink } from './record-link';

/** How a column looks in every table; `label` and `sortable` are for the owner of a page. */
export interface ColumnProps {
  source: string;
  label?: string;
  sortable?: boolean;
}

interface Style {
  align?: 'left' | 'right';
  width?: number;
  wide?: boolean;
  /** Whether its cells hold no links of their own, so that they can lead to their records. */
  plain?: boolean;
}

/** A column that shows its field by `Field`, and is absent where the user may not read it. */
export function columnOf<P extends FieldProps>(Field: ComponentType<P>, style: Style = {}) {
  const { plain = false } = style;
  const Column = ({ label, sortable = true, ...props }: P & ColumnProps) => {
    const { read } = useFieldRule(props.source);
    if (!read) return null;
    return (
      <DataTable.Col
        source={props.source}
        label={label}
        disableSort={!sortable}
        align={style.align ?? 'left'}
        sx={cellStyle(style)}
      >
        <RecordLink source={props.source} plain={plain}>
          <Field {...(props as unknown as P)} />
        </RecordLink>
      </DataTable.Col>
    );
  };
  return Object.assign(Column, { plain });
}

function cellStyle({ wide, align }: Style) {
  return {
    maxWidth: wide ? 'clamp(180px, 22vw, 360px)' : 260,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    ...(align === 'right' && { fontVariantNumeric: 'tabular-nums' }),
  };
}

export const TextColumn = columnOf(TextField, { wide: true, plain: true });
export const NumberColumn = columnOf(NumberField, { align: 'right', plain: true });
export const DateColumn = columnOf(DateField, { plain: true });
export const DatetimeColumn = columnOf(DatetimeField, { plain: true });
export const BooleanColumn = columnOf(BooleanField);
export const ChoiceColumn = columnOf(ChoiceField, { plain: true });
export const EmailColumn = columnOf(EmailField);
export const UrlColumn = columnOf(UrlField);
export const JsonColumn = columnOf(JsonField);
export const ReferenceColumn = columnOf(ReferenceField);
const UnsortedReferences = columnOf(ReferencesField);

/** Several references; a database cannot sort by them. */
export function ReferencesColumn(props: Parameters<typeof UnsortedReferences>[0]) {
  return <UnsortedReferences {...props} sortable={false} />;
}
