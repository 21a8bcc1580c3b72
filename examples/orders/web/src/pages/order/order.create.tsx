import { CreatePage } from '#ui';
import { orderFields } from './order.fields';
import { OrderInputs } from './order.inputs';

/** The form for a new order. */
export function OrderCreate() {
  return (
    <CreatePage fields={orderFields}>
      <OrderInputs />
    </CreatePage>
  );
}
