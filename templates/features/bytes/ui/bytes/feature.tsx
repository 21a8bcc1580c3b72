import type { UiFeature } from '../application';

/** Fields of bytes, such as pictures: uploaded in forms, and shown on pages. */
export const bytes: UiFeature = {
  name: 'bytes',
  texts: {
    en: {
      upload: 'Upload a file',
      upload_field: 'Upload a file: %{name}',
      save: 'Save file',
      save_field: 'Save file: %{name}',
      remove: 'Remove',
      remove_field: 'Remove: %{name}',
    },
  },
};
