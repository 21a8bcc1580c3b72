import { defineSeed } from '#engine';
import { Project } from '../models/project/project.model.js';
import { Task } from '../models/task/task.model.js';
import { TeamMember } from '../models/team-member/team-member.model.js';

/** The first weeks of a small agency, as of the day on which they are seeded: what there is to see at the first look. */
export const firstWeeks = defineSeed('first-weeks', async ({ system, database, upsert, say }) => {
  const people = new Map<Person, number>();
  for (const [name, role] of Object.entries(PEOPLE) as [Person, string][]) {
    const email = `${name.toLowerCase().replace(' ', '.')}@example.com`;
    people.set(name, await upsert(TeamMember, ['email'], { name, email, role }));
  }

  const addTask = async (todo: Todo, project_id: number | null, parent_task_id: number | null) => {
    const [title, status, priority, created, due, hours, assignee, subtasks = []] = todo;
    const [planned_work_hours = null, actual_work_hours = null] = hours;
    const { id } = await system(Task).create({
      ...{ title, status, priority, project_id, parent_task_id },
      ...{ planned_work_hours, actual_work_hours },
      due_date: due === null ? null : dateIn(due),
      assignee_id: assignee === null ? null : people.get(assignee),
    });
    // Nobody who writes a record sets these, so the table is written to directly, in the same transaction.
    const times = { created_at: momentIn(-created), updated_at: momentIn(lastChange(todo)) };
    await database.write((session) => session.runner().manager.update(Task, id, times));
    let count = 1;
    for (const subtask of subtasks) count += await addTask(subtask, project_id, id);
    return count;
  };

  let count = 0;
  for (const { owner, todos, ...project } of PROJECTS) {
    const values = { ...project, owner_id: people.get(owner) };
    const project_id = await upsert(Project, ['name'], values);
    for (const todo of todos) count += await addTask(todo, project_id, null);
  }
  for (const todo of OF_NO_PROJECT) count += await addTask(todo, null, null);
  say(`${count} tasks in ${PROJECTS.length} projects of ${people.size} people`);
});

const DAY = 24 * 60 * 60 * 1000;

const momentIn = (days: number): Date => new Date(Date.now() + days * DAY);

/** When a task was last changed, in days from now: at its end, not long ago, or never. */
const lastChange = ([, status, , created, due]: Todo): number => {
  if (status === 'done') return due ?? -1;
  return status === 'in_progress' ? -created / 8 : -created;
};

const dateIn = (days: number): string => momentIn(days).toISOString().slice(0, 10);

const PEOPLE = {
  'Mara Lindqvist': 'lead',
  'Tobias Kern': 'developer',
  'Aisha Rahman': 'developer',
  'Pedro Nogueira': 'developer',
  'Ines Falk': 'designer',
  'Yuki Tanaka': 'writer',
  'Sam Okafor': 'office manager',
};
type Person = keyof typeof PEOPLE;

type Todo = readonly [
  title: string,
  status: 'todo' | 'in_progress' | 'done',
  priority: 'low' | 'medium' | 'high' | 'critical',
  /** So many days ago. */
  created: number,
  /** In so many days; a negative number is in the past. */
  due: number | null,
  hours: readonly [] | readonly [planned: number, actual?: number],
  assignee: Person | null,
  subtasks?: readonly Todo[],
];

interface Plan {
  readonly name: string;
  readonly description: string;
  readonly status: string;
  readonly owner: Person;
  readonly todos: readonly Todo[];
}

