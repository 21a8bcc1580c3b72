import { Chip } from '@mui/material';
import { useFieldValue, useResourceContext, useTranslate } from 'react-admin';
import { useDefinition, type FieldFact } from '../application';
import { Chips, Nothing, type ValueProps } from '../components/fields';
import { plainText } from '../components/formats';

/** The items of a list side by side. */
export function ItemsValue({ source }: ValueProps) {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const fact = useDefinition(resource)?.fields.find((one) => one.source === source);
  const items = useFieldValue({ source }) as readonly unknown[] | null | undefined;
  if (!items?.length) return <Nothing />;
  const label = (item: unknown) =>
    item === null ? translate('app.nothing') : plainText(item, itemFact(fact), translate, resource);
  return (
    <Chips>
      {items.map((item, place) => (
        <Chip key={place} size="small" label={label(item)} />
      ))}
    </Chips>
  );
}

/** What is known of an item: its type in place of the list's. */
export const itemFact = (fact: FieldFact | undefined): FieldFact | undefined =>
  fact && { ...fact, type: fact.items ?? 'string' };
