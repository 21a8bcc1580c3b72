import type { Make } from '../scene.js';
import { prose, sentence } from '../sentences.js';
import { endingWith, entries, type Field, type Maker } from '../table.js';
import {
  ABOUT_COMPANIES,
  ABOUT_GOODS,
  ABOUT_PEOPLE,
  HEADLINES,
  PARAGRAPHS,
  REVIEWS,
} from '../words/texts.js';
import type { Trade } from '../words/trade.js';

const ARTICLES = endingWith(
  'article|post|blog|page|news|story|newsletter|chapter|publication|guide|tutorial|column',
);
const COMPLAINTS = endingWith(
  'ticket|issue|bug|incident|complaint|case|defect|support_request|problem|error|damage',
);
const MEETINGS = endingWith(
  'appointment|visit|meeting|booking|reservation|consultation|session|viewing|interview|call|stay|slot|calendar_entry',
);
const GOODS = endingWith(
  'product|item|article|good|part|component|spare_part|device|equipment|machine|tool|asset|instrument|dish|material',
);
const LINES = endingWith('line|line_item|position|order_item|invoice_item');
const NOTES = endingWith('note|memo|comment|message|diary|diarie|entry|reminder');
const REVIEWED = endingWith('review|rating|feedback|testimonial|survey|survey_response');

/** Whether the rows of a model have titles that say what they are about, and no names. */
export const isTold = (name: string): boolean =>
  [ARTICLES, COMPLAINTS, MEETINGS, LINES].some((kind) => kind.test(name));

/** What the title of a row in a model says. */
export function titleOf({ subject }: Pick<Field, 'subject'>): Make<string> {
  const { name, trade } = subject;
  if (ARTICLES.test(name)) return sentence(HEADLINES);
  if (COMPLAINTS.test(name)) return sentence(trade.faults);
  if (MEETINGS.test(name)) return sentence(trade.visits);
  if (LINES.test(name)) return sentence([...trade.work, ...trade.goods]);
  if (NOTES.test(name)) return sentence(trade.remarks.map((remark) => remark.replace(/\.$/, '')));
  return sentence(trade.work);
}

/** What the long text of a row in a model says. */
export function bodyOf({ subject, column }: Pick<Field, 'subject' | 'column'>): Make<string> {
  const { name, trade } = subject;
  const isShort = column.type === 'string';
  if (ARTICLES.test(name)) return prose(PARAGRAPHS, isShort ? 1 : 3, isShort ? 1 : 6);
  if (LINES.test(name) && isShort) return titleOf({ subject });
  if (REVIEWED.test(name)) return prose(REVIEWS, 1, isShort ? 1 : 3);
  if (GOODS.test(name)) return prose(ABOUT_GOODS, 1, isShort ? 1 : 3);
  if (subject.isPerson)
    return prose(trade.models.source === '^' ? ABOUT_PEOPLE : trade.remarks, 1, 2);
  if (subject.isCompany) return prose(ABOUT_COMPANIES, 1, isShort ? 1 : 2);
  return prose(trade.remarks, 1, isShort ? 1 : 3);
}

const ofTrade =
  (list: (trade: Trade) => readonly string[], least: number, most: number): Maker<string> =>
  ({ subject, column }) =>
    prose(list(subject.trade), least, column.type === 'string' ? least : most);

/** Titles and long texts, by what they are called and by the model that they are in. */
export const PROSE = entries<string>({
  'complaint|problem|symptom|fault|defect|issue|damage|error|error_message|chief_complaint': ({
    subject,
  }) => sentence(subject.trade.faults),
  'diagnosis|diagnose|finding|resolution|solution|outcome|cause|conclusion|work_done|result':
    ofTrade(({ findings }) => findings, 1, 2),
  'bio|biography|about_me|vita|cv': () => prose(ABOUT_PEOPLE, 1, 3),
  'review|testimonial|feedback': () => prose(REVIEWS, 1, 2),
  'headline|heading': () => sentence(HEADLINES),
  'summary|excerpt|abstract|teaser|subtitle|tagline|slogan|intro|introduction|meta_description': (
    field,
  ) => (ARTICLES.test(field.subject.name) ? prose(PARAGRAPHS, 1, 1) : bodyOf(field)),
  'title|subject|caption|agenda|purpose': titleOf,
  'description|body|text|content|note|comment|remark|detail|message|about|info|information|instruction|memo|reply|answer|history|explanation|observation|advice|terms|conditions|story|minutes|log|report|log_entry|long_text':
    bodyOf,
});

/** A field of which nothing is known but its type and its name. */
export const unknownText: Maker<string> = (field) => {
  const { column, name } = field;
  if (column.type === 'text') return bodyOf(field);
  const words = name.replaceAll('_', ' ');
  const label = words.slice(0, 1).toUpperCase() + words.slice(1);
  return ({ dice }) => `${label} ${dice.early(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'])}`;
};
