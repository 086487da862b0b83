import { KNOWN_PACKAGES } from './known-packages';
import { OTHER_NUMBERING, PARTLY_PUBLISHED, type PackageNumbering } from './package-numbering';

const said = ({ purl, from, below }: PackageNumbering): string =>
  [purl, ...(from === undefined ? [] : [`from ${from}`]), ...(below === undefined ? [] : [`below ${below}`])].join(' ');

it('packages were published for some versions of their products', () => {
  expect(PARTLY_PUBLISHED.map(said)).toEqual([
    'pkg:maven/log4j/log4j below 2',
    'pkg:maven/org.apache.logging.log4j/log4j-core from 2',
    'pkg:maven/org.apache.logging.log4j/log4j-api from 2',
    'pkg:maven/org.apache.hadoop/hadoop-core below 2',
    'pkg:maven/org.hibernate/hibernate-core below 6',
    'pkg:maven/org.hibernate.orm/hibernate-core from 6',
    'pkg:maven/org.codehaus.groovy/* below 4',
    'pkg:maven/org.apache.groovy/* from 4',
    'pkg:golang/github.com/caddyserver/caddy/v2 from 2',
    'pkg:composer/typo3/cms-core from 8',
  ]);
});

it('packages with versions of their own say nothing of products', () => {
  expect(OTHER_NUMBERING.map(said)).toEqual([
    'pkg:npm/aws-cdk',
    'pkg:npm/%40fortawesome/fontawesome-svg-core',
    'pkg:golang/github.com/gorilla/*',
    'pkg:github/gorilla/*',
    'pkg:maven/org.springframework.cloud/spring-cloud-commons',
    'pkg:maven/org.springframework.cloud/spring-cloud-config',
    'pkg:maven/org.springframework.cloud/spring-cloud-gateway',
    'pkg:maven/org.springframework.cloud/spring-cloud-netflix',
    'pkg:golang/github.com/prometheus/prometheus',
    'pkg:golang/github.com/grafana/grafana',
    'pkg:golang/github.com/etcd-io/etcd',
    'pkg:golang/github.com/envoyproxy/envoy',
  ]);
});

it('each known package has a page that says so', () => {
  expect(KNOWN_PACKAGES.filter(({ source }) => !/^https:\/\/\S+\.\S+$/.test(source))).toEqual([]);
  expect(KNOWN_PACKAGES.filter(({ purls }) => purls.some((purl) => !/^pkg:[a-z]+\/[^@]+$/.test(purl)))).toEqual([]);
});
