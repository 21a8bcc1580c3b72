import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Folders to import by name, through their public entry points: the files inside may move in a newer version. */
const DOORS = [
  { name: '#engine', folder: 'engine', files: ['src/**', 'test/**'] },
  { name: '#ui', folder: 'ui', files: ['web/src/**'] },
];

export default defineConfig(
  globalIgnores(['.crudgen/', 'dist/', 'web/dist/', 'data/']),
  js.configs.recommended,
  tseslint.configs.recommended,
  { files: ['{web,ui}/**/*.{ts,tsx}'], extends: [reactHooks.configs.flat.recommended] },
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'prefer-const': 'error',
      'no-control-regex': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-empty-object-type': [
        'error',
        { allowInterfaces: 'with-single-extends' },
      ],
    },
  },
  ...DOORS.map(({ name, folder, files }) => ({
    files,
    rules: {
      'no-restricted-imports': [
        'warn',
        {
          patterns: [
            { regex: `^\\.{1,2}/(.*/)?${folder}(/|$)`, message: `Import it from \`${name}\`.` },
          ],
        },
      ],
    },
  })),
);
