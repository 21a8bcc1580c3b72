import { emailsNotUnique, hasUniqueEmails } from '../auth/access-control.js';
import type { StartParts } from '../service/project.js';
import { publicUrlFor, reasonsOf } from '../settings/settings.js';

/** Why a feature cannot mail links to users: nothing to begin them with, or an address that may be of several users. */
export const linkRefusals = (feature: string, { settings, user }: StartParts): string[] => [
  ...reasonsOf(() => publicUrlFor(feature, settings)),
  ...(hasUniqueEmails(user) ? [] : [emailsNotUnique(feature)]),
];
