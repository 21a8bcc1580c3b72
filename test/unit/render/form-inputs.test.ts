import { expect, test } from 'vitest';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { linesOf, pageOf } from '../../support/page-of.js';

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
  const inputs = linesOf(pageOf(app, 'Visit', 'form.tsx')).filter((line) => /Input /.test(line));
  expect(inputs).toEqual([
    '<DateInput source="day" required defaultValue="today" />',
    '<DatetimeInput source="came_at" required defaultValue="now" />',
    '<DateInput source="booked_on" defaultValue="today" />',
  ]);
});
