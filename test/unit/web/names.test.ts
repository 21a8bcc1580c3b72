import * as reactAdmin from 'react-admin';
import { expect, test } from 'vitest';
import { exportsIn } from '../../../src/code/definitions.js';
import { isCode, parseCode } from '../../../src/code/typescript.js';
import { appOf } from '../../golden/example.js';
import { webFiles } from '../../support/web-files.js';

/** They are react-admin's, and take all that it documents of them. */
const SAME = ['BooleanInput', 'DateInput', 'NumberInput', 'TextInput', 'TimeInput'];

test('what the back-office exports takes no name of react-admin, but where it takes its properties, too', () => {
  const ui = [...webFiles(appOf('task-manager'))].filter(
    ([path]) => path.startsWith('ui/') && isCode(path),
  );
  const names = new Set(ui.flatMap(([path, text]) => exportsIn(parseCode(path, text))));
  expect(names.size).toBeGreaterThan(200);
  expect([...names].filter((name) => name in reactAdmin).sort()).toEqual(SAME);
});
