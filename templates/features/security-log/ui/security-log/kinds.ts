/** Its path in the service. */
export const RESOURCE = 'security_log_entry';

/** What there is to filter by; features and code of the project may tell of more. */
export const KINDS = [
  ...['signed-in', 'sign-in-refused', 'sessions-ended', 'session-ended'],
  ...['password-changed', 'password-reset-asked'],
  ...['email-entered', 'email-changed', 'email-confirmed'],
  ...['user-created', 'user-changed', 'user-removed'],
  ...['role-created', 'role-changed', 'role-removed'],
  ...['factor-added', 'factor-asked', 'factor-refused', 'factor-removed', 'factor-reset'],
  ...['recovery-code-used', 'recovery-codes-renewed'],
  ...['passkey-added', 'passkey-refused', 'passkey-removed'],
  ...[
    'identity-linked',
    'identity-unlinked',
    'proof-refused',
    'invited',
    'invitation-accepted',
    'invitation-revoked',
  ],
  ...['api-key-created', 'api-key-removed'],
] as const;
