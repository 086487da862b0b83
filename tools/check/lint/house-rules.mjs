import { builtinModules } from 'node:module';
import { PROJECTS, TEST_PACKAGES } from './projects.mjs';

/**
 * The role of a file in its project: `source`, `testing` (fakes and contract suites), `spec`, in apps `composition`
 * (composition/container.ts, composition/tokens.ts), and `clock`, the one file that reads the system's time.
 * @typedef {'source' | 'testing' | 'spec' | 'composition' | 'clock'} Role
 */

/** Options of `@nx/enforce-module-boundaries`: projects by tag, npm packages by name. */
export function boundaryOptions(project, role) {
  const everything = project.uses === '*';
  const packages = everything
    ? ['*']
    : withSubPaths([...project.packages, ...(isTest(role) ? [...TEST_PACKAGES, ...(project.testPackages ?? [])] : [])]);
  return {
    enforceBuildableLibDependency: false,
    // Tests of the whole may import the apps, which Nx otherwise forbids to everyone.
    allow: project.outside ? PROJECTS.map((other) => `@stackcheck/${other.name}`) : [],
    // Whether a library is loaded lazily matters to a browser's bundle; here a test may import() what others import.
    checkDynamicDependenciesExceptions: ['@stackcheck/**'],
    depConstraints: [
      {
        sourceTag: `project:${project.name}`,
        onlyDependOnLibsWithTags: everything ? ['*'] : project.uses.map((name) => `project:${name}`),
        ...(everything ? {} : { allowedExternalImports: packages }),
      },
    ],
  };
}

/** Options of `no-restricted-imports`. */
export function importRules(project, role) {
  const patterns = [];
  if (!isTest(role) && !project.outside) patterns.push(NO_TESTING);
  if (project.domain && role !== 'spec') patterns.push(noBuiltins(project.builtins ?? []));
  if (role !== 'composition') patterns.push(NO_CONTAINER);
  for (const { path, why } of project.never ?? []) patterns.push({ regex: `^${path}$`, message: why });
  return { patterns };
}

/** Rules on globals and expressions that would make domain code depend on where and when it runs. */
export function syntaxRules(project, role) {
  if (!project.domain || role === 'spec') return { 'no-restricted-globals': 'off', 'no-restricted-syntax': 'off' };
  const clock = role === 'clock';
  return {
    'no-restricted-globals': ['error', ...(clock ? AMBIENT.filter((global) => !isTime(global)) : AMBIENT)],
    'no-restricted-syntax': ['error', ...(clock ? IMPURE.filter((rule) => !rule.time) : IMPURE).map(toSyntaxOption)],
  };
}

const isTest = (role) => role === 'spec' || role === 'testing';

/** A package's name does not cover its sub-paths in Nx; both are listed. */
const withSubPaths = (names) => names.flatMap((name) => [name, `${name}/*`]);

const NO_TESTING = {
  regex: '(^@stackcheck/[^/]+|^\\.{1,2}(/[^/]+)*)/testing(/|$)',
  message: 'Fakes and contract suites are for specs and testing/ folders only.',
};

/** Nx returns early for Node built-ins, so they are forbidden here. */
function noBuiltins(allowed) {
  const names = builtinModules.filter((name) => !name.startsWith('_') && !allowed.includes(name));
  const except = allowed.map((name) => `${name}$`).join('|');
  return {
    regex: `^node:${except && `(?!${except})`}|^(${names.join('|')})$`,
    message: 'Domain code knows no Node built-ins: pass in what it needs.',
  };
}

const NO_CONTAINER = {
  regex: '^tsyringe(/|$)',
  message:
    'Only composition/container.ts and composition/tokens.ts know the container: take dependencies as arguments.',
};

const isTime = (global) => global.name === 'performance';

const AMBIENT = [
  { name: 'process', message: 'Domain code reads no environment: pass the value in.' },
  { name: 'performance', message: 'Take a Clock.' },
  { name: 'crypto', message: 'Randomness is passed in.' },
  { name: 'fetch', message: 'Domain code has no network: take a port.' },
  { name: 'console', message: 'Domain code does not print: return what happened.' },
  { name: 'require', message: 'Import at the top of the file.' },
  { name: 'globalThis', message: 'Domain code takes what it needs as arguments.' },
];

const IMPURE = [
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: 'Take a Clock.', time: true },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Take the instant.', time: true },
  { selector: "CallExpression[callee.name='Date']", message: 'Take the instant.', time: true },
  { selector: "MemberExpression[object.name='Math'][property.name='random']", message: 'Randomness is passed in.' },
  { selector: 'ImportExpression', message: 'Domain code imports at the top of the file.' },
];

const toSyntaxOption = ({ selector, message }) => ({ selector, message });
