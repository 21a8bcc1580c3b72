import { describe, expect, it } from 'vitest';
import { renameInInputs } from '../../../../src/refactor/history/input-names.js';

const HEAD =
  "import { type FormInputProps, MessagePanel, TextInput, useFormInput } from '#ui';\nimport { PriceInput } from './price';\n";
const rewritten = (code: string, head = HEAD) => renameInInputs('web/src/pages/a.tsx', head + code);

describe('properties of inputs have the names of react-admin', () => {
  it.each([
    [
      '<TextInput source="a" help="As written." />',
      '<TextInput source="a" helperText="As written." />',
    ],
    [
      '<TextInput\n  initial={1}\n  help={<b>!</b>}\n  source="a"></TextInput>',
      '<TextInput\n  defaultValue={1}\n  helperText={<b>!</b>}\n  source="a"></TextInput>',
    ],
    [
      "useFormInput({ source: 'a', initial: 1, help })",
      "useFormInput({ source: 'a', defaultValue: 1, helperText: help })",
    ],
  ])('%s', (old, now) => {
    expect(rewritten(`const a = ${old};`)).toEqual({ text: `${HEAD}const a = ${now};`, left: [] });
  });

  it('by whatever name a file has them, and from wherever', () => {
    for (const head of [
      "import { TextInput as Text } from '#ui';\n",
      'import { NumberInput as Text } from "../../ui/components/form/inputs"\r\n',
    ])
      expect(rewritten('const a = <Text help="b" />;', head).text).toBe(
        `${head}const a = <Text helperText="b" />;`,
      );
    const whole = "import * as ui from '#ui';\n";
    expect(rewritten('const a = <ui.TextInput help="b" />;', whole).text).toBe(
      `${whole}const a = <ui.TextInput helperText="b" />;`,
    );
  });

  it.each([
    '<MessagePanel title="a" help="b" />',
    '<PriceInput help="b" />',
    '<p title="help" about={help.initial} />',
    "useFormInput({ source: 'help' }, { initial: 1 })",
    '((TextInput: Own) => <TextInput help="b" />)',
    '(({ help }: { help: string }) => help)',
  ])('and nothing else is touched: %s', (code) => {
    expect(rewritten(`const a = ${code};`)).toEqual({
      text: `${HEAD}const a = ${code};`,
      left: [],
    });
  });

  it.each([
    ['const a = <TextInput help="b" helperText="c" />;', 3, 'the input also has `helperText`'],
    ['const a = (\n  <TextInput {...props} initial={1} />\n);', 4, '`defaultValue`'],
    ['const a = useFormInput({ ...props, help: 1 });', 3, '`helperText`'],
    ['function A(props: FormInputProps) {\n  return props.help;\n}', 4, 'your own input'],
    ['function A({ help, ...props }: FormInputProps) {}', 3, 'your own input'],
    [
      'interface Own extends FormInputProps {}\nconst A = ({ initial }: Own) => initial;',
      4,
      'your own input',
    ],
  ])('and a place that is left is named: %s', (code, line, why) => {
    expect(rewritten(code)).toEqual({
      text: HEAD + code,
      left: [{ line, why: expect.stringContaining(why) }],
    });
  });
});
