import js from '@eslint/js';
import globals from 'globals';

export default [
  { ignores: ['dist/', 'target/', 'www/pkg/', 'bench/pkg/', 'www/experiments/list.js'] },
  js.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.worker } },
    rules: {
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['*.mjs', 'xtask/**', 'tests/**', 'bench/**'],
    languageOptions: { globals: globals.node },
  },
  {
    // A table: the same program in each library.
    files: ['www/experiments/*/programs.js'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['tests/**'],
    rules: {
      // A test is one story, and a page's part of it stands within it.
      'max-lines-per-function': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.object.name='page'][callee.property.name='click']",
          message:
            'A page that still moves is clicked beside the element: `page.locator(…).click()`.',
        },
      ],
    },
  },
];
