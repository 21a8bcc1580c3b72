import type { FieldFact } from '../../application/app-resource';
import {
  BigintInput,
  BooleanInput,
  ChoiceInput,
  DateInput,
  DatetimeInput,
  JsonInput,
  LongTextInput,
  NumberInput,
  ReferenceInput,
  ReferencesInput,
  TextInput,
  TimeInput,
  UuidInput,
} from './inputs';
import { KeysInput, SuggestionInput } from './suggestion-input';
import type { InputProps } from './use-form-input';

/** The input that suits a field's facts; pages name theirs, this is for forms that do not know their fields. */
export function FieldInput({ fact }: { fact: FieldFact }) {
  const props = { source: fact.source, required: fact.required ?? false };
  if (fact.type === 'enum') return <ChoiceInput {...props} values={fact.values ?? []} />;
  if (fact.values !== undefined) return <SuggestionInput {...props} values={fact.values} />;
  switch (fact.type) {
    case 'text':
      return <LongTextInput {...props} />;
    case 'integer':
      return <NumberInput {...props} step={1} />;
    case 'float':
    case 'decimal':
      return <NumberInput {...props} />;
    case 'bigint':
      return <BigintInput {...props} />;
    case 'boolean':
      return <BooleanInput {...props} />;
    case 'date':
      return <DateInput {...props} />;
    case 'time':
      return <TimeInput {...props} />;
    case 'datetime':
      return <DatetimeInput {...props} />;
    case 'uuid':
      return <UuidInput {...props} />;
    case 'json':
      return <JsonInput {...props} />;
    case 'ref':
      return <ReferenceInput {...props} reference={fact.reference ?? ''} />;
    case 'refs':
      return <ManyInput {...props} fact={fact} />;
    default:
      return <TextInput {...props} />;
  }
}

function ManyInput({ fact, ...props }: InputProps & { fact: FieldFact }) {
  const { reference = '', keyField } = fact;
  return keyField === undefined ? (
    <ReferencesInput {...props} reference={reference} />
  ) : (
    <KeysInput {...props} reference={reference} keyField={keyField} />
  );
}
