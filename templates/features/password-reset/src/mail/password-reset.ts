import { passwordResetFeature } from '#engine/password-reset';
import { isGerman, letter } from './letter.js';

/** What administrators do. */
const DONE = {
  password: 'An administrator set a new password. Sign in with it wherever you were signed in.',
  factor:
    'An administrator reset your second factor. Until you set up another, your password alone signs you in.',
  passkeys:
    'An administrator removed all of your passkeys. Until you add another, your password signs you in.',
  sessions: 'An administrator ended all of your sessions. Sign in again wherever you need to.',
} as const;

const DONE_IN_GERMAN = {
  password: 'Es wurde ein neues Passwort gesetzt. Damit melden Sie sich überall neu an.',
  factor:
    'Der zweite Faktor wurde zurückgesetzt. Sie melden sich mit dem Passwort allein an, bis Sie einen neuen einrichten.',
  passkeys:
    'Alle Passkeys wurden entfernt. Sie melden sich mit dem Passwort an, bis Sie einen neuen hinzufügen.',
  sessions: 'Alle Sitzungen wurden beendet. Sie melden sich überall neu an.',
} as const;

/** New passwords by mail: these are the mails, in the language of whoever asked. `docs/password-reset.md` has the rest. */
export const passwordReset = passwordResetFeature({
  reset: ({ service, username, link, minutes, language }) =>
    isGerman(language)
      ? letter(
          `${service}: Neues Passwort`,
          [
            `Für das Konto „${username}“ bei ${service} wurde ein neues Passwort gewünscht. Hier können Sie es wählen:`,
            `Der Link gilt ${minutes} Minuten und nur einmal.`,
            'Waren Sie es nicht, dann ist nichts zu tun: Das bisherige Passwort gilt weiter.',
          ],
          link,
        )
      : letter(
          `Reset your ${service} password`,
          [
            `Somebody asked to reset the password of the ${service} account “${username}”. Choose a new one here:`,
            `The link works once, within ${minutes} minutes.`,
            'If this was not you, you can ignore this email: your password stays as it is.',
          ],
          link,
        ),
  changed: ({ service, username, language }) =>
    isGerman(language)
      ? letter(`${service}: Ihr Passwort wurde geändert`, [
          `Das Passwort des Kontos „${username}“ bei ${service} wurde geändert.`,
          'Waren Sie es nicht, dann melden Sie sich sofort bei denen, die die Zugriffe verwalten.',
        ])
      : letter(`Your ${service} password was changed`, [
          `The password of the ${service} account “${username}” was changed.`,
          'If this was not you, tell your administrators at once.',
        ]),
  moved: ({ service, username, language }) =>
    isGerman(language)
      ? letter(`${service}: Ihr Konto hat eine andere Adresse`, [
          `Das Konto „${username}“ bei ${service} hat jetzt eine andere Adresse; Mails dazu gehen nicht mehr hierher.`,
          'Waren Sie es nicht, dann melden Sie sich sofort bei denen, die die Zugriffe verwalten.',
        ])
      : letter(`The email address of your ${service} account was changed`, [
          `The ${service} account “${username}” now has another email address, so emails about it no longer come here.`,
          'If this was not you, tell your administrators at once.',
        ]),
  known: ({ service, link, language }) =>
    isGerman(language)
      ? letter(
          `${service}: Sie haben schon ein Konto`,
          [
            `Jemand, vielleicht Sie, hat diese Adresse bei ${service} für ein neues oder anderes Konto angegeben. Sie gehört schon zu einem Konto: Melden Sie sich dort an. Ein neues Passwort bekommen Sie hier:`,
            'Waren Sie es nicht, dann ist nichts zu tun: Niemand anders bekommt Ihre Adresse.',
          ],
          link,
        )
      : letter(
          `You already have an account at ${service}`,
          [
            `Somebody, perhaps you, entered this address at ${service} for a new or another account. It already belongs to an account: sign in to that one. If you forgot the password, reset it here:`,
            'If this was not you, you can ignore this email: nobody else gets your address.',
          ],
          link,
        ),
  administered: ({ service, username, what, language }) =>
    isGerman(language)
      ? letter(`${service}: Ihr Konto wurde von der Administration geändert`, [
          `Konto „${username}“: ${DONE_IN_GERMAN[what]}`,
          'Haben Sie nicht darum gebeten, dann melden Sie sich sofort bei denen, die die Zugriffe verwalten.',
        ])
      : letter(`Your ${service} account was changed by an administrator`, [
          `${service} account “${username}”: ${DONE[what]}`,
          'If you did not ask for this, tell your administrators at once.',
        ]),
  // Without the name: whoever signs up writes it, and anybody's address beside it.
  confirm: ({ service, link, language }) =>
    isGerman(language)
      ? letter(
          `${service}: Bitte bestätigen Sie Ihre Adresse`,
          [
            `Gehört diese Adresse zu Ihrem Konto bei ${service}? Dann bestätigen Sie es hier, während Sie angemeldet sind:`,
            'Gehört Ihnen kein solches Konto, dann ist nichts zu tun.',
          ],
          link,
        )
      : letter(
          `Confirm your email address for ${service}`,
          [
            `Does this address belong to your ${service} account? Confirm it here while you are signed in:`,
            'If you have no such account, you can ignore this email.',
          ],
          link,
        ),
});
