import js from '@eslint/js';
import globals from 'globals';

export default [
  { ignores: ['dist/', 'target/', 'www/pkg/', 'bench/pkg/', 'www/experiments/list.js'] },
  js.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.worker } },
    rules: { eqeqeq: 'error', 'no-var': 'error', 'prefer-const': 'error' },
  },
  {
    files: ['*.mjs', 'xtask/**', 'tests/**', 'bench/**'],
    languageOptions: { globals: globals.node },
  },
];
