import { useGetMany, useResourceContext, useTranslate } from 'react-admin';
import type { BulkInputProps, FieldFact, Row } from '../application';
import { ChoiceInput } from '../components/form/inputs';
import { useFieldFact } from '../components/form/use-form-input';
import { anyValues, commonValues } from './allowed-values';

/** So many records are looked at; of more, the service refuses those that may not have the chosen value. */
const LOOKED_AT = 200;

/** One of the values that all chosen records may have next. */
export function BulkStepInput({ source, required, ids }: BulkInputProps) {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const fact = useFieldFact(source);
  const isKnown = ids !== null && ids.length <= LOOKED_AT;
  const { data } = useGetMany<Row>(
    resource,
    { ids: isKnown ? [...ids] : [] },
    { enabled: isKnown },
  );
  const values = fact === undefined ? [] : valuesOf(fact, isKnown ? data : undefined);
  const helperText = values.length === 0 ? translate('steps.none_in_common') : undefined;
  return <ChoiceInput {...{ source, required, values, helperText }} />;
}

function valuesOf(fact: FieldFact, records: readonly (Row | undefined)[] | undefined) {
  const present = records?.map((record) => record?.[fact.source] as string | null | undefined);
  const known = present?.filter((value) => value !== undefined);
  return known && known.length === present!.length ? commonValues(fact, known) : anyValues(fact);
}
