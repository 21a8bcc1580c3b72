import { useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { EditPartProps, Row } from '../application';
import { conflictRows, keptChanges, useMerging } from '../components/form/conflict-dialog';
import { formatList } from '../components/formats';
import { useLabels } from '../components/texts';
import { Notice } from './notice';
import { useRecordChange } from './use-record-change';

/**
 * Says in the form of a record that others have changed it. What they have changed is filled into the fields that the user has
 * not touched; where both have changed a field, the user compares.
 */
export function FormNotice(props: EditPartProps) {
  const read = useRecordContext<Row>();
  const change = useRecordChange(read);
  if (read && change?.theirs)
    return <Offer {...props} read={read} theirs={change.theirs} text={change.text} />;
  return <Notice text={change?.text ?? null} />;
}

interface OfferProps extends EditPartProps {
  read: Row;
  theirs: Row;
  text: string;
}

/** The values of the form are followed from here on alone: while nothing has changed, typing costs nothing. */
function Offer({ read, theirs, text, onTheirs, onCompare }: OfferProps) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const labels = useLabels();
  const merging = useMerging();
  const mine = { ...read, ...useWatch() } as Row;
  const versions = { read, theirs, mine };
  const rows = conflictRows(versions, merging);
  const clashes = rows.filter(({ clash }) => clash);
  if (clashes.length > 0) {
    const names = formatList(clashes.map(({ source }) => labels.field(resource, source)));
    return (
      <Notice
        text={`${text}. ${translate('live.both', { names })}`}
        action="live.compare"
        onShow={() => onCompare(mine)}
      />
    );
  }
  const isTouched = rows.some(({ iChanged }) => iChanged);
  return (
    <Notice
      text={isTouched ? `${text}. ${translate('live.kept')}` : text}
      onShow={() => onTheirs(keptChanges(versions, NONE, merging))}
    />
  );
}

const NONE: ReadonlySet<string> = new Set();
