import { EditPage } from '#ui';
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
