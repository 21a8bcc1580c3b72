/** The feature `series`: numbers of records, without gaps. */
export { series, type SeriesSettings } from './series-feature.js';
