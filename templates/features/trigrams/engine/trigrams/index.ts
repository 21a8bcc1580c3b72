/*
 * The search by trigram indexes, as `#engine/trigrams`: available with the feature `trigrams`, which a field with
 * `search=trigram` brings.
 */

export { trigrams } from './trigrams-feature.js';
