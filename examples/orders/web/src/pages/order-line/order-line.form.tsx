import { CreatePage, EditPage, NumberInput, RecordInput, TextInput } from '#ui';

/** The inputs of an order line, in the order of the form. */
export function OrderLineInputs() {
  return (
    <>
      <RecordInput source="order_id" reference="order" required />
      <NumberInput source="position" required min={1} step={1} />
      <RecordInput
        source="article_id"
        reference="article"
        fills={{ product: 'name', unit_price: 'price' }}
      />
      <TextInput source="product" required />
      <NumberInput source="quantity" required min={1} step={1} defaultValue={1} />
      <NumberInput source="unit_price" required min={0} step={0.01} />
    </>
  );
}

/** The form for a new order line. */
export function OrderLineCreate() {
  return (
    <CreatePage>
      <OrderLineInputs />
    </CreatePage>
  );
}

/** The form that changes one order line. */
export function OrderLineEdit() {
  return (
    <EditPage>
      <OrderLineInputs />
    </EditPage>
  );
}
