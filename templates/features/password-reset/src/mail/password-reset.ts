import { passwordResetFeature } from '#engine/password-reset';
import { isGerman, letter } from './letter.js';

/** What administrators do. */
const DONE = {
  password: 'a new password was set. You sign in with it, everywhere anew.',
  factor:
    'the second factor was reset. You sign in by the password alone until you set up another.',
  passkeys: 'all passkeys were removed. You sign in by the password until you add another.',
  sessions: 'all sessions were ended. You sign in again everywhere.',
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
  reset: ({ username, link, minutes, language }) =>
    isGerman(language)
      ? letter(
          'Neues Passwort',
          [
            `Für das Konto „${username}“ wurde ein neues Passwort gewünscht. Hier können Sie es wählen:`,
            `Der Link gilt ${minutes} Minuten und nur einmal.`,
            'Waren Sie es nicht, dann ist nichts zu tun: Das bisherige Passwort gilt weiter.',
          ],
          link,
        )
      : letter(
          'New password',
          [
            `Somebody asked for a new password of the account “${username}”. Choose it here:`,
            `The link is valid for ${minutes} minutes, and once.`,
            'If it was not you, there is nothing to do: the present password stays as it is.',
          ],
          link,
        ),
  changed: ({ username, language }) =>
    isGerman(language)
      ? letter('Ihr Passwort wurde geändert', [
          `Das Passwort des Kontos „${username}“ wurde geändert.`,
          'Waren Sie es nicht, dann melden Sie sich sofort bei denen, die die Zugriffe verwalten.',
        ])
      : letter('Your password was changed', [
          `The password of the account “${username}” was changed.`,
          'If it was not you, tell your administrators at once.',
        ]),
  moved: ({ username, language }) =>
    isGerman(language)
      ? letter('Ihr Konto hat eine andere Adresse', [
          `Das Konto „${username}“ hat jetzt eine andere Adresse; Mails dazu gehen nicht mehr hierher.`,
          'Waren Sie es nicht, dann melden Sie sich sofort bei denen, die die Zugriffe verwalten.',
        ])
      : letter('Your account has another address', [
          `The account “${username}” has another address now; mails about it no longer come here.`,
          'If it was not you, tell your administrators at once.',
        ]),
  known: ({ link, language }) =>
    isGerman(language)
      ? letter(
          'Sie haben schon ein Konto',
          [
            'Jemand, vielleicht Sie, hat diese Adresse für ein neues oder anderes Konto angegeben. Sie gehört schon zu einem Konto: Melden Sie sich dort an. Ein neues Passwort bekommen Sie hier:',
            'Waren Sie es nicht, dann ist nichts zu tun: Niemand anders bekommt Ihre Adresse.',
          ],
          link,
        )
      : letter(
          'You have an account already',
          [
            'Somebody, perhaps you, entered this address for a new or another account. It belongs to an account already: sign in there. You get a new password here:',
            'If it was not you, there is nothing to do: nobody else gets your address.',
          ],
          link,
        ),
  administered: ({ username, what, language }) =>
    isGerman(language)
      ? letter('Ihr Konto wurde von der Administration geändert', [
          `Konto „${username}“: ${DONE_IN_GERMAN[what]}`,
          'Haben Sie nicht darum gebeten, dann melden Sie sich sofort bei denen, die die Zugriffe verwalten.',
        ])
      : letter('An administrator changed your account', [
          `Account “${username}”: ${DONE[what]}`,
          'If you did not ask for it, tell your administrators at once.',
        ]),
  // Without the name: whoever signs up writes it, and anybody's address beside it.
  confirm: ({ link, language }) =>
    isGerman(language)
      ? letter(
          'Bitte bestätigen Sie Ihre Adresse',
          [
            'Gehört diese Adresse zu Ihrem Konto? Dann bestätigen Sie es hier, während Sie angemeldet sind:',
            'Gehört Ihnen kein solches Konto, dann ist nichts zu tun.',
          ],
          link,
        )
      : letter(
          'Please confirm your address',
          [
            'Is this the address of your account? Then confirm it here, while you are signed in:',
            'If you have no such account, there is nothing to do.',
          ],
          link,
        ),
});
