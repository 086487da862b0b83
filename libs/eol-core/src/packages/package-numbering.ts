/** What is known of the versions of a package that upstream takes for a product. */
export interface PackageNumbering {
  /** Package URL without a version; with `*` at its end all that begin so. */
  readonly purl: string;
  /** Versions of the product from this first number on were published under this name. */
  readonly from?: number;
  /** Only versions below this first number were. */
  readonly below?: number;
  /** A page that says so. */
  readonly source: string;
}

/** Packages that were published for some of a product's versions: in others they never were, though advisories may not say so. */
export const PARTLY_PUBLISHED: readonly PackageNumbering[] = [
  { purl: 'pkg:maven/log4j/log4j', below: 2, source: 'https://logging.apache.org/log4j/1.x/' },
  {
    purl: 'pkg:maven/org.apache.logging.log4j/log4j-core',
    from: 2,
    source: 'https://logging.apache.org/log4j/2.x/manual/installation.html',
  },
  {
    purl: 'pkg:maven/org.apache.logging.log4j/log4j-api',
    from: 2,
    source: 'https://logging.apache.org/log4j/2.x/manual/installation.html',
  },
  {
    purl: 'pkg:maven/org.apache.hadoop/hadoop-core',
    below: 2,
    source: 'https://central.sonatype.com/artifact/org.apache.hadoop/hadoop-core/versions',
  },
  {
    purl: 'pkg:maven/org.hibernate/hibernate-core',
    below: 6,
    source: 'https://github.com/hibernate/hibernate-orm/blob/6.0/migration-guide.adoc',
  },
  {
    purl: 'pkg:maven/org.hibernate.orm/hibernate-core',
    from: 6,
    source: 'https://github.com/hibernate/hibernate-orm/blob/6.0/migration-guide.adoc',
  },
  { purl: 'pkg:maven/org.codehaus.groovy/*', below: 4, source: 'https://groovy-lang.org/releasenotes/groovy-4.0.html' },
  { purl: 'pkg:maven/org.apache.groovy/*', from: 4, source: 'https://groovy-lang.org/releasenotes/groovy-4.0.html' },
  {
    purl: 'pkg:golang/github.com/caddyserver/caddy/v2',
    from: 2,
    source: 'https://github.com/caddyserver/caddy/blob/master/go.mod',
  },
  {
    purl: 'pkg:composer/typo3/cms-core',
    from: 8,
    source: 'https://docs.typo3.org/m/typo3/tutorial-getting-started/main/en-us/Installation/Install.html',
  },
];

/** Packages with versions of their own: what theirs says of the product would be a guess, and so would the other way round. */
export const OTHER_NUMBERING: readonly PackageNumbering[] = [
  // The command line left the versions of the library in 2025.
  { purl: 'pkg:npm/aws-cdk', source: 'https://github.com/aws/aws-cdk/issues/32775' },
  // 1.2.36 came with Font Awesome 5.15.4.
  { purl: 'pkg:npm/%40fortawesome/fontawesome-svg-core', source: 'https://docs.fontawesome.com/changelog/' },
  // Modules of one project, each with versions of its own.
  { purl: 'pkg:golang/github.com/gorilla/*', source: 'https://gorilla.github.io/' },
  { purl: 'pkg:github/gorilla/*', source: 'https://gorilla.github.io/' },
  // A release train has a year, its parts have versions of their own.
  {
    purl: 'pkg:maven/org.springframework.cloud/spring-cloud-commons',
    source: 'https://spring.io/projects/spring-cloud#overview',
  },
  {
    purl: 'pkg:maven/org.springframework.cloud/spring-cloud-config',
    source: 'https://spring.io/projects/spring-cloud#overview',
  },
  {
    purl: 'pkg:maven/org.springframework.cloud/spring-cloud-gateway',
    source: 'https://spring.io/projects/spring-cloud#overview',
  },
  {
    purl: 'pkg:maven/org.springframework.cloud/spring-cloud-netflix',
    source: 'https://spring.io/projects/spring-cloud#overview',
  },
  // Modules whose tags are not those of the product: 2.45.0 is v0.45.0, and most have none.
  {
    purl: 'pkg:golang/github.com/prometheus/prometheus',
    source: 'https://pkg.go.dev/github.com/prometheus/prometheus',
  },
  { purl: 'pkg:golang/github.com/grafana/grafana', source: 'https://pkg.go.dev/github.com/grafana/grafana' },
  { purl: 'pkg:golang/github.com/etcd-io/etcd', source: 'https://pkg.go.dev/github.com/etcd-io/etcd' },
  { purl: 'pkg:golang/github.com/envoyproxy/envoy', source: 'https://pkg.go.dev/github.com/envoyproxy/envoy' },
];
