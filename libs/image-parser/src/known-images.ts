import { image } from './image-row';
import type { FloatRow, ImageRow, MirrorRow, ReleaseRow } from './image-table-row';
import { MISLEADING_IMAGES } from './misleading-images';

/**
 * Repositories whose product neither the dataset's own image list nor their last path segment names, and those with
 * habits of their own. Hand-kept; a row here replaces the dataset's row of the same image.
 */
export const KNOWN_IMAGES: readonly ImageRow[] = [
  ...MISLEADING_IMAGES,
  ...hub('amazon-corretto', 'amazoncorretto'),
  ...hub('amazon-linux', 'amazonlinux'),
  ...hub('ibm-semeru-runtime', 'ibm-semeru-runtimes'),
  ...hub('rocket-chat', 'rocket.chat'),
  ...hub('docker-engine', 'docker'),
  // Deprecated by its publisher: its JDK 8 is older than the builds that are listed, and gets no more updates than they do.
  ...hub('openjdk-builds-from-oracle', 'openjdk'),
  ...images('gitlab', 'docker.io/gitlab/gitlab-ce', 'docker.io/gitlab/gitlab-ee'),
  ...images('nexus', 'docker.io/sonatype/nexus3'),
  ...images('apache-activemq', 'docker.io/apache/activemq-classic'),
  ...images('apache-artemis', 'docker.io/apache/activemq-artemis'),
  ...images('opensuse', 'docker.io/opensuse/leap', 'registry.opensuse.org/opensuse/leap'),
  ...images('sles', 'registry.suse.com/suse/sle15', ...below('registry.suse.com/bci', 'bci-base', 'bci-minimal')),
  ...images('azul-zulu', ...below('docker.io/azul', 'zulu-openjdk', 'zulu-openjdk-alpine', 'zulu-openjdk-debian')),
  ...images('graalvm-ce', ...below('ghcr.io/graalvm', 'graalvm-community', 'jdk-community', 'native-image-community')),
  ...images('mattermost', ...below('docker.io/mattermost', 'mattermost-team-edition', 'mattermost-enterprise-edition')),
  ...['python', 'nodejs', 'ruby', 'dotnet'].flatMap((id) => images(id, `docker.io/amazon/aws-lambda-${id}`)),
  ...images('amazon-corretto', 'docker.io/amazon/aws-lambda-java', 'public.ecr.aws/lambda/java'),
  ...images('amazon-linux', 'public.ecr.aws/amazonlinux/amazonlinux'),
  ...images('nginx', 'docker.io/nginxinc/nginx-unprivileged'),
  ...images('clickhouse', 'docker.io/clickhouse/clickhouse-server', 'docker.io/yandex/clickhouse-server'),
  ...images('mysql', 'docker.io/mysql/mysql-server'),
  ...images('postgresql', 'docker.io/postgis/postgis'),
  ...images('rocket-chat', 'docker.io/rocketchat/rocket.chat'),
  ...images('cert-manager', ...below('quay.io/jetstack', ...certManagerParts())),
  ...images('powershell', 'mcr.microsoft.com/powershell'),
  ...images('microsoft-build-of-openjdk', 'mcr.microsoft.com/openjdk/jdk'),

  // Their tags number a JDK and mean Temurin when they name no vendor.
  ...withTemurin('tomcat', 'docker.io/library/tomcat'),
  ...withTemurin('gradle', 'docker.io/library/gradle'),
  ...withTemurin('apache-groovy', 'docker.io/library/groovy'),
  ...withTemurin('eclipse-jetty', 'docker.io/library/jetty'),
  ...withTemurin('jruby', 'docker.io/library/jruby'),
  ...withTemurin('zookeeper', 'docker.io/library/zookeeper'),
  ...withTemurin('apache-flink', 'docker.io/library/flink', 'docker.io/apache/flink'),
  ...withTemurin('apache-spark', 'docker.io/library/spark', 'docker.io/apache/spark'),
  // No products of the dataset, but their tags number the JDK in the same way.
  ...withTemurin(null, ...below('docker.io/library', 'lightstreamer', 'storm', 'tomee')),
  ...withTemurin('jenkins', 'docker.io/library/jenkins', 'docker.io/jenkins/jenkins'),

  ...images(
    'dotnet',
    ...below('mcr.microsoft.com/dotnet', 'sdk', 'aspnet', 'runtime', 'runtime-deps', 'monitor'),
    ...below('mcr.microsoft.com/dotnet/nightly', 'sdk', 'aspnet', 'runtime', 'runtime-deps', 'monitor'),
    ...below('mcr.microsoft.com/dotnet/core', 'sdk', 'aspnet', 'runtime', 'runtime-deps'),
  ),
  image('dotnetfx', 'mcr.microsoft.com/dotnet/framework/*', { versions: [['3.5', '3.5-sp1']] }),

  // Windows tags are release names or builds; a build such as 10.0.20348 is no cycle and must not be rounded to one.
  // As tags, 1809 and 1607 are the long-term releases of that build; the dataset's cycles of these names are the short ones, which ended.
  image('windows-server-core', 'mcr.microsoft.com/windows/servercore', {
    rounding: false,
    versions: [
      ['1607', '2016'],
      ['1809', '2019'],
    ],
  }),
  image('windows-nano-server', 'mcr.microsoft.com/windows/nanoserver', {
    rounding: false,
    versions: [['1809', '2019']],
  }),
  image('windows-server', 'mcr.microsoft.com/windows/server', { rounding: false }),

  // SQL Server tags say the year of the product, the dataset lists its version.
  ...['mcr.microsoft.com/mssql/server', 'mcr.microsoft.com/mssql/rhel/server'].map((name) =>
    image('mssqlserver', name, {
      rounding: false,
      versions: [
        ['2017', '14.0'],
        ['2019', '15.0'],
        ['2022', '16.0'],
        ['2025', '17.0'],
      ],
    }),
  ),

  ...images('kubernetes', 'docker.io/bitnami/kubectl', 'docker.io/rancher/kubectl', 'registry.k8s.io/kubectl'),
  ...images('kubernetes', ...['registry.k8s.io', 'k8s.gcr.io'].flatMap((host) => below(host, ...kubeParts()))),

  ...['7', '8', '9', '10'].flatMap((release) => redHatBase(release)),
  ...['8', '9', '10'].flatMap((release) =>
    ['base', 'minimal', 'micro', 'init'].map((form) =>
      image('almalinux', `docker.io/almalinux/${release}-${form}`, { version: release }),
    ),
  ),

  // Distroless repositories say everything in their names. Their Python is the one of their Debian.
  image(null, 'gcr.io/distroless/*', { readsName: true, java: 'eclipse-temurin' }),
  ...[
    ['10', '3.7'],
    ['11', '3.9'],
    ['12', '3.11'],
    ['13', '3.13'],
  ].map(([debian, python]) =>
    image('python', `gcr.io/distroless/python3-debian${debian}`, { version: python, readsName: true }),
  ),

  ...[
    ['python', 'python'],
    ['go', 'go'],
    ['php', 'php'],
    ['ruby', 'ruby'],
    ['rust', 'rust'],
    ['dotnet', 'dotnet'],
    ['javascript-node', 'nodejs'],
    ['typescript-node', 'nodejs'],
  ].flatMap(([name, product]) =>
    ['mcr.microsoft.com/devcontainers', 'mcr.microsoft.com/vscode/devcontainers'].map((parent) =>
      image(product!, `${parent}/${name}`, { leadingRevision: true, rounding: false }),
    ),
  ),
];

