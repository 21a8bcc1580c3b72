import JobsIcon from '@mui/icons-material/PendingActionsOutlined';
import { definition, type UiFeature } from '../application';

/** The background jobs of the service, for users who may see them. */
export const jobs: UiFeature = {
  name: 'jobs',
  resources: [
    {
      name: 'background_job',
      model: 'BackgroundJob',
      label: 'Background job |||| Background jobs',
      icon: JobsIcon,
      readOnly: true,
      load: definition(() => import('./definition'), 'jobDefinition'),
    },
  ],
  texts: {
    en: {
      retry: 'Retry',
      retried: '%{name} will run again',
      cancel: 'Cancel job',
      cancelled: '%{name} is cancelled',
      cancelling: '%{name} is being cancelled',
    },
  },
};
