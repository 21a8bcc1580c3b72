import { ChoiceDetail, DatetimeDetail, TextDetail } from '../../components/show/details';
import { ShowPage } from '../../components/show/show-page';

/** One tenant. */
export function TenantShow() {
  return (
    <ShowPage>
      <TextDetail source="name" />
      <TextDetail source="domain" />
      <ChoiceDetail source="status" />
      <DatetimeDetail source="created_at" />
      <DatetimeDetail source="updated_at" />
    </ShowPage>
  );
}
