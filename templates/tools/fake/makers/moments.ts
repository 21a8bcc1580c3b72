import { DAY, HOUR, MINUTE, onWeekday, startOfDay, workBetween, workMoment } from '../calendar.js';
import { findPeriods } from '../periods.js';
import type { Make, Scene } from '../scene.js';
import { endingWith, entries, lookUp, type Field, type Maker } from '../table.js';

/** So many days before or after a moment, by the hours at which people work. */
const daysFrom = (from: number, least: number, most: number, { dice }: Scene): number =>
  workMoment(from + dice.between(least, most) * DAY, dice);

/** What is past at the time of the run. */
const past = (moment: number, { now }: Scene): number => Math.min(moment, now - MINUTE);

const MEETINGS = endingWith(
  'appointment|visit|meeting|booking|reservation|session|lesson|viewing|interview|call|slot|shift|consultation|event|training',
);

/** The time at which the row came into being, which is what most moments are about. */
const whenCreated: Maker<number> =
  () =>
  ({ created }) =>
    created;

const inThePast =
  (least: number, most: number): Maker<number> =>
  () =>
  (scene) =>
    startOfDay(scene.created - scene.dice.between(least, most) * DAY) + 9 * HOUR;

/** A due time: past for rows that are late, mostly ahead for rows that go on. */
const due: Maker<number> = ({ subject }) => {
  const stage = subject.lifecycle?.stage ?? (() => null);
  return (scene) => {
    const { created, now, dice } = scene;
    const found = stage(scene);
    const term = onWeekday(startOfDay(created) + dice.pick([7, 14, 14, 30]) * DAY);
    if (found === 'late') return Math.min(term, startOfDay(now) - dice.between(1, 10) * DAY);
    const goesOn = found === 'new' || found === 'running';
    return goesOn && term < now ? onWeekday(startOfDay(now) + dice.between(-4, 24) * DAY) : term;
  };
};

/** Begins some time after it was made, as an appointment does. */
const start: Maker<number> = ({ subject, column }) => {
  const isSoon = MEETINGS.test(subject.name);
  return (scene) => {
    const moment = daysFrom(scene.created, isSoon ? 1 : 0, isSoon ? 30 : 20, scene);
    return column.type === 'date' ? startOfDay(moment) : moment;
  };
};

/** Ends after it has begun: the same day where it is a meeting, else months later. */
const end: Maker<number | null> = ({ subject, column }) => {
  const columns = subject.moments().map(([, one]) => one);
  const from = findPeriods(columns).find(({ to }) => to === column.name)?.from;
  const isMeeting = MEETINGS.test(subject.name);
  return (scene) => {
    const { dice } = scene;
    const begun = from === undefined ? null : scene.get(from);
    if (from !== undefined && begun === null) return null;
    const start = begun === null ? scene.created : new Date(begun as string | Date).getTime();
    if (isMeeting && column.type === 'datetime')
      return start + dice.pick([30, 45, 60, 60, 90, 120]) * MINUTE;
    if (isMeeting) return start + dice.between(0, 6) * DAY;
    return startOfDay(start) + dice.between(2, 26) * 7 * DAY + 17 * HOUR;
  };
};

/** What happens to a row, in the order in which it does. */
const EVENTS = endingWith(
  'confirmed|accepted|approved|started|assigned|sent|shipped|published|read|seen|answered|responded|delivered|arrived|' +
    'checked_in|checked_out|picked_up|collected|completed|done|finished|resolved|fulfilled|invoiced|billed|paid|settled|closed|' +
    'ended|returned|refunded|verified|processed|counted|signed|cancell?ed|rejected|declined|archived|deleted|deactivated|left|' +
    'discharged|merged|released|failed|withdrawn|terminated',
);
const RARE = endingWith(
  'cancell?ed|rejected|declined|archived|deleted|deactivated|returned|refunded|failed|withdrawn|terminated|left',
);

const stem = (name: string): string => name.replace(/_(?:at|on|date|day|time|datetime)$/, '');

