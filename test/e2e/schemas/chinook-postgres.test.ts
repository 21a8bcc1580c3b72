import { proveSchema } from './prove-schema.js';

proveSchema('chinook-postgres');
