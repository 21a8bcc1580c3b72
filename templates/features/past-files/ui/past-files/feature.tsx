import { lazy, Suspense } from 'react';
import type { UiFeature } from '../application';
import '../history/past-value';

const PastFile = lazy(() => import('./past-file').then((module) => ({ default: module.PastFile })));

/** The files that a record has had, on the page with its changes: they open there, and come back. */
export const pastFiles: UiFeature = {
  name: 'past_files',
  PastValue: (props) => (
    <Suspense fallback={null}>
      <PastFile {...props} />
    </Suspense>
  ),
  texts: {
    en: {
      closed: 'This file is no longer kept, or you may no longer open it.',
    },
  },
};