/** Null before it happened: by a flag of the same name, by the state of the row, else by its age. */
const event: Maker<number | null> = ({ subject, column, name }) => {
  const word = stem(name);
  const flag = subject.named(word) ?? subject.named(`is_${word}`);
  const isFlagged: Make<boolean> | null =
    flag?.type === 'boolean' ? (scene) => scene.get(flag.name) === true : null;
  const chance = RARE.test(word) ? 0.05 : 0.85;
  const byAge: Make<boolean> = ({ dice, now, created }) =>
    dice.chance(now - created > 14 * DAY ? chance : chance / 2);
  const happened = isFlagged ?? subject.lifecycle?.reached(word) ?? byAge;
  const events = subject.moments().filter(([one]) => EVENTS.test(stem(one)));
  const before = events.slice(
    0,
    events.findIndex(([, one]) => one === column),
  );
  return (scene) => {
    if (!happened(scene)) return null;
    const moments = before.map(([, one]) => scene.get(one.name)).filter((one) => one !== null);
    const from = moments.reduce<number>(
      (latest, one) => Math.max(latest, new Date(one as string | Date).getTime()),
      scene.created,
    );
    const wanted = from + scene.dice.low() * Math.min(14 * DAY, scene.now - from);
    return workBetween(from, wanted, scene.now, scene.dice);
  };
};

/** The makers by the words that end the name of a field, without the `at`, `on` or `date` at its end. */
const MOMENTS = entries<number | null>({
  'born|birth|birthday|birthdate|date_of_birth|dob|birth_day': ({ subject }) => {
    const years = /child|kid|pupil|student/.test(subject.name)
      ? [6, 24]
      : /pet|animal|dog|cat|horse/.test(subject.name)
        ? [1, 14]
        : [18, 84];
    return ({ now, dice }) =>
      startOfDay(now) - dice.between(years[0]! * 365.25 + 1, years[1]! * 365.25) * DAY;
  },
  'founded|founding|established|built|construction': inThePast(1500, 20_000),
  'hired|joined|employed|since|member_since|hire|joining|entry|employment|bought|purchased|purchase|acquired|acquisition|installed|installation|manufactured|production|commissioned|first_registration|first_registered|registration':
    inThePast(20, 3000),
  'last_[a-z_]+|previous_[a-z_]+|latest_[a-z_]+|counted|checked|inspected|synced|seen|visited|used':
    () => (scene) =>
      past(
        Math.max(scene.created, scene.now - Math.floor(scene.dice.low() * 60 * 24 * 60) * MINUTE),
        scene,
      ),
  'next_[a-z_]+|inspection_due|renewal|renews|follow_up|reminder|remind|next': () => (scene) =>
    daysFrom(scene.now, 2, 240, scene),
  'expires|expiry|expiration|expire|valid_until|best_before|warranty_until|warranty|guarantee|guarantee_until|license_until|inspection':
    () => (scene) => startOfDay(scene.created) + scene.dice.between(180, 900) * DAY,
  'due|deadline|due_by|payable|payment_due|expected|target|planned|promised|delivery|estimated|scheduled|planned_for|estimated_delivery|expected_delivery|requested_for|pickup':
    due,
  'start|starts|begin|begins|from|valid_from|starting|departure|check_in|arrival|opens|opening|event|appointment|meeting|held|takes_place|kickoff|begin_of_[a-z_]+|start_of_[a-z_]+|session':
    start,
  'end|ends|until|to|valid_to|ending|return|check_out|closes|closing|finish|finishes|thru|end_of_[a-z_]+':
    end,
});

/** Whether a moment tells when something happened to its row, which may not have happened yet. */
export const isEvent = (name: string): boolean =>
  EVENTS.test(stem(name)) && !/^(?:last|next)_/.test(name);

/** The moments of a field; null where it tells of something that has not happened. */
export function momentMaker(field: Omit<Field, 'role'>): Make<number | null> {
  const named = { ...field, name: stem(field.name), role: '' };
  if (isEvent(field.name)) return event(named);
  return lookUp(MOMENTS, named) ?? whenCreated(named);
}
