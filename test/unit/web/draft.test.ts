import { beforeEach, expect, test, vi } from 'vitest';
import {
  closeDrafts,
  draftOf,
  hasDraft,
  keepDraft,
  openDraftsOf,
} from '../../../templates/features/admin/ui/api/storage';
import { fakeService } from './fake-service';

const PLACE = { user: 1, resource: 'task', id: 7 };
const DRAFT = { ...PLACE, read: { id: 7, _label: 'a', title: 'a' }, values: { title: 'b' } };

beforeEach(() => {
  fakeService(() => ({}));
  openDraftsOf(1);
});

test('a draft is for one user and one form', () => {
  keepDraft(DRAFT);
  expect(draftOf(PLACE)).toEqual(DRAFT);
  for (const other of [{ user: 2 }, { resource: 'project' }, { id: 8 }, { id: null }])
    expect(draftOf({ ...PLACE, ...other })).toBeNull();
});

test('a draft waits for its user, and goes when another one comes', () => {
  keepDraft(DRAFT);
  openDraftsOf(1);
  expect(hasDraft()).toBe(true);
  openDraftsOf(2);
  expect(hasDraft()).toBe(false);
});

test('who signs out in another tab leaves none here', async () => {
  const heard: ((event: { key: string }) => void)[] = [];
  vi.stubGlobal('addEventListener', (_: string, hear: (typeof heard)[number]) => heard.push(hear));
  vi.resetModules();
  const here = await import('../../../templates/features/admin/ui/api/storage');
  const tell = (key: string) => heard.forEach((hear) => hear({ key }));
  here.openDraftsOf(1);
  here.keepDraft(DRAFT);
  tell('jm_access_token');
  expect(here.hasDraft()).toBe(true);
  tell('signed_out');
  expect(here.hasDraft()).toBe(false);
  here.keepDraft(DRAFT);
  expect(here.hasDraft()).toBe(false);
  vi.unstubAllGlobals();
});

test('who signs out leaves none, before or after', () => {
  keepDraft(DRAFT);
  closeDrafts();
  expect(hasDraft()).toBe(false);
  keepDraft(DRAFT);
  expect(hasDraft()).toBe(false);
});

test('one that is too large is not kept, and what is no draft is none', () => {
  keepDraft({ ...DRAFT, values: { title: 'x'.repeat(1_000_000) } });
  expect(hasDraft()).toBe(false);
  sessionStorage.setItem('unsaved_form', '{');
  expect(draftOf(PLACE)).toBeNull();
});
