import { EditPage } from '../../components/form/edit-page';
import { orderLineFields } from './order-line.fields';
import { OrderLineInputs } from './order-line.inputs';

/** The form for a present order line. */
export function OrderLineEdit() {
  return (
    <EditPage fields={orderLineFields}>
      <OrderLineInputs />
    </EditPage>
  );
}
