import {
  ChoiceDetail,
  DatetimeDetail,
  EmailDetail,
  ReferencesDetail,
  TextDetail,
} from '../../components/show/details';
import { ShowPage } from '../../components/show/show-page';
import { NamesDetail } from './user-columns';

/** One user. */
export function UserShow() {
  return (
    <ShowPage>
      <TextDetail source="username" />
      <EmailDetail source="email" />
      <TextDetail source="first_name" />
      <TextDetail source="last_name" />
      <ChoiceDetail source="status" />
      <NamesDetail source="roles" />
      <ReferencesDetail source="tenants" reference="tenant" />
      <DatetimeDetail source="created_at" />
      <DatetimeDetail source="updated_at" />
    </ShowPage>
  );
}
