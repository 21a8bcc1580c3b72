import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import reactAdminEnglish from 'ra-language-english';
import TaskIcon from '@mui/icons-material/TaskAlt';
import { afterEach, describe, expect, test } from 'vitest';
import { REFUSAL_CODES } from '../../../templates/service/engine/problem/problem.js';
import type { AppResource, UiFeature } from '../../../templates/features/admin/ui/application';
import {
  formatDate,
  formatList,
  formatAll,
  formatNumber,
  withinSentence,
} from '../../../templates/features/admin/ui/components/formats';
import { dashboard } from '../../../templates/features/dashboard/ui/dashboard/feature';
import { german } from '../../../templates/features/german/ui/german/feature';
import { featureModels } from '../../../templates/features/german/ui/german/features';
import { problems, refusals } from '../../../templates/features/german/ui/german/refusals';
import { english } from '../../../templates/features/admin/ui/i18n/en';
import {
  languageCodes,
  makeI18nProvider,
  pluralRules,
  withAllForms,
} from '../../../templates/features/admin/ui/i18n/i18n-provider';
import {
  languagesIn,
  beginLanguage,
  languageName,
  localeOf,
  preferredLanguage,
  type Language,
  type TextTree,
} from '../../../templates/features/admin/ui/i18n/language';
import { apiKeys } from '../../../templates/features/api-keys/ui/api-keys/feature';
import { dataImport } from '../../../templates/features/import/ui/import/feature';
import { files } from '../../../templates/features/files/ui/files/feature';
import { invitations } from '../../../templates/features/invitations/ui/invitations/feature';
import { jobDefinition } from '../../../templates/features/jobs/ui/jobs/definition';
import { jobs } from '../../../templates/features/jobs/ui/jobs/feature';
import { bytes } from '../../../templates/features/bytes/ui/bytes/feature';
import { exactDecimals } from '../../../templates/features/exact-decimals/ui/exact-decimals/feature';
import { valueLists } from '../../../templates/features/value-lists/ui/value-lists/feature';
import { actionButtons } from '../../../templates/features/action-buttons/ui/action-buttons/feature';
import { inPlace } from '../../../templates/features/in-place/ui/in-place/feature';
import { live } from '../../../templates/features/live/ui/live/feature';
import { lines } from '../../../templates/features/lines/ui/lines/feature';
import { passkeys } from '../../../templates/features/passkeys/ui/passkeys/feature';
import { pastFiles } from '../../../templates/features/past-files/ui/past-files/feature';
import { passwordReset } from '../../../templates/features/password-reset/ui/password-reset/feature';
import { oidc } from '../../../templates/features/oidc/ui/oidc/feature';
import { search } from '../../../templates/features/search/ui/search/feature';
import { logDefinition } from '../../../templates/features/security-log/ui/security-log/definition';
import { boardFeature } from '../../../templates/features/board/ui/board/feature';
import { calendarFeature } from '../../../templates/features/calendar/ui/calendar/feature';
import { frozen } from '../../../templates/features/frozen/ui/frozen/feature';
import { history } from '../../../templates/features/history/ui/history/feature';
import { layouts } from '../../../templates/features/layouts/ui/layouts/feature';
import { securityLog } from '../../../templates/features/security-log/ui/security-log/feature';
import { sessions } from '../../../templates/features/sessions/ui/sessions/feature';
import { steps } from '../../../templates/features/steps/ui/steps/feature';
import { trash } from '../../../templates/features/trash/ui/trash/feature';
import { tree } from '../../../templates/features/tree/ui/tree/feature';
import { twoFactor } from '../../../templates/features/two-factor/ui/two-factor/feature';
import { views } from '../../../templates/features/views/ui/views/feature';
import {
  deliveryDefinition,
  endpointDefinition,
} from '../../../templates/features/webhooks/ui/webhooks/definitions';
import { webhooks } from '../../../templates/features/webhooks/ui/webhooks/feature';

const ENGINE = join(import.meta.dirname, '../../../templates/service/engine');
const FEATURES: readonly UiFeature[] = [
  apiKeys,
  dashboard,
  dataImport,
  files,
  boardFeature,
  calendarFeature,
  frozen,
  history,
  invitations,
  jobs,
  layouts,
  bytes,
  exactDecimals,
  valueLists,
  actionButtons,
  inPlace,
  lines,
  live,
  oidc,
  passkeys,
  pastFiles,
  passwordReset,
  search,
  securityLog,
  sessions,
  steps,
  trash,
  tree,
  twoFactor,
  views,
  webhooks,
];

/** Texts by their whole keys. */
function leaves(texts: TextTree, before = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[before + key, text]] : leaves(text, `${before}${key}.`),
  );
}