/**
 * Repositories that ship several products, `product` unless a variant applies. The words of ROS and of CentOS Stream and
 * the majors of SonarQube Server are cycles, so they are filled in from the data.
 */
export const SHARED_IMAGES: readonly SharedImage[] = [
  // Commercial editions and year numbers are the server, the rest is the community build.
  {
    images: ['docker.io/library/sonarqube'],
    product: 'sonarqube-community',
    variant: { product: 'sonarqube-server', words: ['datacenter', 'developer', 'enterprise'], cyclesAre: 'majors' },
  },
  {
    images: ['quay.io/centos/centos'],
    product: 'centos',
    variant: { product: 'centos-stream', words: [], cyclesAre: 'words', prefix: 'stream' },
  },
  {
    images: ['docker.io/library/ros', 'docker.io/osrf/ros'],
    product: 'ros-2',
    variant: { product: 'ros', words: [], cyclesAre: 'words' },
  },
];

/** A repository of two products, with how the cycles of the data distinguish the second one. */
export interface SharedImage {
  readonly images: readonly string[];
  readonly product: string;
  readonly variant: {
    readonly product: string;
    readonly words: readonly string[];
    readonly cyclesAre: 'words' | 'majors';
    readonly prefix?: string;
  };
}

/** Registries that serve copies of others under the same names. */
export const KNOWN_MIRRORS: readonly MirrorRow[] = [
  mirror('public.ecr.aws/docker', 'docker.io'),
  mirror('mirror.gcr.io', 'docker.io'),
  mirror('registry-1.docker.io', 'docker.io'),
  mirror('registry.hub.docker.com', 'docker.io'),
  ...['amd64', 'arm32v5', 'arm32v6', 'arm32v7', 'arm64v8', 'i386', 'ppc64le', 'riscv64', 's390x', 'winamd64'].map(
    (architecture) => mirror(`docker.io/${architecture}`, 'docker.io/library'),
  ),
];

