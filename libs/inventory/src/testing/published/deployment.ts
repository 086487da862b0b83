import type { PublishedFolder } from './folder';

const COMMIT = 'a commit is no version that advisories know';

/** Dockerfiles, compose files, manifests of Kubernetes and workflows. */
export const DEPLOYMENT_FOLDERS: readonly PublishedFolder[] = [
  { folder: 'deploy/dockerfile', format: 'dockerfile' },
  { folder: 'deploy/compose', format: 'compose' },
  { folder: 'deploy/kubernetes', format: 'kubernetes' },
  { folder: 'peers/dockerbaseimage', format: 'dockerfile' },
  { folder: 'peers/dockercomposeimage', format: 'compose' },
  {
    folder: 'peers/k8simage',
    format: 'kubernetes',
    deviations: {
      'yaml-parsing-error.yaml': { why: 'the peer passes over what is no YAML; here that is said', fault: 'here' },
    },
  },
  {
    folder: 'peers/githubactions',
    format: 'github-workflow',
    deviations: {
      'invalid.yml': { why: 'the peer passes over what is no YAML; here that is said', fault: 'here' },
      'valid.yml': {
        why: COMMIT,
        lacks: [
          'pkg:github/actions/setup-node@8e5e7e5ab8b370d6c329ec480221332ada57f0ab',
          'pkg:github/octo-org/example-repo@1234567890abcdef1234567890abcdef12345678',
        ],
      },
    },
  },
];
