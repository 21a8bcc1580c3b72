import { defineAccess } from '../model/access-rules.js';
import { modelModule } from '../model/model-module.js';
import { SecurityLogEntry } from './security-log-entry.model.js';

/** Administrators read it. Nobody writes or removes any of it. */
const access = defineAccess<SecurityLogEntry>({
  roles: { Admin: ['list', 'show', 'field'], '*': [] },
});

/** The security log as a model of the service. */
export const securityLogEntries = modelModule({ entity: SecurityLogEntry, access });
