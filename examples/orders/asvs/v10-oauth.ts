import { notApplicable, waitsFor, type Checks } from './check.js';

const asClient = waitsFor('oidc');
const NO_SERVER = 'the service is no authorization server, and no provider for others';
const asServer = notApplicable(NO_SERVER);
const asResource = notApplicable('the service accepts tokens of its own alone (chapter 9)');

const all = (check: typeof asServer, ...numbers: readonly string[]): Checks =>
  Object.fromEntries(numbers.map((number) => [number, check]));

export const oauth: Checks = {
  '10.1.1': asClient,
  '10.1.2': asClient,
  '10.2.1': asClient,
  '10.2.2': asClient,
  ...all(asResource, '10.3.1', '10.3.2', '10.3.3', '10.3.4'),
  ...all(asServer, '10.4.1', '10.4.2', '10.4.3', '10.4.4', '10.4.5', '10.4.6', '10.4.7'),
  ...all(asServer, '10.4.8', '10.4.9', '10.4.10', '10.4.11'),
  '10.5.1': asClient,
  '10.5.2': asClient,
  '10.5.3': asClient,
  '10.5.4': asClient,
  '10.5.5': asClient,
  ...all(asServer, '10.6.1', '10.6.2', '10.7.1', '10.7.2', '10.7.3'),
};
