/** A repository that gets no new tags for releases, and where its publisher or its product went. */
export interface RetiredImage {
  /** Full name as the image table lists images; a closing `/*` stands for every name below. */
  readonly image: string;
  /** Repositories to look at in its place; none is known to hold the same flavours. */
  readonly instead: readonly string[];
}

/** Where what one repository of .NET held by tags is held by repositories. */
const DOTNET = ['sdk', 'aspnet', 'runtime'].map((name) => `mcr.microsoft.com/dotnet/${name}`);

/**
 * Repositories whose publishers said that they end. Sources: the deprecation notices of the official images
 * (docker-library/docs), bitnami/containers issue 83267, the notice of the Kubernetes registry of 2023-03-10, the
 * moved repositories of the Microsoft registry, CircleCI's table of its legacy images, and Keycloak's move to Quay.
 */
const RETIRED: readonly RetiredImage[] = [
  ...official('adoptopenjdk', 'eclipse-temurin'),
  ...official('centos', 'almalinux', 'rockylinux/rockylinux', 'quay.io/centos/centos'),
  ...official('consul', 'hashicorp/consul'),
  ...official('django', 'python'),
  ...official('glassfish'),
  ...official('iojs', 'node'),
  ...official('java', 'eclipse-temurin', 'amazoncorretto'),
  ...official('jenkins', 'jenkins/jenkins'),
  ...official('mono'),
  ...official('nats-streaming', 'nats'),
  ...official('nuxeo'),
  // Only builds of early access come out.
  ...official('openjdk', 'eclipse-temurin', 'amazoncorretto', 'ibm-semeru-runtimes', 'sapmachine'),
  ...official('opensuse', 'opensuse/leap'),
  ...official('owncloud', 'owncloud/server'),
  ...official('php-zendserver', 'php'),
  ...official('piwik', 'matomo'),
  ...official('plone', 'plone/plone-backend'),
  ...official('rails', 'ruby'),
  ...official('rockylinux', 'rockylinux/rockylinux'),
  ...official('sentry', 'getsentry/sentry'),
  ...official('ubuntu-debootstrap', 'ubuntu'),
  ...official('ubuntu-upstart', 'ubuntu'),
  ...official('vault', 'hashicorp/vault'),
  { image: 'docker.io/bitnami/*', instead: [] },
  { image: 'docker.io/bitnamilegacy/*', instead: [] },
  // By name: CircleCI's own programs are still published in the same namespace.
  ...'android clojure elixir mariadb mysql node openjdk php postgres python redis ruby rust'.split(' ').map(circleCi),
  { image: 'docker.io/circleci/buildpack-deps', instead: ['cimg/base'] },
  { image: 'docker.io/circleci/dynamodb', instead: [] },
  { image: 'docker.io/circleci/golang', instead: ['cimg/go'] },
  { image: 'docker.io/circleci/jruby', instead: ['jruby'] },
  { image: 'docker.io/circleci/mongo', instead: ['mongo'] },
  { image: 'docker.io/jboss/keycloak', instead: ['quay.io/keycloak/keycloak'] },
  { image: 'docker.io/microsoft/*', instead: ['mcr.microsoft.com'] },
  { image: 'docker.io/microsoft/dotnet', instead: DOTNET },
  { image: 'k8s.gcr.io/*', instead: ['registry.k8s.io'] },
  { image: 'mcr.microsoft.com/dotnet/core/*', instead: ['mcr.microsoft.com/dotnet'] },
  { image: 'mcr.microsoft.com/vscode/devcontainers/*', instead: ['mcr.microsoft.com/devcontainers'] },
];

/** Products whose builds no image is made from any longer: flavours that name one get no new tags, whatever the repository. */
const RETIRED_RUNTIMES: ReadonlySet<string> = new Set(['openjdk-builds-from-oracle']);

const byName = new Map(RETIRED.map((one) => [one.image, one]));

/** The repository's entry, by its full name; undefined where nothing says that it ended. */
export function retiredImage(name: string): RetiredImage | undefined {
  const exact = byName.get(name);
  if (exact !== undefined) return exact;
  for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
    const folder = byName.get(`${name.slice(0, end)}/*`);
    if (folder !== undefined) return folder;
  }
  return undefined;
}

/** Whether flavours that name this product as their runtime get no new tags. */
export function isRetiredRuntime(product: string): boolean {
  return RETIRED_RUNTIMES.has(product);
}

function circleCi(name: string): RetiredImage {
  return { image: `docker.io/circleci/${name}`, instead: [`cimg/${name}`] };
}

function official(name: string, ...instead: readonly string[]): RetiredImage[] {
  return [{ image: `docker.io/library/${name}`, instead }];
}