/** Node.js tags its LTS lines by name; the dataset does not list the names. */
export const NODE_RELEASES: readonly ReleaseRow[] = [
  ['argon', '4'],
  ['boron', '6'],
  ['carbon', '8'],
  ['dubnium', '10'],
  ['erbium', '12'],
  ['fermium', '14'],
  ['gallium', '16'],
  ['hydrogen', '18'],
  ['iron', '20'],
  ['jod', '22'],
  ['krypton', '24'],
].map(([word, cycle]) => ({ kind: 'release', product: 'nodejs', word: word!, cycle: cycle!, baseOs: false }));

/** Windows releases as the tags of other images name them. */
export const WINDOWS_RELEASES: readonly ReleaseRow[] = [
  ...['windows-server-core', 'windows-server'].flatMap((product) =>
    ['2016', '2019', '2022', '2025'].map((year) => windowsRelease(product, `ltsc${year}`, year)),
  ),
  windowsRelease('windows-server-core', '1607', '2016'),
  windowsRelease('windows-server-core', '1809', '2019'),
  windowsRelease('windows-nano-server', '1809', '2019'),
  ...['2019', '2022', '2025'].map((year) => windowsRelease('windows-nano-server', `ltsc${year}`, year)),
  windowsRelease('windows-nano-server', 'sac2016', '1607'),
  windowsRelease('windows-nano-server', 'ltsc2016', '1607'),
];

/** Products whose `N` means `N.0`: their other minors are rapid releases that are not what a short tag ships. */
export const PREFERS_DOT_ZERO: readonly string[] = ['mongodb'];

/** Products whose years never float: only the tag's own minor, or `lta` for the first one, decides the cycle. */
export const YEARS_DO_NOT_FLOAT: readonly string[] = ['sonarqube-server'];

/** Single short tags that lag behind the product, as their publishers tag them. */
export const KNOWN_FLOATS: readonly FloatRow[] = [
  // Haskell images stop at the last compiler that was built on the older Debian.
  float('ghc', '9', 'bullseye', '9.10'),
  float('ghc', '9', 'buster', null),
  float('ghc', '9', 'stretch', null),
  // The official Rocket.Chat image follows the product some releases later.
  float('rocket-chat', '8', null, '8.5'),
];

function hub(product: string, ...names: readonly string[]): ImageRow[] {
  return images(product, ...below('docker.io/library', ...names));
}

function images(product: string, ...names: readonly string[]): ImageRow[] {
  return names.map((name) => image(product, name));
}

function withTemurin(product: string | null, ...names: readonly string[]): ImageRow[] {
  return names.map((name) => image(product, name, { java: 'eclipse-temurin' }));
}

/** The base images of a Red Hat release, and the language images that Red Hat builds on them. */
function redHatBase(release: string): ImageRow[] {
  const forms = ['', '-minimal', '-micro', '-init'].map((form) => `ubi${release}${form}`);
  const hosts = ['registry.access.redhat.com', 'registry.redhat.io'];
  return [
    ...forms.map((form) => image('rhel', `docker.io/redhat/${form}`, { version: release })),
    ...hosts.flatMap((host) => forms.map((form) => image('rhel', `${host}/${form}`, { version: release }))),
    ...hosts.map((host) =>
      image('rhel', `${host}/ubi${release}/*`, { version: release, readsName: true, java: 'redhat-build-of-openjdk' }),
    ),
  ];
}

function kubeParts(): string[] {
  return ['kube-apiserver', 'kube-controller-manager', 'kube-proxy', 'kube-scheduler'];
}

function certManagerParts(): string[] {
  return ['controller', 'webhook', 'cainjector', 'acmesolver', 'ctl'].map((part) => `cert-manager-${part}`);
}

function below(parent: string, ...names: readonly string[]): string[] {
  return names.map((name) => `${parent}/${name}`);
}

function mirror(name: string, of: string): MirrorRow {
  return { kind: 'mirror', image: name, of };
}

function windowsRelease(product: string, word: string, cycle: string): ReleaseRow {
  return { kind: 'release', product, word, cycle, baseOs: false };
}

function float(product: string, version: string, withWord: string | null, cycle: string | null): FloatRow {
  return { kind: 'float', product, version, with: withWord, cycle };
}
