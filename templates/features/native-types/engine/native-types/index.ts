export { native } from './native-type.js';
export { nativeTypes } from './native-types-feature.js';
