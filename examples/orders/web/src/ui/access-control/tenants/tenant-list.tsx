import { ChoiceColumn, TextColumn } from '../../components/list/columns';
import { ListPage } from '../../components/list/list-page';

/** The tenants whose records are kept apart. */
export function TenantList() {
  return (
    <ListPage>
      <TextColumn source="name" />
      <TextColumn source="domain" />
      <ChoiceColumn source="status" />
    </ListPage>
  );
}
