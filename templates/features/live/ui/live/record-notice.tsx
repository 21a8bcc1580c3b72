import { useRecordContext, useShowContext } from 'react-admin';
import type { Row } from '../application';
import { Notice } from './notice';
import { useRecordChange } from './use-record-change';

/** Says on the page of a record that others have changed it, and shows it as it is now. */
export function RecordNotice() {
  const change = useRecordChange(useRecordContext<Row>());
  const { refetch } = useShowContext();
  return <Notice text={change?.text ?? null} onShow={() => void refetch()} />;
}
