import { page, type ModelDefinition } from '../application';

const show = page(() => import('./job-pages'), 'JobShow');

/** Background jobs: their definition and pages. */
export const jobDefinition: ModelDefinition = {
  timestamps: false,
  parent: null,
  messages: {
    fields: {
      name: 'Job',
      status: 'Status',
      attempts: 'Attempts',
      max_attempts: 'Attempts at most',
      run_at: 'Next run',
      scheduled_at: 'Scheduled for',
      error: 'Last error',
      payload: 'Payload',
      created_at: 'Created at',
      started_at: 'Last started at',
      finished_at: 'Finished at',
    },
  },
  list: page(() => import('./job-pages'), 'JobList'),
  show,
  edit: show,
  fields: [
    { source: 'name', type: 'string' },
    {
      source: 'status',
      type: 'enum',
      values: ['waiting', 'running', 'cancelling', 'done', 'failed', 'cancelled'],
    },
    { source: 'attempts', type: 'integer' },
    { source: 'run_at', type: 'datetime' },
    { source: 'finished_at', type: 'datetime' },
    { source: 'error', type: 'text' },
  ],
};
