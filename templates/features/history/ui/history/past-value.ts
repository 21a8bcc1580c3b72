import type { ComponentType } from 'react';
import type { RecordId } from '../application';

declare module '../application' {
  interface UiFeature {
    /** Shows what a record has had that belonged to it alone, such as a file; where it is shown, it can be restored. */
    PastValue?: ComponentType<PastValueProps>;
  }
}

export interface PastValueProps {
  resource: string;
  id: RecordId;
  source: string;
  value: unknown;
}