const everything: TextTree = {
  ...english,
  ...Object.fromEntries(FEATURES.map(({ name, texts }) => [name, texts.en])),
  ra: reactAdminEnglish.ra as unknown as TextTree,
};
const inEnglish = leaves(everything);
const inGerman = new Map(leaves(german));

const formsOf = (text: string) => text.split('||||').length;
const gapsOf = (text: string) => [...new Set(text.match(/%\{\w+\}/g) ?? [])].sort();

/** What is said in German as in English. */
const SAME = new Set(
  (
    'app.nothing show.name filter.title filter.is depends.count resources.user.fields.status resources.role.fields.name ' +
    'resources.tenant.fields.name resources.tenant.fields.domain resources.tenant.fields.status list.filters search.matched import.by_label ' +
    'action-buttons.title action-buttons.done passkeys.title passkeys.name security-log.fact_passkey ra.boolean.null ra.page.edit ra.page.list ra.page.show'
  ).split(' '),
);

describe('German', () => {
  test('says everything that English says, with the same gaps and as many forms', () => {
    const wanted = inEnglish.map(([key]) => key);
    expect(wanted.filter((key) => !inGerman.has(key))).toEqual([]);
    const wrong = inEnglish.filter(([key, text]) => {
      const said = inGerman.get(key)!;
      // English alone has small names in sentences, and begins a compound with the singular.
      const alike = text.replace('field_lower_first', 'field').replace('%{one}', '%{name}');
      const gaps = gapsOf(alike);
      const mayLack = key.startsWith('ra.') && gapsOf(said).every((gap) => gaps.includes(gap));
      return formsOf(said) !== formsOf(text) || (!mayLack && gapsOf(said).join() !== gaps.join());
    });
    expect(wrong.map(([key]) => key)).toEqual([]);
    expect(wanted.length).toBeGreaterThan(400);
  });

  test('says nothing in English', () => {
    const left = inEnglish.filter(([key, text]) => inGerman.get(key) === text && !SAME.has(key));
    expect(left).toEqual([]);
  });

  test('has no text that nothing asks for', () => {
    const known = new Set(inEnglish.map(([key]) => key));
    // For these English has what the service says.
    const own = /^(refusal|problem|resources)\.|^import\.(cell|file|problem)_/;
    expect([...inGerman.keys()].filter((key) => !known.has(key) && !own.test(key))).toEqual([]);
  });

  test('names the models that features bring, their fields and values', () => {
    const definitions = {
      background_job: jobDefinition,
      security_log_entry: logDefinition,
      webhook_endpoint: endpointDefinition,
      webhook_delivery: deliveryDefinition,
    };
    for (const [name, { messages, fields }] of Object.entries(definitions)) {
      const words = featureModels[name]!;
      expect(Object.keys(words.fields ?? {}), name).toEqual(Object.keys(messages.fields));
      for (const { source, type, values = [] } of fields)
        if (type === 'enum') expect(Object.keys(words.values?.[source] ?? {})).toEqual([...values]);
    }
    const brought = FEATURES.flatMap(({ resources = [] }) => resources.map(({ name }) => name));
    expect(Object.keys(featureModels).sort()).toEqual(brought.sort());
  });

  test('has words for every code of the service', () => {
    expect(Object.keys(refusals).sort()).toEqual(Object.values(REFUSAL_CODES).flat().sort());
    const sources = [
      'fields/check-value.ts',
      'fields/limits.ts',
      'records/writing/check-payload.ts',
      'auth/passwords.ts',
    ];
    const text = sources.map((path) => readFileSync(join(ENGINE, path), 'utf8')).join('\n');
    const told = [...text.matchAll(/(?:no|wrong|#refuse)\((?:[\w.()]+, )?'([a-z-]+)'/g)];
    const used = new Set(told.map(([, code]) => code!));
    expect(used.size).toBeGreaterThan(10);
    const known = { ...problems, ...english.problem };
    expect([...used].filter((code) => !(code in known))).toEqual([]);
  });
});

describe('a language of an application', () => {
  afterEach(() => beginLanguage('en'));

  const task: AppResource = {
    name: 'task',
    model: 'Task',
    label: 'Task |||| Tasks',
    icon: TaskIcon,
    load: () => Promise.reject(new Error('not asked for')),
  };
  const fields = { title: 'Titel' };
  const values = { status: { in_progress: 'In Arbeit' } };
  const german: Language = {
    texts: { list: { filters: 'Siebe' }, report: { title: 'Bericht' } },
    models: { task: { name: 'Aufgabe |||| Aufgaben', fields, values } },
  };
  const files = { './languages/de.ts': () => Promise.resolve(german) };

  test('is a file that is named by a code', () => {
    const none = () => Promise.resolve({});
    const paths = ['./languages/pt-BR.ts', './languages/helpers.ts', './languages/fr.ts'];
    const found = languagesIn(Object.fromEntries(paths.map((path) => [path, none])));
    expect(Object.keys(found)).toEqual(['pt-BR', 'fr']);
  });

  test('says what it has, and English what it lacks', async () => {
    const provider = makeI18nProvider([task], [tree], languagesIn(files));
    const { translate } = provider;
    expect(translate('resources.task.name', { smart_count: 2 })).toBe('Tasks');
    await provider.changeLocale('de');
    expect(provider.getLocale()).toBe('de');
    expect(translate('resources.task.name', { smart_count: 2 })).toBe('Aufgaben');
    expect(translate('resources.task.fields.title', { _: 'Title' })).toBe('Titel');
    expect(translate('resources.task.values.status.in_progress')).toBe('In Arbeit');
    expect([translate('list.filters'), translate('report.title')]).toEqual(['Siebe', 'Bericht']);
    expect([translate('list.columns'), translate('tree.open')]).toEqual(['Columns', 'Tree view']);
    await provider.changeLocale('en');
    expect(translate('resources.task.name', { smart_count: 1 })).toBe('Task');
  });

  test('writes the numbers of its sentences', async () => {
    const provider = makeI18nProvider([], [], languagesIn(files));
    await provider.changeLocale('de');
    expect(provider.translate('list.select_all', { smart_count: 12345 })).toContain('12.345');
    await provider.changeLocale('en');
    expect(provider.translate('list.select_all', { smart_count: 12345 })).toContain('12,345');
  });

  test('is what values are written in', () => {
    beginLanguage('de');
    expect(formatNumber(1234.5)).toBe('1.234,5');
    expect(formatDate('2026-10-02')).toBe('02.10.2026');
    expect(formatAll(['A', 'B', 'C'])).toBe('A, B und C');
    beginLanguage('en');
    expect(formatNumber(1234.5)).toBe('1,234.5');
    expect(formatList(['A', 'B', 'C'])).toBe('A, B, C');
  });

  test('names within sentences begin small in English, unless they have capitals of their own', async () => {
    beginLanguage('en');
    const plain = [
      'Work order',
      'VAT rate',
      'API keys',
      'SKUs',
      'Google Account',
      'Delivery VAT note',
    ];
    expect(plain.map(withinSentence)).toEqual([
      ...['work order', 'VAT rate', 'API keys', 'SKUs', 'Google Account', 'delivery VAT note'],
    ]);
    beginLanguage('de');
    expect(withinSentence('Auftrag')).toBe('Auftrag');
  });

  test('English comes first, in words of the application where it has some', async () => {
    const own = { list: { filters: 'Sieves' } };
    const languages = { ...languagesIn(files), en: () => Promise.resolve({ texts: own }) };
    expect(languageCodes(languages)).toEqual(['en', 'de']);
    const provider = makeI18nProvider([], [], languages);
    expect(provider.getLocale()).not.toBe('en');
    await provider.changeLocale('en');
    expect(provider.translate('list.filters')).toBe('Sieves');
    expect(provider.getLocales?.()).toEqual([
      { locale: 'en', name: 'English' },
      { locale: 'de', name: 'Deutsch' },
    ]);
  });

  test('has the plural forms of its grammar; of two, the first is for one and the other for all else', () => {
    const choose = (code: string, text: string, counts: readonly number[]) => {
      const { pluralTypes } = pluralRules([code]);
      const forms = String(withAllForms({ text }, code)['text']).split(' |||| ');
      return counts.map((count) => forms[pluralTypes[code]!(count)]);
    };
    expect(choose('de', 'a |||| b', [0, 1, 2])).toEqual(['b', 'a', 'b']);
    expect(choose('fr', 'a |||| b', [0, 1, 2, 1_000_000])).toEqual(['a', 'a', 'b', 'b']);
    expect(choose('ar', 'a |||| b', [0, 1, 2, 5, 100])).toEqual(['b', 'a', 'b', 'b', 'b']);
    expect(choose('ru', 'a |||| b |||| c', [1, 21, 3, 5])).toEqual(['a', 'a', 'b', 'c']);
    expect(choose('ja', 'a |||| b', [1, 2])).toEqual(['b', 'b']);
  });

  test('is chosen by what the browser wants, with its region', () => {
    const codes = ['en', 'de', 'pt-BR'];
    expect(preferredLanguage(codes, ['fr-FR', 'de-AT', 'en'])).toBe('de');
    expect(preferredLanguage(codes, ['pt-PT', 'de'])).toBe('pt-BR');
    expect(preferredLanguage(codes, ['ja'])).toBe('en');
    expect(localeOf('en', ['de-DE', 'en-GB', 'en-US'])).toBe('en-GB');
    expect(localeOf('de', ['en-GB'])).toBe('de');
    expect(languageName('fr')).toBe('Français');
  });
});
