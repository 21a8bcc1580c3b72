import { expect, it } from 'vitest';
import { takesOver } from '../../../../src/project/open/takes-over.js';

it.each([
  ['sync', { own: '0.3.0', project: '0.3.0', here: '0.4.0' }, true],
  ['sync', { own: '0.3.0', project: '0.3.0', here: '0.2.0' }, true],
  ['sync', { own: '0.4.0', project: '0.3.0', here: '0.5.0' }, true],
  ['sync', { own: '0.5.0', project: '0.3.0', here: '0.4.0' }, true],
  ['sync', { own: '0.3.1', project: '0.3.0', here: '0.3.2' }, true],
  // The same version elsewhere knows nothing more, and an older one cannot write the project.
  ['sync', { own: '0.4.0', project: '0.3.0', here: '0.4.0' }, false],
  ['sync', { own: '0.2.0', project: '0.3.0', here: '0.4.0' }, false],
  ['sync', { own: '0.1.0', project: '0.3.0', here: '0.2.0' }, false],
  ['upgrade', { own: '0.3.0', project: '0.3.0', here: '0.4.0' }, false],
  ['upgrade', { own: '0.4.0', project: '0.3.0', here: '0.5.0' }, false],
  ['upgrade', { own: '0.5.0', project: '0.3.0', here: '0.4.0' }, true],
  ['upgrade', { own: '0.3.0', project: '0.3.0', here: '0.2.0' }, true],
])('%s, %j: the own crudgen takes over: %s', (command, { own, project, here }, expected) => {
  expect(takesOver(own, { command, project }, here)).toBe(expected);
});
