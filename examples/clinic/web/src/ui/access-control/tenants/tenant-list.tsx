import { ChoiceColumn, TextColumn } from '../../components/list/columns';
import { ListPage } from '../../components/list/list-page';
import { tenantFields } from './tenant-fields';

/** The tenants whose records are kept apart. */
export function TenantList() {
  return (
    <ListPage fields={tenantFields}>
      <TextColumn source="name" />
      <TextColumn source="domain" />
      <ChoiceColumn source="status" />
    </ListPage>
  );
}
