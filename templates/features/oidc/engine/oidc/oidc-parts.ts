import type { Request } from 'express';
import { readObject } from '../http/read-body.js';
import { HttpProblem, invalid } from '../problem/problem.js';
import type { AppParts } from '../service/project.js';
import type { Connection } from './connection.js';
import type { Flows } from './flow.js';
import type { ProviderSettings } from './oidc-settings.js';
import type { ProviderRules } from './provider-rules.js';
import type { StoredAnswers } from './stored-answers.js';
import type { StoredIdentities } from './stored-identities.js';

/** What the endpoints of this feature work with. */
export interface OidcParts extends AppParts {
  readonly connections: ReadonlyMap<string, Connection>;
  readonly rules: Readonly<Record<string, ProviderRules>>;
  readonly flows: Flows;
  readonly identities: StoredIdentities;
  readonly answers: StoredAnswers;
  readonly publicUrl: string;
  settingsOf(provider: string): ProviderSettings | undefined;
}

/** The code that the page came back with. */
export async function codeIn(request: Request, { settings }: OidcParts): Promise<string> {
  const { code } = await readObject(request, settings);
  if (typeof code === 'string') return code;
  throw invalid([{ field: 'code', code: 'required', message: 'code must be a text.' }]);
}

/** Why somebody is not signed in, for the page. */
export class NotSignedIn extends Error {
  constructor(
    readonly code: 'expired' | 'unknown' | 'account-exists' | 'other-account' | 'not-fresh',
  ) {
    super(code);
  }
}

export const expired = () =>
  new HttpProblem(401, 'Too much time has passed: begin again.', [], {}, { code: 'flow-expired' });
