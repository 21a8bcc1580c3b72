import AddIcon from '@mui/icons-material/Add';
import { Box, Skeleton } from '@mui/material';
import { Suspense } from 'react';
import { useTranslate } from 'react-admin';
import { sessionMayDo } from '../api/session';
import { useDefinition, type FieldFact, type RecordId, type Row } from '../application';
import { RecordText } from './fields';
import { numberOf, plainText } from './formats';
import { useLabels } from './texts';

/** A record by its label, and below it by what tells it from others. */
export function RecordOption(props: DistinguishingTextProps) {
  return (
    <Box>
      {props.row._label}
      <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
        <Suspense fallback={<Skeleton width={96} />}>
          {props.alike.length > 1 ? <DistinguishingText {...props} /> : <DetailText {...props} />}
        </Suspense>
      </Box>
    </Box>
  );
}

/** The entry below the records that were found, which creates one of that name. */
export function CreateOption({ resource, text }: { resource: string; text: string }) {
  const translate = useTranslate();
  const name = useLabels().oneWithin(resource);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'primary.main' }}>
      <AddIcon fontSize="small" />
      {text === '' ? translate('form.new', { name }) : translate('form.create_named', { text })}
    </Box>
  );
}

export interface DistinguishingTextProps {
  resource: string;
  row: Row;
  /** All records with the same label, including this one. */
  alike: readonly Row[];
}

/** What distinguishes a record from others with the same label: the first field whose values differ, or else its number. */
export function DistinguishingText({ resource, row, alike }: DistinguishingTextProps) {
  const fact = distinguishingField(useDefinition(resource)?.fields ?? [], alike);
  const value = fact && row[fact.source];
  if (value === undefined || value === null) return numberOf(row.id);
  return <FactText resource={resource} fact={fact} value={value} />;
}

/** A second line for a record that its label tells from the others shown: whose it is, or how it is reached. */
function DetailText({ resource, row }: DistinguishingTextProps) {
  const fact = detailField(useDefinition(resource)?.fields ?? [], row);
  return fact && <FactText resource={resource} fact={fact} value={row[fact.source]} />;
}

interface FactTextProps {
  resource: string;
  fact: FieldFact | undefined;
  value: unknown;
}

function FactText({ resource, fact, value }: FactTextProps) {
  const translate = useTranslate();
  if (fact?.reference !== undefined)
    return <RecordText resource={fact.reference} keyField={fact.keyField} id={value as RecordId} />;
  return plainText(value, fact, translate, resource);
}

/** Neither fields that may be long nor fields that are meaningless by themselves. */
const NOT_DISTINGUISHING: readonly unknown[] = ['text', 'json', 'list', 'boolean', 'refs'];
const TIMESTAMPS = ['created_at', 'updated_at'];

/** The field that distinguishes these records: unique ones first, then in model order. */
export function distinguishingField(
  fields: readonly FieldFact[],
  alike: readonly Row[],
): FieldFact | undefined {
  const candidates = fields.filter(
    ({ type, source, stamp }) =>
      !NOT_DISTINGUISHING.includes(type) && !stamp && !TIMESTAMPS.includes(source),
  );
  const inOrder = [
    ...candidates.filter(({ unique }) => unique),
    ...candidates.filter(({ unique }) => !unique),
  ];
  return inOrder.find(({ source }) => {
    const values = new Set(alike.map((row) => row[source] ?? null));
    return values.size === alike.length;
  });
}

const CONTACT = /(^|_)(email|phone|telephone|mobile)(_number)?$/;

/**
 * The field that says most of a record beside its label: the record that it belongs to, what it is identified by, how a person
 * is reached. Of what the label says already, and of values that are missing, there is none.
 */
export function detailField(fields: readonly FieldFact[], row: Row): FieldFact | undefined {
  const isTold = ({ source }: FieldFact) => {
    const value = row[source] ?? '';
    return value === '' || row._label.includes(String(value));
  };
  const belongs = ({ reference, type, required }: FieldFact) =>
    type === 'ref' && required === true && sessionMayDo('list', reference ?? '');
  const identifies = ({ type, unique }: FieldFact) => type === 'string' && unique === true;
  const reaches = ({ type, source }: FieldFact) => type === 'string' && CONTACT.test(source);
  const open = fields.filter((fact) => fact.reference !== 'tenant' && !isTold(fact));
  return open.find(belongs) ?? open.find(identifies) ?? open.find(reaches);
}
