import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import { isReordered, lineDifferences, type LineDifference } from './differences';
import { knownLines, type FormLine } from './lines';
import {
  useDefinition,
  type FieldFact,
  type LinesFact,
  type PartChangesProps,
  type RecordId,
} from '../application';
import { useRecordNames } from '../components/fields';
import { plainText } from '../components/formats';
import { useLabels } from '../components/texts';

interface LineDifferencesProps {
  list: LinesFact;
  read: readonly FormLine[];
  side: readonly FormLine[];
}

/** What one side of a conflict has changed in a list of lines of the form's record. */
export function LineChangesOf({ source, read, side }: PartChangesProps) {
  const resource = useResourceContext() ?? '';
  const list = knownLines(resource).find((one) => one.source === source)!;
  return <LineDifferences list={list} read={asLines(read)} side={asLines(side)} />;
}

const asLines = (value: unknown) => (value ?? []) as readonly FormLine[];

/** Not more than these are told one by one: they would hide the choice. */
const MOST = 8;

/** How many lines one side of a conflict has, and what it has made of those that were read. */
function LineDifferences({ list, read, side }: LineDifferencesProps) {
  const translate = useTranslate();
  const all = lineDifferences(read, side, new Set([list.target, 'position']));
  const rest = all.length - MOST;
  return (
    <>
      {translate('lines.count', { smart_count: side.length })}
      {isReordered(read, side) && <Told>{translate('lines.reordered')}</Told>}
      {all.slice(0, MOST).map((one) => (
        <Difference key={`${one.kind} ${one.place}`} list={list} difference={one} />
      ))}
      {rest > 0 && <Told>{translate('lines.more', { smart_count: rest })}</Told>}
    </>
  );
}

interface DifferenceProps {
  list: LinesFact;
  difference: LineDifference;
}

/** "Line 2, Oil filter: Quantity 3, Price 12.5". */
function Difference({ list: { reference, target }, difference }: DifferenceProps) {
  const { kind, place, line, values } = difference;
  const translate = useTranslate();
  const labels = useLabels();
  const fields = useDefinition(reference)?.fields ?? [];
  const named = fields.find(({ type, source }) => type === 'ref' && source !== target);
  const changes = fields.filter(({ source }) => source in values);
  return (
    <Told>
      {translate(kind === 'gone' ? 'lines.gone' : 'lines.one', { place })}
      {named && !(named.source in values) && line[named.source] != null && (
        <>
          {', '}
          <ValueText fact={named} value={line[named.source]} resource={reference} />
        </>
      )}
      {changes.map((fact, at) => (
        <span key={fact.source}>
          {at === 0 ? ': ' : ', '}
          {labels.field(reference, fact.source)}{' '}
          <ValueText fact={fact} value={values[fact.source]} resource={reference} />
        </span>
      ))}
    </Told>
  );
}

interface ValueTextProps {
  fact: FieldFact;
  value: unknown;
  resource: string;
}

/** A value of a line as text, references by their names: a click on them chooses their side. */
function ValueText({ fact, value, resource }: ValueTextProps) {
  const translate = useTranslate();
  const isReference = fact.type === 'ref' && value != null;
  const ids = isReference ? [value as RecordId] : [];
  const [name] = useRecordNames(fact.reference ?? '', ids, fact.keyField);
  if (name !== undefined) return name;
  if (value === null || value === undefined || value === '') return translate('app.nothing');
  if (typeof value === 'object') return JSON.stringify(value);
  return plainText(value, fact, translate, resource);
}

function Told({ children }: { children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={{ display: 'block', fontSize: '0.8125rem', fontWeight: 400, color: 'text.secondary' }}
    >
      {children}
    </Box>
  );
}
