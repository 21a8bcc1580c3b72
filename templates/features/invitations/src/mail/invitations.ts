import { invitationsFeature } from '#engine/invitations';
import { isGerman, letter } from './letter.js';

const day = (until: Date, language: string): string =>
  until.toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });

/** Invitations: these are the mails, in the language of whoever invites. `docs/invitations.md` has the rest. */
export const invitations = invitationsFeature({
  invitation: ({ inviter, service, link, username, until, language }) =>
    isGerman(language)
      ? letter(
          `Einladung zu ${service}`,
          [
            `${inviter} lädt Sie zu ${service} ein. Hier nehmen Sie an und wählen Ihr Passwort:`,
            ...(username === null ? [] : [`Ihr Benutzername ist „${username}“.`]),
            `Der Link gilt bis zum ${day(until, 'de')} und nur einmal.`,
            'Erwarten Sie keine Einladung, dann ist nichts zu tun.',
          ],
          link,
        )
      : letter(
          `You are invited to ${service}`,
          [
            `${inviter} has invited you to ${service}. Accept the invitation and choose your password here:`,
            ...(username === null ? [] : [`Your user name is “${username}”.`]),
            `The link works once, until ${day(until, 'en')}.`,
            'If you were not expecting this invitation, you can ignore this email.',
          ],
          link,
        ),
  known: ({ inviter, service, link, language }) =>
    isGerman(language)
      ? letter(
          `Einladung zu ${service}`,
          [
            `${inviter} lädt Sie zu ${service} ein. Mit dieser Adresse haben Sie dort schon ein Konto. Hier melden Sie sich an:`,
            'Haben Sie Ihr Passwort vergessen, oder fehlt Ihnen ein Zugriff, dann wenden Sie sich an die Person, die Sie einlädt.',
          ],
          link,
        )
      : letter(
          `You are invited to ${service}`,
          [
            `${inviter} has invited you to ${service}, where this address already has an account. Sign in here:`,
            'If you forgot your password, or cannot see what you expected, ask the person who invited you.',
          ],
          link,
        ),
});
