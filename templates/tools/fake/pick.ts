import type { Faker } from '@faker-js/faker';

/** One of a list that is not empty. */
export const pick = <T>(faker: Faker, list: readonly T[]): T =>
  list[faker.number.int(list.length - 1)]!;
