import { notApplicable, test, type Checks } from './check.js';
import { everyKind, expectNone } from './responses.js';

export const api: Checks = {
  '4.1.1': test('every response with a body has a type, texts with utf-8', async ({ service }) => {
    const wrong = (await everyKind(service)).filter(({ text, headers }) => {
      const type = headers.get('content-type') ?? '';
      const isText = /^text\/|\/xml|\+xml/.test(type);
      return text !== '' && (type === '' || (isText && !/charset=utf-8/i.test(type)));
    });
    expectNone(wrong);
  }),

  '4.4.1': notApplicable('the service opens no WebSocket'),
};
