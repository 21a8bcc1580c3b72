import { privacyFeature } from '#engine/privacy';

/** What the tables of features have of persons, and what erasing them does there. */
export const privacy = privacyFeature([]);
