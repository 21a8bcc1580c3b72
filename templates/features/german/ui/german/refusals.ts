/** The service's problems with fields, by code, besides those that every language has (`problem` in `texts.ts`). */
export const problems: Readonly<Record<string, string>> = {
  type: 'Das ist kein gültiger Wert.',
  text: 'Das enthält Zeichen, die nicht gespeichert werden können.',
  value: 'Das ist keiner der möglichen Werte: %{values}.',
  'too-long': 'Höchstens %{max} Zeichen.',
  'too-short': 'Mindestens %{min} Zeichen.',
  'too-many-items': 'Höchstens %{max} Einträge.',
  'too-few-items': 'Mindestens %{min} Einträge.',
  'too-small': 'Mindestens %{min}.',
  'too-large': 'Höchstens %{max}.',
  'too-many': 'Das sind zu viele Einträge auf einmal.',
  'too-precise': 'Höchstens %{digits} Stellen nach dem Komma.',
  digits: 'Diese ganze Zahl hat zu viele Stellen.',
  format: 'Das hat nicht die verlangte Form.',
  pattern: 'Das muss die Form %{pattern} haben.',
  'unknown-field': 'Dieses Feld gibt es nicht, oder Sie dürfen es nicht setzen.',
  wrong: 'Das bisherige Passwort ist falsch.',
  min: 'Mindestens %{min} Zeichen.',
  max: 'Höchstens %{max} Zeichen.',
  common: 'Das ist eines der häufigsten Passwörter.',
  'own-word': 'Das Passwort darf nicht aus dem Namen dieses Dienstes oder seinen Wörtern bestehen.',
  nul: 'Das enthält Zeichen, die nicht gespeichert werden können.',
  blank: 'Das darf nicht mit Leerzeichen beginnen oder enden.',
  invisible: 'Das enthält unsichtbare Zeichen.',
  'at-sign': 'Das darf kein @ enthalten.',
  'not-given': 'Das ist mehr, als Sie geben dürfen.',
  step: 'Diesen Wert darf das jetzt nicht bekommen.',
  more: 'Es gibt noch mehr, was nicht stimmt.',
};

/** The service's refusals, by code. */
export const refusals: Readonly<Record<string, string>> = {
  'wrong-credentials': 'Der Name oder das Passwort ist falsch.',
  'factor-required':
    'Es wird ein zweiter Faktor verlangt: bitte dort anmelden, wo danach gefragt wird.',
  'question-expired': 'Es ist zu viel Zeit vergangen: bitte neu anmelden.',
  'wrong-code': 'Der Code ist falsch, abgelaufen oder schon verwendet.',
  'passkey-refused':
    'Der Passkey wurde nicht angenommen: versuchen Sie es noch einmal, oder melden Sie sich anders an.',
  'not-same-origin': 'Das geht nur von den Seiten dieses Dienstes aus.',
  'in-person': 'Das kann nur ein angemeldeter Mensch selbst tun.',
  'inactive-user': 'Dieses Konto ist nicht aktiv.',
  'no-role': 'Sie haben hier keine Rolle.',
  'may-not': 'Ihre Rollen erlauben das nicht.',
  'row-rule': 'Sie könnten diesen Eintrag danach selbst nicht mehr sehen.',
  'other-role': 'Sie sehen diesen Eintrag durch eine Rolle, die das nicht darf.',
  'no-tenant':
    'Sie gehören zu keinem aktiven Mandanten und könnten diesen Eintrag danach selbst nicht mehr sehen.',
  'invitation-void':
    'Diese Einladung gilt nicht mehr: Wer sie gesendet hat, darf diesen Zugriff nicht mehr geben. Bitten Sie um eine neue.',
  'no-record': 'Diesen Eintrag gibt es nicht, oder Sie dürfen ihn nicht sehen.',
  'address-taken':
    'Diese Adresse gehört inzwischen zu einem anderen Konto. Melden Sie sich dort an.',
  step: 'Von seinem jetzigen Wert aus darf ein Feld dieses Eintrags nicht den neuen bekommen.',
  overlap: 'Der Zeitraum überschneidet sich mit dem eines anderen Eintrags.',
  'other-proof': 'Eine Anmeldung dort beweist hier nichts: Zeigen Sie etwas anderes.',
  'link-expired': 'Dieser Link gilt nicht mehr. Fordern Sie einen neuen an.',
  depends: 'Andere Einträge hängen davon ab.',
  changed: 'Der Eintrag wurde geändert, seit Sie ihn gelesen haben.',
  'too-many-rows':
    'Das sind zu viele Einträge auf einmal: höchstens %{limit}, so die Einstellung %{setting}.',
  'body-too-large': 'Das ist zu groß: höchstens %{limit}, so die Einstellung %{setting}.',
  'preset-role': 'Eine vorgegebene Rolle kann nicht gelöscht werden und behält ihren Namen.',
  'admin-role': 'Die Rolle Admin muss lesen und bearbeiten dürfen.',
  'last-admin':
    'Der letzte aktive Admin kann nicht gelöscht oder abgeschaltet werden und behält seine Rolle.',
  'account-exists': 'Mit dieser Adresse haben Sie schon ein Konto. Melden Sie sich an.',
  'role-needs-factor':
    'Ihre Rolle verlangt einen zweiten Faktor. Richten Sie stattdessen einen anderen ein.',
  'too-many-tries': 'Das waren zu viele Versuche. Warten Sie, und versuchen Sie es dann wieder.',
  busy: 'Der Dienst ist gerade ausgelastet. Versuchen Sie es wieder.',
  'too-slow': 'Das hat zu lange gedauert.',
  unavailable: 'Die Datenbank antwortet nicht. Versuchen Sie es später wieder.',
  'read-only': 'Die Datenbank nimmt gerade keine Änderungen an. Versuchen Sie es später wieder.',
  full: 'Die Datenbank hat keinen Platz mehr.',
  damaged: 'Die Datenbank ist beschädigt und muss wiederhergestellt werden.',
  failure: 'Etwas ist schiefgegangen. Das Protokoll des Dienstes sagt unter dieser Nummer mehr.',
};
