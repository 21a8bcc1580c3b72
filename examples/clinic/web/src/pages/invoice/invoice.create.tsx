import { CreatePage } from '#ui';
import { invoiceFields } from './invoice.fields';
import { InvoiceInputs } from './invoice.inputs';

/** The form for a new invoice. */
export function InvoiceCreate() {
  return (
    <CreatePage fields={invoiceFields}>
      <InvoiceInputs />
    </CreatePage>
  );
}
