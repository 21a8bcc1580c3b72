import { format } from 'prettier';

/** A YAML file in the format of projects. */
export const formatYaml = (text: string): Promise<string> =>
  format(text, { parser: 'yaml', singleQuote: true, printWidth: 100 });
