import CancelIcon from '@mui/icons-material/CancelOutlined';
import RetryIcon from '@mui/icons-material/ReplayOutlined';
import {
  useListContext,
  useRecordContext,
  useResourceContext,
  useShowContext,
  useTranslate,
} from 'react-admin';
import { sessionMayDo } from '../api/session';
import type { Row } from '../application';
import { CompactButton } from '../components/page-header';
import { ChoiceColumn, DatetimeColumn, NumberColumn, TextColumn } from '../components/list/columns';
import { ListPage } from '../components/list/list-page';
import {
  ChoiceDetail,
  DatetimeDetail,
  JsonDetail,
  LongTextDetail,
  NumberDetail,
  TextDetail,
  ShowPage,
} from '../components/show/show-page';
import { usePost } from '../components/use-post';
import { useInterval } from '../components/use-interval';

/** Queued jobs, their state, and what runs next. */
export function JobList() {
  return (
    <ListPage searchable={false} actions={<ListRefresh />} hidden={['created_at', 'started_at']}>
      <TextColumn source="name" />
      <ChoiceColumn source="status" />
      <NumberColumn source="attempts" />
      <DatetimeColumn source="run_at" />
      <DatetimeColumn source="created_at" />
      <DatetimeColumn source="started_at" />
      <DatetimeColumn source="finished_at" />
      <TextColumn source="error" sortable={false} />
    </ListPage>
  );
}

/** One job, and its actions. */
export function JobShow() {
  return (
    <ShowPage actions={<JobActions />}>
      <TextDetail source="name" />
      <ChoiceDetail source="status" />
      <NumberDetail source="attempts" />
      <NumberDetail source="max_attempts" />
      <DatetimeDetail source="run_at" />
      <DatetimeDetail source="scheduled_at" />
      <DatetimeDetail source="started_at" />
      <DatetimeDetail source="finished_at" />
      <LongTextDetail source="error" />
      <JsonDetail source="payload" />
      <DatetimeDetail source="created_at" />
    </ShowPage>
  );
}

function ListRefresh() {
  const { refetch } = useListContext();
  useInterval(refetch);
  return null;
}

/** The statuses in which each is possible, and its name in the service. */
const ACTIONS = [
  { name: 'cancel', from: ['waiting'], icon: CancelIcon, done: 'jobs.cancelled' },
  { name: 'cancel', from: ['running'], icon: CancelIcon, done: 'jobs.cancelling' },
  { name: 'retry', from: ['failed', 'cancelled'], icon: RetryIcon, done: 'jobs.retried' },
] as const;

function JobActions() {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const record = useRecordContext<Row>();
  const { refetch } = useShowContext();
  useInterval(refetch);
  const { run, busy } = usePost();
  if (!sessionMayDo('edit', resource) || record === undefined) return null;
  return ACTIONS.filter(({ from }) => from.some((status) => status === record['status'])).map(
    ({ name, icon, done }) => (
      <CompactButton
        key={done}
        icon={icon}
        label={translate(`jobs.${name}`)}
        variant="outlined"
        loading={busy}
        onClick={() => void run(`/${resource}/${record.id}/${name}`, done, record._label)}
      />
    ),
  );
}
