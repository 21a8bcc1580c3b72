import { useRecordContext } from 'react-admin';
import { FactsText } from './facts-text';
import {
  ChoiceColumn,
  DatetimeColumn,
  NumberColumn,
  TextColumn,
  columnOf,
} from '../components/list/columns';
import { ListPage } from '../components/list/list-page';
import {
  ChoiceDetail,
  DatetimeDetail,
  NumberDetail,
  ReferenceDetail,
  ShowPage,
  TextDetail,
  detailOf,
} from '../components/show/show-page';

const FactsColumn = columnOf(FactsText, { wide: true });
const FactsDetail = detailOf(FactsText, true);

/** What has happened, the latest first. */
export function EventList() {
  return (
    <ListPage searchable={false} sort={{ field: 'last_at', order: 'DESC' }} hidden={HIDDEN}>
      <DatetimeColumn source="last_at" />
      <ChoiceColumn source="kind" />
      <TextColumn source="username" />
      <TextColumn source="actor" />
      <TextColumn source="address" />
      <FactsColumn source="facts" sortable={false} />
      <NumberColumn source="times" />
      <TextColumn source="agent" />
    </ListPage>
  );
}

const HIDDEN = ['times', 'agent'];

/** One event with all that is known of it. */
export function EventShow() {
  return (
    <ShowPage>
      <ChoiceDetail source="kind" />
      <DatetimeDetail source="last_at" />
      <Repeated />
      <ReferenceDetail source="user_id" reference="user" />
      <TextDetail source="username" />
      <ReferenceDetail source="actor_id" reference="user" />
      <TextDetail source="address" />
      <TextDetail source="agent" />
      <FactsDetail source="facts" />
    </ShowPage>
  );
}

function Repeated() {
  const times: unknown = useRecordContext()?.['times'];
  if (times === 1) return null;
  return (
    <>
      <DatetimeDetail source="first_at" />
      <NumberDetail source="times" />
    </>
  );
}
