import type { Checks } from './check.js';
import { encoding } from './v1-encoding.js';
import { oauth } from './v10-oauth.js';
import { architecture, configuration, cryptography, data, transport } from './v11-to-v15.js';
import { validation } from './v2-validation.js';
import { browsers } from './v3-browsers.js';
import { api } from './v4-api.js';
import { files } from './v5-files.js';
import { authentication } from './v6-authentication.js';
import { sessions } from './v7-sessions.js';
import { authorization } from './v8-authorization.js';
import { tokens } from './v9-tokens.js';

/** How each requirement is tried, by its number. */
export const CHECKS: Checks = {
  ...encoding,
  ...validation,
  ...browsers,
  ...api,
  ...files,
  ...authentication,
  ...sessions,
  ...authorization,
  ...tokens,
  ...oauth,
  ...cryptography,
  ...transport,
  ...configuration,
  ...data,
  ...architecture,
};
