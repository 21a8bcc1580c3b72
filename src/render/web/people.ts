import type { Model } from '../../model/model.js';

/** Fields that only people have. */
const GIVEN_NAME = /^(first|given|fore)_?names?$|^vorname$/;

/** Whether the rows of a model are people, so that initials stand before their names. */
export const isOfPeople = ({ name, fields }: Model): boolean =>
  name === 'User' || fields.some((field) => GIVEN_NAME.test(field.name));
