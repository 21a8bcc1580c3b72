import { expect, test } from 'vitest';
import { initialsOf } from '../../../templates/features/admin/ui/components/avatar.js';

test.each([
  ['Ann Lee', 'AL'],
  ['Lee, Ann', 'AL'],
  ['Ann Maria van der Lee', 'AL'],
  ['admin', 'AD'],
  ['Şule Öz (Berlin)', 'ŞB'],
  ['', ''],
  ['𝒜nn', '𝒜N'],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
