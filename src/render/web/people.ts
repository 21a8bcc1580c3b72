import type { Model } from '../../model/model.js';
import { isUser } from './person-field.js';

/** Pictures of a person; one of a passport or a signature is none. */
const PORTRAIT = /(^|_)(photo|picture|portrait|avatar|image|headshot|foto|bild)$/;

/** Fields that only people have. */
const GIVEN_NAME = /^(first|given|fore)_?names?$|^vorname$/;

/** Whether the rows of a model are people, so that initials stand before their names. */
export const isOfPeople = ({ name, fields }: Model): boolean =>
  name === 'User' || fields.some((field) => GIVEN_NAME.test(field.name));

/** The field with the picture of a person; undefined for records that are not people. */
export const portraitOf = (model: Model): string | undefined =>
  isOfPeople(model)
    ? model.fields.find(({ name, type }) => type === 'image' && PORTRAIT.test(name))?.name
    : undefined;

/**
 * The field by which the record with a person's picture belongs to a user; undefined without a picture, or without a field of this kind.
 */
export const portraitUser = (model: Model): string | undefined =>
  portraitOf(model) === undefined
    ? undefined
    : model.fields.find((field) => field.unique && field.type === 'ref' && isUser(field))?.name;
