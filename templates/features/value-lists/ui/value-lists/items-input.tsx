import {
  Autocomplete,
  Chip,
  TextField,
  type AutocompleteRenderValueGetItemProps,
} from '@mui/material';
import { useState } from 'react';
import { useResourceContext, useTranslate, type Validator } from 'react-admin';
import type { FieldType } from '../application';
import { useFieldFact, useFormInput, type FormInputProps } from '../components/form/use-form-input';
import { plainText } from '../components/formats';
import { itemFact } from './items-value';
import { EXAMPLES, typedItem } from './typed-item';

export interface ItemsInputProps extends FormInputProps {
  /** The type of the items. */
  items?: FieldType;
  /** How many items there are at least and at most. */
  min?: number;
  max?: number;
  /** The step between two numbers. */
  step?: number;
  /** The most characters of an item. */
  itemLength?: number;
  /** The items to choose from; others are possible, too, unless the list is `closed`. */
  values?: readonly string[];
  closed?: boolean;
}

/** A list of values as chips: Enter adds what was typed or chosen, and Backspace removes the last one. */
export function ItemsInput(props: ItemsInputProps) {
  const { items = 'string', min, max, step, itemLength, values, closed = false, ...rest } = props;
  // A required list may be empty, unless it has to have items.
  const isFilled = rest.required === true && (min ?? 0) > 0;
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const fact = useFieldFact(props.source);
  const [isWrong, setWrong] = useState(false);
  const input = useFormInput(
    { ...rest, required: isFilled },
    {
      format: (value) => value ?? [],
      parse: (value) => value,
      validate: [countRule(min, max)],
    },
  );
  if (input === null) return null;
  const { value, onChange, onBlur, inputRef, helperText, placeholder, ...field } = input;
  const listed = value as readonly unknown[];
  const options: readonly unknown[] = values ?? (items === 'boolean' ? [true, false] : []);
  const label = (item: unknown) => plainText(item, itemFact(fact), translate, resource);
  const change = (given: readonly unknown[]) => {
    const next = typedItems(given, listed, items, step);
    setWrong(next === null);
    if (next !== null) onChange(next.length === 0 && !rest.required ? null : next);
  };
  const example = EXAMPLES[items];
  const wrong = isWrong && translate('value_lists.wrong', { example: example ?? '' });
  return (
    <Autocomplete<unknown, true, false, boolean>
      multiple
      fullWidth
      freeSolo={!closed && items !== 'boolean'}
      disableCloseOnSelect={values !== undefined}
      filterSelectedOptions={values !== undefined}
      autoSelect={!closed && values === undefined && items !== 'boolean'}
      options={options}
      value={[...listed]}
      disabled={field.disabled}
      getOptionLabel={label}
      isOptionEqualToValue={() => false}
      onBlur={onBlur}
      onChange={(_, given) => change(given)}
      renderValue={chipsOf(label)}
      renderInput={(params) => (
        <TextField
          {...params}
          {...field}
          inputRef={inputRef}
          placeholder={listed.length === 0 ? (placeholder ?? example) : undefined}
          error={field.error || isWrong}
          helperText={wrong || helperText}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, maxLength: itemLength },
          }}
        />
      )}
    />
  );
}

/** The items with those that were typed in the form of JSON; null if one is not of the type. */
function typedItems(
  given: readonly unknown[],
  listed: readonly unknown[],
  type: FieldType,
  step: number | undefined,
): readonly unknown[] | null {
  const items = given.map((one) =>
    typeof one === 'string' && !listed.includes(one) ? typedItem(one, type, step) : one,
  );
  return items.includes(null) ? null : items;
}

/** The chips of items, each with a button that removes it. */
const chipsOf =
  (label: (item: unknown) => string) =>
  (items: readonly unknown[], propsOf: AutocompleteRenderValueGetItemProps<true>) =>
    items.map((item, index) => {
      const { key, ...props } = propsOf({ index });
      return <Chip key={key} {...props} label={label(item)} />;
    });

/** How many items a list may have. */
const countRule =
  (min: number | undefined, max: number | undefined): Validator =>
  (value: readonly unknown[] | null | undefined) => {
    const count = value?.length ?? 0;
    if (max !== undefined && count > max)
      return { message: 'value_lists.too_many', args: { smart_count: max } };
    return min !== undefined && value && count < min
      ? { message: 'value_lists.too_few', args: { smart_count: min } }
      : undefined;
  };
