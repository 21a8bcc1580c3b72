import { CreatePage } from '#ui';
import { orderLineFields } from './order-line.fields';
import { OrderLineInputs } from './order-line.inputs';

/** The form for a new order line. */
export function OrderLineCreate() {
  return (
    <CreatePage fields={orderLineFields}>
      <OrderLineInputs />
    </CreatePage>
  );
}
