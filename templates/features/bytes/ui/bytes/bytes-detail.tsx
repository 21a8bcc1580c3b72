import { useFieldValue, useResourceContext } from 'react-admin';
import { Nothing, type ValueProps } from '../components/fields';
import { detailOf } from '../components/show/show-page';
import { useLabels } from '../components/texts';
import { BytesContent } from './bytes-content';

/** The bytes of a record; a dash without any. */
function BytesValue({ source }: ValueProps) {
  const value = useFieldValue({ source }) as string | null | undefined;
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  if (!value) return <Nothing />;
  return <BytesContent base64={value} name={source} label={labels.field(resource, source)} />;
}

/** A labelled field of bytes on the page of a record. */
export const BytesDetail = detailOf(BytesValue, true);
