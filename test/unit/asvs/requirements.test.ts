import { describe, expect, it } from 'vitest';
import { CHECKS } from '../../../templates/features/asvs/asvs/checks.js';
import type { Check } from '../../../templates/features/asvs/asvs/check.js';
import { STANDARD, requirementsOf } from '../../../templates/features/asvs/asvs/requirements.js';
import { featuresIn } from '../../../src/render/features.js';
import { MUTATIONS } from '../../asvs/mutations.js';
import { renderExample, templates } from '../../golden/example.js';

/** The numbers of ASVS 5.0.0. */
const LEVEL_1 = `
  1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1
  3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 3.5.1 3.5.2 3.5.3 4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2
  6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1 6.4.2
  7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1 9.1.1 9.1.2 9.1.3 9.2.1
  10.4.1 10.4.2 10.4.3 10.4.4 10.4.5 11.3.1 11.3.2 11.4.1 12.1.1 12.2.1 12.2.2
  13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1`;
const LEVEL_2_OF_6_TO_10 = `
  6.1.2 6.1.3 6.2.9 6.2.10 6.2.11 6.2.12 6.3.3 6.3.4 6.4.3 6.4.4 6.5.1 6.5.2 6.5.3 6.5.4 6.5.5
  6.6.1 6.6.2 6.6.3 6.8.1 6.8.2 6.8.3 6.8.4
  7.1.1 7.1.2 7.1.3 7.3.1 7.3.2 7.4.3 7.4.4 7.4.5 7.5.1 7.5.2 7.6.1 7.6.2
  8.1.2 8.2.3 8.4.1 9.2.2 9.2.3 9.2.4
  10.1.1 10.1.2 10.2.1 10.2.2 10.3.1 10.3.2 10.3.3 10.3.4 10.4.6 10.4.7 10.4.8 10.4.9 10.4.10 10.4.11
  10.5.1 10.5.2 10.5.3 10.5.4 10.5.5 10.6.1 10.6.2 10.7.1 10.7.2 10.7.3`;

const words = (text: string): string[] => text.trim().split(/\s+/);
const requirements = STANDARD.flatMap((chapter) => chapter.requirements);
const numbersOf = (level: 1 | 2): string[] =>
  requirements.filter((one) => one.level === level).map(({ number }) => number);

describe('requirements of OWASP ASVS', () => {
  it('are all there, each once: level 1, and level 2 of the chapters 6 to 10', () => {
    expect(numbersOf(1)).toEqual(words(LEVEL_1));
    expect(numbersOf(2)).toEqual(words(LEVEL_2_OF_6_TO_10));
    expect(requirements).toHaveLength(134);
  });

  it('have a check each, and no check has no requirement', () => {
    const numbers = requirements.map(({ number }) => number);
    expect(Object.keys(CHECKS).sort()).toEqual([...numbers].sort());
  });

  it('are told in few words, none twice', () => {
    const told = requirements.map(({ asks }) => asks);
    expect(new Set(told).size).toBe(told.length);
    expect(told.filter((asks) => asks.length > 100 || /^verify/i.test(asks))).toEqual([]);
  });

  it('wait for features that are still to come, and have a check for those that there are', () => {
    const known = featuresIn(templates()).map(({ name }) => name);
    const unchecked = Object.entries(CHECKS).flatMap(([number, checks]) =>
      [checks]
        .flat()
        .flatMap((check) =>
          'feature' in check && check.check === null && known.includes(check.feature)
            ? [`${number}: ${check.feature}`]
            : [],
        ),
    );
    expect(unchecked).toEqual([]);
  });

  it('are chosen by the beginnings of their numbers', () => {
    const chosen = (...numbers: readonly string[]) =>
      requirementsOf(numbers).map(({ number }) => number);
    expect(chosen()).toHaveLength(134);
    expect(chosen('6.2.1', '4')).toEqual(['4.1.1', '4.4.1', '6.2.1']);
    expect(() => chosen('6.2.13')).toThrow('6.2.13 is no requirement: name one, as 6.4.3');
  });

  it('are broken at places that a project has', () => {
    const features = featuresIn(templates()).map(({ name }) => name);
    const project = renderExample('task-manager', features);
    const lost = MUTATIONS.flatMap(({ requirement, what, changes }) =>
      changes
        .filter(([file, text]) => !project.get(file)?.includes(text))
        .map(([file]) => `${requirement} ${what}: ${file}`),
    );
    expect(lost).toEqual([]);
  });

  it('are broken by a mutation each, where a check can say that they hold', () => {
    const canPass = (check: Check | null): boolean =>
      check !== null &&
      [check].flat().some((one) => ('feature' in one ? canPass(one.check) : 'run' in one));
    const passing = Object.keys(CHECKS).filter((number) => canPass(CHECKS[number]!));
    const broken = new Set(MUTATIONS.map(({ requirement }) => requirement));
    expect([...broken].sort()).toEqual(passing.sort());
  });
});
