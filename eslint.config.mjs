import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['**/node_modules', '**/dist', '**/out-tsc', '**/coverage', '.nx', 'data', 'tmp'] },
  { files: ['**/*.ts'], extends: [tseslint.configs.recommended] },
);
