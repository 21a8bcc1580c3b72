import {
  CreatePage,
  DatetimeInput,
  EditPage,
  LongTextInput,
  NumberInput,
  RecordInput,
  SuggestionInput,
  TextInput,
} from '#ui';
import { FileInput } from '#ui/files/file';
import { LinesInput } from '#ui/lines/lines-input';

/** The inputs of an order, in the order of the form. */
export function OrderInputs() {
  return (
    <>
      <TextInput source="number" required max={40} />
      <TextInput source="customer" required />
      <SuggestionInput source="status" required defaultValue="pending" />
      <NumberInput source="total" min={0} step={0.01} defaultValue={0} />
      <DatetimeInput source="placed_at" defaultValue="now" />
      <LongTextInput source="notes" />
      <FileInput source="confirmation" />
      <LinesInput source="lines" reference="order_line" totals={['quantity * unit_price']}>
        <RecordInput
          source="article_id"
          reference="article"
          fills={{ product: 'name', unit_price: 'price' }}
        />
        <TextInput source="product" required />
        <NumberInput source="quantity" required min={1} step={1} defaultValue={1} />
        <NumberInput source="unit_price" required min={0} step={0.01} />
      </LinesInput>
    </>
  );
}

/** The form for a new order. */
export function OrderCreate() {
  return (
    <CreatePage>
      <OrderInputs />
    </CreatePage>
  );
}

/** The form that changes one order. */
export function OrderEdit() {
  return (
    <EditPage>
      <OrderInputs />
    </EditPage>
  );
}
