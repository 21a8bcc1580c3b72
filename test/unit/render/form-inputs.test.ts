import { expect, test } from 'vitest';
import { formView } from '../../../src/render/web/form.js';
import { appOfSpec } from '../../golden/app-of-spec.js';

test('a required date is required in its form, also where the form has the day or the moment already', () => {
  const app = appOfSpec(
    'app',
    `
models:
  Visit:
    fields:
      day: date:required:default=today
      came_at: datetime:required:default=now
      booked_on: date:default=today
`,
  );
  const visit = app.models.find(({ name }) => name === 'Visit')!;
  const [, ...lines] = formView(app, visit).inputs.trim().split(/\n\s*/);
  expect(lines.slice(0, -1)).toEqual([
    '<DateInput source="day" required defaultValue="today" />',
    '<DatetimeInput source="came_at" required defaultValue="now" />',
    '<DateInput source="booked_on" defaultValue="today" />',
  ]);
});
