import type { PublishedFolder } from './folder';

const GIT = 'the code of a repository has no version that advisories know';
const LOCAL = 'a folder or file has no version that advisories know';

/** Lockfiles of npm and its like. */
export const JAVASCRIPT_FOLDERS: readonly PublishedFolder[] = [
  { folder: 'lockfiles/npm', format: 'npm-lockfile' },
  {
    folder: 'peers/packagelockjson',
    format: 'npm-lockfile',
    deviations: {
      'package-lock.json': {
        why: 'the peer leaves it out since the folder has an npm-shrinkwrap.json, too; here each file is read',
        has: ['pkg:npm/supports-color@5.5.0', 'pkg:npm/wrappy@1.0.2'],
      },
      'commits.v1.json': {
        why: GIT,
        apart: [
          '@segment/analytics.js-integration-facebook-pixel',
          'babel-preset-php',
          'is-number-1',
          'is-number-2',
          'is-number-3',
          'is-number-4',
          'is-number-5',
          'is-number-6',
          'raven-js',
          'slick-carousel',
        ],
      },
      'files.v1.json': { why: LOCAL, apart: ['other_package'] },
      'files.v2.json': { why: LOCAL, apart: ['deps/etag'], lacks: ['pkg:npm/etag@1.8.0'] },
    },
  },
  { folder: 'lockfiles/pnpm', format: 'pnpm-lockfile' },
  {
    folder: 'peers/pnpmlock',
    format: 'pnpm-lockfile',
    deviations: {
      'commits.yaml': {
        why: GIT,
        apart: ['@my-scope/my-other-package', '@my-scope/my-package', 'faker-parser', 'mocks', 'my-bitbucket-package'],
      },
      'commits.v9.yaml': { why: GIT, apart: ['ansi-regex', 'is-number'] },
      'files.yaml': {
        why: LOCAL,
        apart: ['a-local-package', 'a-nested-local-package', 'my-file-package', 'one-up-with-peer', 'one-up'],
      },
    },
  },
  { folder: 'lockfiles/yarn', format: 'yarn-lockfile' },
  {
    folder: 'peers/yarnlock',
    format: 'yarn-lockfile',
    deviations: {
      'with-build-string.v1.lock': { why: GIT, apart: ['domino'] },
      'with-build-string.v2.lock': { why: GIT, apart: ['domino'] },
      'commits.v2.lock': {
        why: GIT,
        apart: [
          '@my-scope/my-first-package',
          '@typegoose/typegoose',
          'is-really-great',
          'my-node-sdk',
          'my-second-package',
          'my-third-package',
          'vuejs',
        ],
      },
      'files.v2.lock': { why: LOCAL, apart: ['my-package'] },
    },
  },
  {
    folder: 'peers/bunlock',
    format: 'bun-lockfile',
    deviations: { 'blog-sample.json5': { why: GIT, apart: ['uWebSockets.js'] } },
  },
];
