import { EditPage } from '#ui';
import { orderFields } from './order.fields';
import { OrderInputs } from './order.inputs';

/** The form that changes one order. */
export function OrderEdit() {
  return (
    <EditPage fields={orderFields}>
      <OrderInputs />
    </EditPage>
  );
}
