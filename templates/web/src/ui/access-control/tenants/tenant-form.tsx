import { CreatePage } from '../../components/form/create-page';
import { EditPage } from '../../components/form/edit-page';
import { ChoiceInput, TextInput } from '../../components/form/inputs';

/** A new tenant. */
export function TenantCreate() {
  return (
    <CreatePage>
      <TenantInputs />
    </CreatePage>
  );
}

/** A tenant's name and state. */
export function TenantEdit() {
  return (
    <EditPage>
      <TenantInputs />
    </EditPage>
  );
}

function TenantInputs() {
  return (
    <>
      <TextInput source="name" required max={255} />
      <TextInput source="domain" max={255} />
      <ChoiceInput source="status" initial="Active" />
    </>
  );
}
