import { ruleFields, type App, type CardFilter, type Model } from '../../model/model.js';
import { hasTeamViews } from '../features.js';
import { overdueFilter } from './overdue.js';
import { upcomingOf, type Sort } from './own-order.js';
import { isUser, personField } from './person-field.js';

/** A view of the team, as a resource file has it. */
export interface TeamView {
  readonly name: string;
  readonly label: string;
  readonly filter: CardFilter;
  readonly sort?: Sort;
}

/** What the address of a list has in place of the id of whoever asks. */
const CURRENT_USER = 'current_user';
/** Whoever typed a record in is asked for last, and whoever changed it not at all. */
const WRITER = /^(created|entered|imported)_by/;
const EDITOR = /^(updated|changed|modified|deleted|edited)_by/;

/** The views that the list of a model begins with; null without the feature. */
export function teamViews(app: App, model: Model): readonly TeamView[] | null {
  if (!hasTeamViews(app)) return null;
  const user = userField(app, model);
  const mine = user === undefined ? null : { [user]: CURRENT_USER };
  const late = overdueFilter(app, model);
  const start = upcomingOf(model);
  return [
    ...(start === null ? [] : sidesOf(start)),
    ...(mine ? [view('mine', 'Mine', mine)] : []),
    ...(late ? [view('overdue', 'Overdue', late)] : []),
    // What is asked most is one click away.
    ...(mine && late ? [view('mine_overdue', 'Mine, overdue', { ...mine, ...late })] : []),
  ];
}

/** What is still to take place, which such a list opens at, and what has taken place, the last of it first. */
const sidesOf = (start: string): readonly TeamView[] => [
  view('upcoming', 'Upcoming', { [`${start}__gte`]: 'start_of_today' }),
  {
    ...view('past', 'Past', { [`${start}__lte`]: 'end_of_yesterday' }),
    sort: { field: start, order: 'DESC' },
  },
];

const view = (name: string, label: string, filter: CardFilter): TeamView => ({
  ...{ name, label, filter },
});

/** The field that says whose a record is: its owner, else the user to whom it refers, or a record that is one user's. */
function userField(app: App, model: Model): string | undefined {
  const [owner] = ruleFields(model, 'owner');
  if (owner !== undefined) return owner;
  const users = model.fields.filter(
    (field) =>
      field.type === 'ref' &&
      !EDITOR.test(field.name) &&
      (isUser(field) || personField(app, field) !== undefined),
  );
  return (users.find(({ name }) => !WRITER.test(name)) ?? users[0])?.name;
}
