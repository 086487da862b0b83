import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';
import { importRules, boundaryOptions, syntaxRules } from './tools/check/lint/house-rules.mjs';
import { importOrder } from './tools/check/lint/import-order.mjs';
import { KNOWN_ARROWS } from './tools/check/lint/known-arrows.mjs';
import { PROJECTS } from './tools/check/lint/projects.mjs';

const SPECS = ['**/*.spec.ts', '**/testing/**/*.ts'];

/** One block per project for its sources and one for its tests, since the options of a rule replace and never merge. */
function projectBlocks(project) {
  const all = `${project.root}/**/*.ts`;
  return [
    { files: [all], rules: rulesFor(project, 'source') },
    { files: [`${project.root}/**/testing/**/*.ts`], rules: rulesFor(project, 'testing') },
    { files: [`${project.root}/**/*.spec.ts`], rules: rulesFor(project, 'spec') },
    // The composition root of an app is the one place that knows the container.
    ...(project.composes
      ? [{ files: [`${project.root}/src/composition/{container,tokens}.ts`], rules: rulesFor(project, 'composition') }]
      : []),
    ...(project.clockFile ? [{ files: [project.clockFile], rules: rulesFor(project, 'clock') }] : []),
    ...(project.folders ? [folderOrder(project)] : []),
  ];
}

/** The order of a project's folders; tests arrange what they need and are free of it. */
function folderOrder({ root, folders }) {
  const options = { root, folders, known: KNOWN_ARROWS.folders };
  return { files: [`${root}/src/**/*.ts`], ignores: SPECS, rules: { 'order/folder-order': ['error', options] } };
}

function rulesFor(project, role) {
  return {
    '@nx/enforce-module-boundaries': ['error', boundaryOptions(project, role)],
    'no-restricted-imports': ['error', importRules(project, role)],
    ...syntaxRules(project, role),
  };
}

export default tseslint.config(
  { ignores: ['docs/api', '**/node_modules', '**/dist', '**/out-tsc', '**/coverage', '.nx', 'data', 'tmp'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommended],
    plugins: { '@nx': nx },
    rules: {
      // A project without a row in the table may depend on nothing, so forgetting the row fails safe.
      '@nx/enforce-module-boundaries': [
        'error',
        { depConstraints: [{ sourceTag: 'listed', onlyDependOnLibsWithTags: [] }] },
      ],
      eqeqeq: ['error', 'always'],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: SPECS,
    // A test states what it knows (`found!.id`); a wrong claim fails there and nowhere else.
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['**/*.js'],
    languageOptions: { sourceType: 'commonjs' },
    rules: { 'no-unused-vars': ['error', { argsIgnorePattern: '^_' }], eqeqeq: ['error', 'always'] },
  },
  {
    files: ['{apps,libs,tools}/**/*.{ts,js,mjs}'],
    plugins: { order: importOrder },
    rules: { 'order/no-circle': ['error', { known: KNOWN_ARROWS.circles }] },
  },
  ...PROJECTS.flatMap(projectBlocks),
);
