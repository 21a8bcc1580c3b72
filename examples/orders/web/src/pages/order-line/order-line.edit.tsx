import { EditPage } from '#ui';
import { orderLineFields } from './order-line.fields';
import { OrderLineInputs } from './order-line.inputs';

/** The form that changes one order line. */
export function OrderLineEdit() {
  return (
    <EditPage fields={orderLineFields}>
      <OrderLineInputs />
    </EditPage>
  );
}
