import { lazy, Suspense } from 'react';
import type { UiFeature } from '../application';
import { storedFile } from './stored-file';

const SmallPortrait = lazy(() =>
  import('./small-portrait').then((module) => ({ default: module.SmallPortrait })),
);

const OwnPortrait = lazy(() =>
  import('./own-portrait').then((module) => ({ default: module.OwnPortrait })),
);

/** Fields of files and pictures: uploaded in forms, shown in lists and on pages. */
export const files: UiFeature = {
  name: 'files',
  ownText: (value) => storedFile(value)?.name ?? null,
  Portrait: (props) => (
    <Suspense fallback={props.children}>
      <SmallPortrait {...props} />
    </Suspense>
  ),
  OwnPortrait: (props) => (
    <Suspense fallback={props.children}>
      <OwnPortrait {...props} />
    </Suspense>
  ),
  texts: {
    en: {
      choose: 'Choose a file',
      choose_picture: 'Choose a picture',
      replace: 'Replace',
      remove: 'Remove',
      drop: 'or drop or paste one here, of at most %{limit}',
      drop_picture: 'or drop or paste one here: JPEG, PNG, WebP or GIF of at most %{limit}',
      uploading: 'Uploading %{name}…',
      progress: 'Upload of %{name}',
      stop: 'Cancel',
      wait: 'Wait until the file is uploaded, or cancel it.',
      too_large: 'The file is too large: at most %{limit}.',
      save: 'Save file',
      save_file: 'Save file: %{name}',
      closed: 'This file is no longer there, or you may no longer open it.',
    },
  },
};
