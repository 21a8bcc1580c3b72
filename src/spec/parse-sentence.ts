import { nearest } from '../model/nearest.js';
import { type Sentence, type Verb, VERBS } from '../model/sentence.js';
import { quoted } from '../problem.js';
import { synonyms } from './words.js';

/** A sentence by its words; the names in it need not exist. */
export interface ParsedSentence extends Pick<Sentence, 'kind' | 'field'> {
  readonly who: readonly ParsedUsers[];
  readonly verb: Verb;
  readonly which: Which | null;
}

/** Users by their role and tenant, or the user to whom a row refers. */
export interface ParsedUsers {
  readonly role: string | null;
  readonly tenant: 'its' | 'another' | null;
  /** The relation to the user, or the owner; null for users who need not have a reference. */
  readonly reference: { readonly relation: string } | 'owner' | null;
}

const WHICH = ['of others', 'without an owner', 'without a tenant'] as const;
type Which = (typeof WHICH)[number];

/** Reports a mistake, and how to fix it. */
export type Fail = (message: string, help: string) => null;

/** Parses a sentence about a model, `never: a Viewer reads Bill.margin`; null after a mistake. */
export function parseSentence(text: string, model: string, fail: Fail): ParsedSentence | null {
  const [, kind, rest = ''] = /^\s*(never|only)\s*:(.*)$/s.exec(text) ?? [];
  if (kind !== 'never' && kind !== 'only')
    return fail(
      'a sentence must begin with `never:` or `only:`',
      `write for example \`never: a Viewer deletes ${model}\` or \`only: an Admin edits ${model}\``,
    );
  const words = rest.trim().split(/\s+/);
  const at = words.findIndex(isVerb);
  const verb = words[at];
  if (verb === undefined || !isVerb(verb)) return fail('the sentence has no verb', verbHelp(words));
  const users = words.slice(0, at).join(' ').split(/ or /);
  const who = users.flatMap((one) => parseUsers(one, fail) ?? []);
  const subject = parseSubject(words[at + 1] ?? '', verb, model, fail);
  const rows = subject && parseWhich(words.slice(at + 2).join(' '), fail);
  if (who.length < users.length || !subject || !rows) return null;
  if (kind === 'only' && who.some(isEverybody))
    return fail(
      '`only: anybody` forbids nothing',
      'name roles, the owner or a tenant: `only: the owner or an Admin ...`',
    );
  return { kind, who, verb, ...subject, ...rows };
}

const verbs = Object.keys(VERBS) as Verb[];
const isVerb = (word: string): word is Verb => Object.hasOwn(VERBS, word);

const isEverybody = ({ role, tenant, reference }: ParsedUsers): boolean =>
  role === null && tenant === null && reference === null;

const VERB_SYNONYMS = synonyms({
  lists: 'list index finds find',
  reads: 'read sees see views view shows show gets get',
  creates: 'create adds add inserts insert',
  edits: 'edit updates update changes change',
  deletes: 'delete removes remove',
  writes: 'write modifies modify',
});

function verbHelp(words: readonly string[]): string {
  const meant = (word: string) => VERB_SYNONYMS.get(word.toLowerCase()) ?? null;
  const found =
    words.find((word) => meant(word) !== null) ??
    words.slice(1).find((word) => /^[a-z]/.test(word) && nearest(word, verbs) !== null);
  const all = `verbs: ${verbs.join(', ')}`;
  if (found === undefined) return all;
  return `write \`${meant(found) ?? nearest(found, verbs)}\` instead of \`${found}\`; ${all}`;
}

const USERS = '`anybody`, `a Viewer`, `the owner` or `somebody of another tenant`';

function parseUsers(text: string, fail: Fail): ParsedUsers | null {
  const unknown = { role: null, tenant: null, reference: null };
  if (text === 'the owner') return { ...unknown, reference: 'owner' };
  const [, relation] = /^its (\w+)$/.exec(text) ?? [];
  if (relation === 'tenant')
    return fail('`its tenant` is not a user', 'write `somebody of its tenant`');
  if (relation !== undefined) return { ...unknown, reference: { relation } };
  const [, users = '', tenant] = /^(.*?)(?: of (its|another) tenant)?$/.exec(text) ?? [];
  const [, role = null] = /^an? (\S.*)$/.exec(users) ?? [];
  if (role === null && users !== 'anybody' && users !== 'somebody') {
    const asRole = /^[A-Z]/.test(users) ? `\`a ${users}\` for a role, or ` : '';
    return fail(`\`${text}\` does not say which users`, `write ${asRole}${USERS}`);
  }
  return { ...unknown, role, tenant: tenant === 'its' || tenant === 'another' ? tenant : null };
}

/** The verbs for fields, by verbs for rows that are near to them. */
const FIELD_VERBS: Readonly<Record<Verb, Verb | null>> = {
  ...{ lists: 'reads', reads: 'reads', creates: 'writes', edits: 'edits', writes: 'writes' },
  deletes: null,
};

function parseSubject(
  word: string,
  verb: Verb,
  model: string,
  fail: Fail,
): Pick<ParsedSentence, 'field'> | null {
  const [, name = '', field = null] = /^(\w*)(?:\.(\w+))?$/.exec(word) ?? [];
  if (name !== model) {
    const help = `write \`${verb} ${model}\`, or a field such as \`reads ${model}.${field ?? 'name'}\``;
    if (word === '') return fail(`the sentence ends with its verb, \`${verb}\``, help);
    return fail(`\`${word}\` is not \`${model}\`, the model of the sentence`, help);
  }
  const other = FIELD_VERBS[verb];
  if (field === null || other === verb) return { field };
  const help = `write \`${verb} ${model}\`${other ? ` or \`${other} ${model}.${field}\`` : ''}`;
  return fail(`\`${verb}\` is about rows, not about a field`, help);
}

function parseWhich(text: string, fail: Fail): Pick<ParsedSentence, 'which'> | null {
  const which = WHICH.find((one) => one === text) ?? null;
  if (which !== null || text === '') return { which };
  const help = /^of .*tenant/.test(text)
    ? 'write the tenant behind the users: `somebody of another tenant reads ...`'
    : `end the sentence here, or write one of these: ${quoted(WHICH)}`;
  return fail(`\`${text}\` does not say which rows`, help);
}
