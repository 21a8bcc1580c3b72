import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import typescript from 'typescript-eslint';

export default defineConfig(
  globalIgnores(['dist/', 'node_modules/', '**/.tmp/', 'examples/', '**/*.ejs', 'test/merge/*/*']),
  js.configs.recommended,
  typescript.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-duplicate-imports': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'prefer-const': 'error',
      'max-lines-per-function': ['warn', { max: 60, skipBlankLines: true, skipComments: true }],
      'no-control-regex': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-empty-object-type': [
        'error',
        { allowInterfaces: 'with-single-extends' },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Exports have names.' },
        { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file itself.' },
      ],
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
  {
    files: ['templates/features/*/{web,ui}/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: hooks.configs.recommended.rules,
  },
  {
    files: [
      'test/**',
      'templates/service/test/**',
      'templates/features/engine-tests/engine/test/**',
      'templates/features/{baseline,bytes,composite-keys,exact-decimals,lines,native-types,no-overlap,own-schema,read-only,schemas,series,steps,value-lists}/engine/test/**',
      'templates/**/*.test.ts',
      'templates/**/*.test.tsx',
    ],
    rules: { 'max-lines-per-function': 'off', 'no-console': 'off' },
  },
  {
    // Icons are default exports, as those of their package.
    files: [
      ...['*.config.{js,ts}', '**/*.config.{js,ts}', '**/vite.config.ts'],
      '.github/site/.vitepress/**',
      'templates/features/admin/ui/icons/*.js',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
