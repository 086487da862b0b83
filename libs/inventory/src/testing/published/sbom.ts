import type { PublishedFolder } from './folder';

const OTHER_SYNTAX = 'the peer leaves it to its other readers; here that it is no JSON is said';
const GROUP = 'the peer names an artifact of Maven without its group, other packages without their namespace';

const GENERIC = 'a package URL without a registry stays as written';

/** Documents in CycloneDX and SPDX. */
export const SBOM_FOLDERS: readonly PublishedFolder[] = [
  {
    folder: 'sboms/cyclonedx',
    format: 'cyclonedx',
    isWritten: true,
    deviations: {
      'kbom.json': {
        why: 'container images are listed as images',
        lacks: [
          'pkg:oci/coredns@sha256:a0ead06651cf580044aeb0a0feba63591858fb2e43ade8c9dea45a6a89ae7e5e?repository_url=registry.k8s.io/coredns/coredns',
          'pkg:oci/etcd@sha256:51eae8381dcb1078289fa7b4f3df2630cdc18d09fb56f8e56b41c40e191d6c83?repository_url=registry.k8s.io/etcd',
          'pkg:oci/kube-apiserver@sha256:697cd88d94f7f2ef42144cb3072b016dcb2e9251f0e7d41a7fede557e555452d?repository_url=registry.k8s.io/kube-apiserver',
          'pkg:oci/kube-controller-manager@sha256:6286e500782ad6d0b37a1b8be57fc73f597dc931dfc73ff18ce534059803b265?repository_url=registry.k8s.io/kube-controller-manager',
          'pkg:oci/kube-proxy@sha256:4bcb707da9898d2625f5d4edc6d0c96519a24f16db914fc673aa8f97e41dbabf?repository_url=registry.k8s.io/kube-proxy',
          'pkg:oci/kube-scheduler@sha256:5897d7a97d23dce25cbf36fcd6e919180a8ef904bf5156583ffdb6a733ab04af?repository_url=registry.k8s.io/kube-scheduler',
        ],
      },
      'nested-packages-bom.json': {
        why: 'a package without a version is apart',
        lacks: ['pkg:golang/github.com/aquasecurity/test'],
        apart: ['pkg:golang/github.com/aquasecurity/test'],
      },
      'sbom-ubuntu-20.04--pruned.json': {
        why: "it is no CycloneDX document but of a scanner's own form",
        fault: 'here',
      },
    },
  },
  { folder: 'sboms/spdx2', format: 'spdx', isWritten: true },
  { folder: 'sboms/spdx3', format: 'spdx', isWritten: true },
  { folder: 'sboms-spec/cyclonedx', format: 'cyclonedx', isWritten: true },
  {
    folder: 'peers/cdx',
    format: 'cyclonedx',
    deviations: {
      'random_file.ext': { why: OTHER_SYNTAX, fault: 'here' },
      'sbom.bom.json': { why: 'the peer expects no generic package', has: ['pkg:generic/openssl@1.1.1'] },
      'sbom.bom.xml': { why: 'the peer expects no generic package', has: ['pkg:generic/openssl@1.1.1'] },
      'sbom.cdx.json': { why: 'the peer expects no generic package', has: ['pkg:generic/openssl@1.1.1'] },
      'sbom.cdx.json.foo.ext': { why: OTHER_SYNTAX, fault: 'here' },
    },
  },
  {
    folder: 'peers/spdx',
    format: 'spdx',
    deviations: {
      '.spdx.dhi-python.json': {
        why: 'a container image is listed as an image',
        lacks: ['python@3.14.3-debian13-dev'],
      },
      '.spdx.python.json': {
        why: 'the type stays as written',
        lacks: ['python@3.14.3'],
        has: ['pkg:dhi/python@3.14.3'],
      },
      'descendant_of.spdx.json': { why: GROUP, lacks: ['log4j@1.2.15'], has: ['pkg:maven/log4j/log4j@1.2.15'] },
      'external_refs.spdx.json': {
        why: GROUP,
        lacks: ['flatbuffers@25.9.23'],
        has: ['pkg:generic/some_company/flatbuffers@25.9.23'],
      },
      'overlapping_refs.spdx.json': { why: GROUP, lacks: ['log4j@1.2.15'], has: ['pkg:maven/log4j/log4j@1.2.15'] },
      'independent_packages_descendant.spdx.json': {
        why: GENERIC,
        lacks: ['child@1.0.0', 'parent@2.0.0'],
        has: ['pkg:generic/child@1.0.0', 'pkg:generic/parent@2.0.0'],
      },
      'purl_and_cpe.spdx.json': {
        why: GENERIC,
        lacks: ['nginx@1.21.1', 'openssl@1.1.1l'],
        has: ['pkg:generic/nginx@1.21.1', 'pkg:generic/openssl@1.1.1l'],
      },
      'random_file.ext': { why: OTHER_SYNTAX, fault: 'here' },
      'sbom.spdx': { why: 'the peer expects no generic package', has: ['pkg:generic/openssl@1.1.1l'] },
      'sbom.spdx.foo.ext': { why: OTHER_SYNTAX, fault: 'here' },
    },
  },
];
