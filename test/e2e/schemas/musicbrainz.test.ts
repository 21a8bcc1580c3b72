import { proveSchema } from './prove-schema.js';

proveSchema('musicbrainz');
