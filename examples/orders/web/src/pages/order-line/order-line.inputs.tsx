import { NumberInput, ReferenceInput, TextInput } from '#ui';

/** What can be filled in of an order line, in the order of the form. */
export function OrderLineInputs() {
  return (
    <>
      <ReferenceInput source="order_id" reference="order" required />
      <NumberInput source="position" required min={1} step={1} />
      <TextInput source="product" required />
      <NumberInput source="quantity" required min={1} step={1} initial={1} />
      <NumberInput source="unit_price" required min={0} step={0.01} />
    </>
  );
}
