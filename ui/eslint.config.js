import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** Imports that a room may not make, with the reason a reader gets. */
const forbid = (message, ...group) => ({ group, message });

const invokeStaysHome = forbid(
  'Backend calls go through call() in ipc/call.ts.',
  '@tauri-apps/*',
);
const partsKnowProps = forbid(
  'A part knows no screen, no state and no backend: what it shows comes in as a prop.',
  '**/screens/**', '**/state/**', '**/ipc/call', '**/ipc/fake', '**/routes',
);
const screensStandAlone = (name) =>
  forbid(
    'A screen never imports another screen; App.svelte joins them.',
    ...['wizard', 'result', 'plans', 'settings'].filter((s) => s !== name).map((s) => `**/${s}/**`),
    '**/screens/**',
  );

const imports = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

export default ts.config(
  { ignores: ['dist', 'dist-fake', 'node_modules'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, __FAKE__: 'readonly' } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
  },
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      'max-lines': ['error', { max: 400 }],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  { files: ['src/**/*.svelte'], rules: { 'max-lines': ['error', { max: 200 }] } },
  { files: ['src/**'], ignores: ['src/ipc/call.ts'], rules: imports(invokeStaysHome) },
  { files: ['src/parts/**'], rules: imports(invokeStaysHome, partsKnowProps) },
  ...['wizard', 'result', 'plans', 'settings'].map((name) => ({
    files: [`src/screens/${name}/**`],
    rules: imports(invokeStaysHome, screensStandAlone(name)),
  })),
  { files: ['tests/**', '*.config.*'], languageOptions: { globals: globals.node } },
  { files: ['tests/*.mjs'], rules: { 'no-console': 'off' } },
  // Written by Rust; its length and style are not ours.
  { files: ['src/ipc/bindings.ts'], rules: { 'max-lines': 'off' } },
);