/** Columns of numbers and names are easier to read and to add to than objects of eight lines each. */
// prettier-ignore
const PROJECTS: readonly Plan[] = [
  {
    name: 'Website relaunch',
    description: 'New design, faster pages, and texts that sales can edit without us.',
    status: 'active',
    owner: 'Mara Lindqvist',
    todos: [
      ['Agree on goals and budget', 'done', 'high', 62, -55, [4, 3.5], 'Mara Lindqvist'],
      ['Interview five customers', 'done', 'medium', 58, -44, [10, 12], 'Yuki Tanaka'],
      ['Design', 'done', 'high', 56, -20, [60, 71.5], 'Ines Falk', [
        ['Sketch the home page', 'done', 'high', 55, -46, [12, 10], 'Ines Falk'],
        ['Choose typefaces and colours', 'done', 'medium', 50, -40, [6, 9], 'Ines Falk'],
        ['Design the product pages', 'done', 'medium', 43, -28, [24, 31.5], 'Ines Falk'],
        ['Check contrast and focus order', 'done', 'medium', 34, -22, [5, 4], 'Aisha Rahman'],
      ]],
      ['Build the pages', 'in_progress', 'high', 36, 9, [110, 64], 'Tobias Kern', [
        ['Set up the build and previews', 'done', 'high', 36, -30, [8, 6], 'Tobias Kern'],
        ['Navigation and footer', 'done', 'medium', 33, -21, [10, 11.5], 'Tobias Kern'],
        ['Home page', 'done', 'high', 30, -14, [16, 19], 'Aisha Rahman'],
        ['Product pages', 'in_progress', 'high', 24, 2, [32, 21], 'Aisha Rahman', [
          ['Comparison table', 'done', 'medium', 20, -6, [8, 7.5], 'Aisha Rahman'],
          ['Picture gallery that works by keyboard', 'in_progress', 'medium', 20, 1, [10, 6], 'Aisha Rahman'],
          ['Prices by country', 'todo', 'high', 12, 4, [6], 'Pedro Nogueira'],
        ]],
        ['Contact form', 'in_progress', 'medium', 17, -1, [8, 6.5], 'Pedro Nogueira'],
        ['Search', 'todo', 'low', 17, 9, [14], null],
      ]],
      ['Texts', 'in_progress', 'medium', 28, 6, [40, 18], 'Yuki Tanaka', [
        ['About us', 'done', 'low', 27, -12, [5, 4], 'Yuki Tanaka'],
        ['Product texts', 'in_progress', 'medium', 25, 3, [20, 13], 'Yuki Tanaka'],
        ['Translate into German', 'todo', 'medium', 19, 6, [12], null],
      ]],
      ['Redirect all old addresses', 'todo', 'critical', 15, 10, [6], 'Tobias Kern'],
      ['Go live', 'todo', 'critical', 36, 12, [4], 'Mara Lindqvist'],
    ],
  },
  {
    name: 'Customer portal',
    description: 'Customers see their orders and invoices, and open tickets themselves.',
    status: 'active',
    owner: 'Aisha Rahman',
    todos: [
      ['Sign-in with the company account', 'done', 'high', 47, -19, [20, 26], 'Pedro Nogueira'],
      ['List of orders', 'done', 'medium', 40, -9, [16, 14], 'Pedro Nogueira'],
      ['Invoices as PDF', 'in_progress', 'medium', 22, 5, [18, 7], 'Pedro Nogueira'],
      ['Invoices show the wrong VAT for Norway', 'in_progress', 'critical', 3, -2, [3, 2.5], 'Aisha Rahman'],
      ['Slow list with more than 500 orders', 'todo', 'high', 6, 4, [8], 'Pedro Nogueira'],
      ['Tickets', 'todo', 'medium', 14, 24, [48], 'Aisha Rahman', [
        ['Form with attachments', 'todo', 'medium', 14, 17, [16], null],
        ['Mail when somebody answers', 'todo', 'medium', 14, 20, [10], null],
        ['Overview for the support team', 'todo', 'low', 13, 24, [18], null],
      ]],
      ['Invite ten customers to try it', 'todo', 'medium', 8, 28, [6], 'Yuki Tanaka'],
      ['Dark colours', 'todo', 'low', 31, null, [], null],
      ['Export orders as CSV', 'done', 'low', 21, -4, [5, 3.5], 'Aisha Rahman'],
      ['Session ends while somebody writes', 'todo', 'high', 2, 1, [4], 'Aisha Rahman'],
    ],
  },
  {
    name: 'New office',
    description: 'We move two streets further, with room for four more people.',
    status: 'active',
    owner: 'Sam Okafor',
    todos: [
      ['Sign the lease', 'done', 'critical', 51, -37, [3, 5], 'Mara Lindqvist'],
      ['Order desks and chairs', 'done', 'medium', 35, -16, [4, 3], 'Sam Okafor'],
      ['Internet and phones', 'in_progress', 'high', 29, -3, [5, 4.5], 'Sam Okafor'],
      ['Book the movers', 'done', 'high', 26, -11, [1, 1], 'Sam Okafor'],
      ['Plan who sits where', 'in_progress', 'low', 10, 7, [2, 1], 'Sam Okafor'],
      ['Label cables and screens', 'todo', 'medium', 9, 13, [3], 'Tobias Kern'],
      ['Tell customers and authorities the address', 'todo', 'high', 9, 14, [4], 'Sam Okafor'],
      ['Housewarming', 'todo', 'low', 5, 34, [6], null, [
        ['Ask who eats what', 'todo', 'low', 4, 20, [1], null],
        ['Order drinks', 'todo', 'low', 4, 30, [1], null],
      ]],
    ],
  },
  {
    name: 'Accounting software',
    description: 'From spreadsheets to a service, before the financial year ends.',
    status: 'completed',
    owner: 'Sam Okafor',
    todos: [
      ['Compare three services', 'done', 'medium', 68, -60, [8, 6], 'Sam Okafor'],
      ['Import two years of bookings', 'done', 'high', 59, -45, [14, 23], 'Pedro Nogueira'],
      ['Reconcile the bank accounts', 'done', 'high', 48, -38, [6, 8.5], 'Sam Okafor'],
      ['Teach everybody to file receipts', 'done', 'low', 41, -33, [2, 2], 'Sam Okafor'],
    ],
  },
  {
    name: 'Mobile app',
    description: 'Waits until the portal has proved what customers use.',
    status: 'on_hold',
    owner: 'Mara Lindqvist',
    todos: [
      ['Talk to two app developers', 'done', 'low', 45, -29, [3, 2], 'Mara Lindqvist'],
      ['Prototype with three screens', 'todo', 'low', 30, 45, [24], 'Ines Falk'],
      ['Find out what the app stores demand', 'todo', 'low', 30, 60, [4], null],
    ],
  },
];

// prettier-ignore
const OF_NO_PROJECT: readonly Todo[] = [
  ['Renew the certificate of the mail server', 'todo', 'critical', 7, 0, [1], 'Tobias Kern'],
  ['Restore a backup, to see that it works', 'done', 'high', 16, -8, [3, 4], 'Tobias Kern'],
  ['Reply to the school about the internship', 'in_progress', 'low', 11, -5, [0.5, 0.5], 'Mara Lindqvist'],
  ['Plan the summer holidays', 'todo', 'medium', 4, 16, [1], 'Sam Okafor'],
  ['Photos of the new colleagues', 'done', 'low', 24, -15, [2, 1.5], 'Ines Falk'],
  ['Buy a second test phone', 'todo', 'medium', 1, null, [], 'Pedro Nogueira'],
  ['Update the list of first-aiders', 'todo', 'low', 18, 8, [], null],
];
