export { history } from './history-feature.js';
