/** What is known of the versions of a package that upstream takes for a product. */
export interface PackageNumbering {
  /** Package URL without a version; with `*` at its end all that begin so. */
  readonly purl: string;
  /** Versions of the product from this first number on were published under this name. */
  readonly from?: number;
  /** Only versions below this first number were. */
  readonly below?: number;
}

/**
 * Packages that were published for some of a product's versions: in others they never were, though advisories may not say so. Above each the
 * page that says so.
 */
export const PARTLY_PUBLISHED: readonly PackageNumbering[] = [
  // https://logging.apache.org/log4j/1.x/
  { purl: 'pkg:maven/log4j/log4j', below: 2 },
  // https://logging.apache.org/log4j/2.x/manual/installation.html
  { purl: 'pkg:maven/org.apache.logging.log4j/log4j-core', from: 2 },
  { purl: 'pkg:maven/org.apache.logging.log4j/log4j-api', from: 2 },
  // https://central.sonatype.com/artifact/org.apache.hadoop/hadoop-core/versions
  { purl: 'pkg:maven/org.apache.hadoop/hadoop-core', below: 2 },
  // https://github.com/hibernate/hibernate-orm/blob/6.0/migration-guide.adoc
  { purl: 'pkg:maven/org.hibernate/hibernate-core', below: 6 },
  { purl: 'pkg:maven/org.hibernate.orm/hibernate-core', from: 6 },
  // https://groovy-lang.org/releasenotes/groovy-4.0.html
  { purl: 'pkg:maven/org.codehaus.groovy/*', below: 4 },
  { purl: 'pkg:maven/org.apache.groovy/*', from: 4 },
  // https://github.com/caddyserver/caddy/blob/master/go.mod
  { purl: 'pkg:golang/github.com/caddyserver/caddy/v2', from: 2 },
  // https://docs.typo3.org/m/typo3/tutorial-getting-started/main/en-us/Installation/Install.html
  { purl: 'pkg:composer/typo3/cms-core', from: 8 },
];

/**
 * Packages with versions of their own: what theirs says of the product would be a guess, and so would the other way round. Above each the
 * page that says so.
 */
export const OTHER_NUMBERING: readonly PackageNumbering[] = [
  // The command line left the versions of the library in 2025: https://github.com/aws/aws-cdk/issues/32775
  { purl: 'pkg:npm/aws-cdk' },
  // 1.2.36 came with Font Awesome 5.15.4: https://docs.fontawesome.com/changelog/
  { purl: 'pkg:npm/%40fortawesome/fontawesome-svg-core' },
  // Modules of one project, each with versions of its own: https://gorilla.github.io/
  { purl: 'pkg:golang/github.com/gorilla/*' },
  { purl: 'pkg:github/gorilla/*' },
  // A release train has a year, its parts have versions of their own: https://spring.io/projects/spring-cloud#overview
  { purl: 'pkg:maven/org.springframework.cloud/spring-cloud-commons' },
  { purl: 'pkg:maven/org.springframework.cloud/spring-cloud-config' },
  { purl: 'pkg:maven/org.springframework.cloud/spring-cloud-gateway' },
  { purl: 'pkg:maven/org.springframework.cloud/spring-cloud-netflix' },
  // Modules whose tags are not those of the product: 2.45.0 is v0.45.0, and most have none. https://pkg.go.dev has a page of each.
  { purl: 'pkg:golang/github.com/prometheus/prometheus' },
  { purl: 'pkg:golang/github.com/grafana/grafana' },
  { purl: 'pkg:golang/github.com/etcd-io/etcd' },
  { purl: 'pkg:golang/github.com/envoyproxy/envoy' },
];
