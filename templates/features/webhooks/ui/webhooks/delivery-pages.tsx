import ResendIcon from '@mui/icons-material/ReplayOutlined';
import {
  useListContext,
  useRecordContext,
  useResourceContext,
  useShowContext,
  useTranslate,
} from 'react-admin';
import { sessionMayDo } from '../api/session';
import type { Row } from '../application';
import {
  ChoiceColumn,
  DatetimeColumn,
  NumberColumn,
  ReferenceColumn,
  TextColumn,
} from '../components/list/columns';
import { ListPage } from '../components/list/list-page';
import { CompactButton } from '../components/page-header';
import {
  ChoiceDetail,
  DatetimeDetail,
  LongTextDetail,
  NumberDetail,
  ReferenceDetail,
  ShowPage,
  TextDetail,
} from '../components/show/show-page';
import { usePost } from '../components/use-post';
import { useInterval } from '../components/use-interval';

/** Sent messages, and their outcome. */
export function DeliveryList() {
  return (
    <ListPage searchable={false} actions={<ListRefresh />} hidden={['last_attempt_at']}>
      <TextColumn source="type" />
      <ReferenceColumn source="endpoint_id" reference="webhook_endpoint" />
      <ChoiceColumn source="status" />
      <NumberColumn source="attempts" />
      <NumberColumn source="response_status" />
      <DatetimeColumn source="created_at" />
      <DatetimeColumn source="last_attempt_at" />
      <TextColumn source="error" sortable={false} />
    </ListPage>
  );
}

/** One message, its response, and a button to send it again. */
export function DeliveryShow() {
  return (
    <ShowPage actions={<ResendButton />}>
      <TextDetail source="type" />
      <ReferenceDetail source="endpoint_id" reference="webhook_endpoint" />
      <ChoiceDetail source="status" />
      <NumberDetail source="attempts" />
      <NumberDetail source="response_status" />
      <DatetimeDetail source="created_at" />
      <DatetimeDetail source="last_attempt_at" />
      <TextDetail source="event_id" />
      <LongTextDetail source="error" />
      <LongTextDetail source="payload" />
      <LongTextDetail source="response_body" />
    </ShowPage>
  );
}

function ListRefresh() {
  const { refetch } = useListContext();
  useInterval(refetch);
  return null;
}

function ResendButton() {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const record = useRecordContext<Row>();
  const { refetch } = useShowContext();
  useInterval(refetch);
  const { run, busy } = usePost();
  if (!sessionMayDo('edit', resource)) return null;
  if (record === undefined || record['payload'] === null) return null;
  return (
    <CompactButton
      icon={ResendIcon}
      label={translate('webhooks.resend')}
      variant="outlined"
      loading={busy}
      onClick={() => void run(`/${resource}/${record.id}/resend`, 'webhooks.resent', record._label)}
    />
  );
}
