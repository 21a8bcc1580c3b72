import { EditPage } from '../../components/form/edit-page';
import { invoiceFields } from './invoice.fields';
import { InvoiceInputs } from './invoice.inputs';

/** The form that changes one invoice. */
export function InvoiceEdit() {
  return (
    <EditPage fields={invoiceFields}>
      <InvoiceInputs />
    </EditPage>
  );
}
