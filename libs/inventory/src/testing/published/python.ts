import type { PublishedFolder } from './folder';

const GIT = 'the code of a repository has no version that advisories know';

/** Lockfiles of Python. */
export const PYTHON_FOLDERS: readonly PublishedFolder[] = [
  { folder: 'lockfiles/poetry', format: 'poetry-lock' },
  { folder: 'lockfiles/uv', format: 'uv-lock' },
  { folder: 'lockfiles/pdm', format: 'pdm-lock' },
  { folder: 'lockfiles/pipfile', format: 'pipfile-lock' },
  { folder: 'lockfiles/requirements', format: 'requirements' },
  {
    folder: 'peers/poetrylock',
    format: 'poetry-lock',
    deviations: { 'source-git.lock': { why: GIT, apart: ['ike'] } },
  },
  { folder: 'peers/uvlock', format: 'uv-lock', deviations: { 'source-git.lock': { why: GIT, apart: ['ruff'] } } },
  { folder: 'peers/pdmlock', format: 'pdm-lock', deviations: { 'git-dependency.toml': { why: GIT, apart: ['toml'] } } },
  { folder: 'peers/pylock', format: 'pylock' },
  {
    folder: 'peers/pipfilelock',
    format: 'pipfile-lock',
    deviations: { 'empty-file': { why: 'an empty file is no JSON, and pipenv writes none', fault: 'here' } },
  },
  {
    folder: 'peers/requirements',
    format: 'requirements',
    deviations: {
      'other-requirements.txt': {
        why: 'the peer reads it from another file and reports it there; here each file is read',
        has: ['pkg:pypi/pandas@2.2.3'],
      },
      'per_req_options.txt': {
        why: 'pip refuses the line: text without an option follows the version',
        lacks: ['foo7@1.0 unexpected_text_before_options_stays_around'],
      },
    },
  },
];
