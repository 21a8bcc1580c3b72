import type { Faker } from '@faker-js/faker';

/** A random item of a non-empty list. */
export const pick = <T>(faker: Faker, list: readonly T[]): T =>
  list[faker.number.int(list.length - 1)]!;
