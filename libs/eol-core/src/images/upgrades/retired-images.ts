/** A repository that gets no new tags for releases, and where its publisher or its product went. */
export interface RetiredImage {
  /** Full name as the image table lists images; a closing `/*` stands for every name below. */
  readonly image: string;
  /** Repositories to look at in its place; none is known to hold the same flavours. */
  readonly instead: readonly string[];
}

/**
 * Repositories whose publishers said that they end, each followed by what is there `instead`. Sources: the deprecation notices of the official
 * images (docker-library/docs), bitnami/containers issue 83267, the notice of the Kubernetes registry of 2023-03-10, the moved repositories of
 * the Microsoft registry, CircleCI's table of its legacy images, whose own programs are still published in the same namespace, and
 * Keycloak's move to Quay. Of OpenJDK's only builds of early access come out. As texts, which take the least room where code is loaded.
 */
const RETIRED: readonly RetiredImage[] = [
  ...rowsOf(
    'docker.io/library/',
    `adoptopenjdk eclipse-temurin
centos almalinux rockylinux/rockylinux quay.io/centos/centos
consul hashicorp/consul
django python
glassfish
iojs node
java eclipse-temurin amazoncorretto
jenkins jenkins/jenkins
mono
nats-streaming nats
nuxeo
openjdk eclipse-temurin amazoncorretto ibm-semeru-runtimes sapmachine
opensuse opensuse/leap
owncloud owncloud/server
php-zendserver php
piwik matomo
plone plone/plone-backend
rails ruby
rockylinux rockylinux/rockylinux
sentry getsentry/sentry
ubuntu-debootstrap ubuntu
ubuntu-upstart ubuntu
vault hashicorp/vault`,
  ),
  ...rowsOf(
    'docker.io/circleci/',
    `android cimg/android
buildpack-deps cimg/base
clojure cimg/clojure
dynamodb
elixir cimg/elixir
golang cimg/go
jruby jruby
mariadb cimg/mariadb
mongo mongo
mysql cimg/mysql
node cimg/node
openjdk cimg/openjdk
php cimg/php
postgres cimg/postgres
python cimg/python
redis cimg/redis
ruby cimg/ruby
rust cimg/rust`,
  ),
  ...rowsOf(
    '',
    `docker.io/bitnami/*
docker.io/bitnamilegacy/*
docker.io/jboss/keycloak quay.io/keycloak/keycloak
docker.io/microsoft/* mcr.microsoft.com
docker.io/microsoft/dotnet mcr.microsoft.com/dotnet/sdk mcr.microsoft.com/dotnet/aspnet mcr.microsoft.com/dotnet/runtime
k8s.gcr.io/* registry.k8s.io
mcr.microsoft.com/dotnet/core/* mcr.microsoft.com/dotnet
mcr.microsoft.com/vscode/devcontainers/* mcr.microsoft.com/devcontainers`,
  ),
];

function rowsOf(folder: string, text: string): readonly RetiredImage[] {
  return text.split('\n').map((line) => {
    const [name, ...instead] = line.split(' ');
    return { image: `${folder}${name}`, instead };
  });
}

/** Products whose builds no image is made from any longer: flavours that name one get no new tags, whatever the repository. */
const RETIRED_RUNTIMES: ReadonlySet<string> = new Set(['openjdk-builds-from-oracle']);

const byName = new Map(RETIRED.map((one) => [one.image, one]));
/** Those that stand for all names below a folder; none lies in another one. */
const folders = RETIRED.filter(({ image }) => image.endsWith('/*'));

/** The repository's entry, by its full name; undefined where nothing says that it ended. */
export function retiredImage(name: string): RetiredImage | undefined {
  return byName.get(name) ?? folders.find(({ image }) => name.startsWith(image.slice(0, -1)));
}

/** Whether flavours that name this product as their runtime get no new tags. */
export function isRetiredRuntime(product: string): boolean {
  return RETIRED_RUNTIMES.has(product);
}
