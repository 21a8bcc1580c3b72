/*
 * The security log, as `#engine/security-log`: available with the feature `security-log`.
 */

export { SecurityLogEntry } from './security-log-entry.model.js';
export { securityLog, type SecurityLogSettings } from './security-log-feature.js';
