export { native } from './native-type.js';
