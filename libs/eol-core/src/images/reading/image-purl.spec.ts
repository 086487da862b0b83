import { imageNameOfPurl } from './image-purl';

describe('the image that a purl names', () => {
  it.each([
    ['pkg:docker/library/node', 'docker.io/library/node'],
    ['pkg:docker/node', 'docker.io/library/node'],
    ['pkg:docker/bitnami/wordpress-nginx@6.4', 'docker.io/bitnami/wordpress-nginx'],
    ['pkg:docker/linuxserver/wireshark?repository_url=lscr.io', 'lscr.io/linuxserver/wireshark'],
    ['pkg:oci/keda?repository_url=ghcr.io/kedacore', 'ghcr.io/kedacore/keda'],
    ['pkg:oci/keda?arch=amd64&repository_url=ghcr.io%2Fkedacore/#x', 'ghcr.io/kedacore/keda'],
    ['pkg:oci/karpenter?repository_url=public.ecr.aws/karpenter', 'public.ecr.aws/karpenter/karpenter'],
    ['pkg:oci/prometheus?repository_url=quay.io/repository/prometheus', 'quay.io/prometheus/prometheus'],
    ['pkg:oci/x?repository_url=https://localhost:5000/a', 'localhost:5000/a/x'],
  ])('%s is %s', (purl, name) => {
    expect(imageNameOfPurl(purl)).toBe(name);
  });

  it.each([
    'pkg:npm/express',
    'pkg:oci/keda',
    'pkg:docker/',
    'pkg:docker/Node',
    'pkg:docker/a/../b',
    'pkg:docker/%zz',
    'pkg:oci/x?repository_url=%',
    'docker/library/node',
    'x pkg:docker/node',
    'pkg:docker/-node',
    'pkg:docker/node-',
    '',
  ])('%j is none', (purl) => {
    expect(imageNameOfPurl(purl)).toBeNull();
  });
});
