/** Packages that are a product, or are released with it under its version, beyond those that upstream names. */
export interface KnownPackages {
  readonly product: string;
  /** Package URLs without a version. */
  readonly purls: readonly string[];
  /** A page of the makers that says so. */
  readonly source: string;
}

/** Only what advisories are filed under, or what people write down as their dependency. */
export const KNOWN_PACKAGES: readonly KnownPackages[] = [
  {
    product: 'angular',
    purls: [
      'pkg:npm/%40angular/common',
      'pkg:npm/%40angular/compiler',
      'pkg:npm/%40angular/platform-browser',
      'pkg:npm/%40angular/platform-server',
      'pkg:npm/%40angular/router',
    ],
    source: 'https://angular.dev/reference/releases',
  },
  {
    product: 'ansible-core',
    purls: ['pkg:pypi/ansible-core'],
    source: 'https://docs.ansible.com/ansible/latest/reference_appendices/release_and_maintenance.html',
  },
  {
    product: 'apache-kafka',
    purls: ['pkg:maven/org.apache.kafka/kafka-clients'],
    source: 'https://kafka.apache.org/documentation/#api',
  },
  {
    product: 'electron',
    purls: ['pkg:npm/electron'],
    source: 'https://www.electronjs.org/docs/latest/tutorial/installation',
  },
  {
    product: 'go',
    purls: ['pkg:golang/stdlib'],
    source: 'https://go.dev/doc/security/vuln/database',
  },
  {
    product: 'jenkins',
    purls: ['pkg:maven/org.jenkins-ci.main/jenkins-core'],
    source: 'https://github.com/jenkinsci/jenkins/blob/master/core/pom.xml',
  },
  {
    product: 'kubernetes',
    purls: ['pkg:golang/k8s.io/kubernetes'],
    source: 'https://github.com/kubernetes/kubernetes/blob/master/go.mod',
  },
  {
    product: 'log4j',
    purls: ['pkg:maven/org.apache.logging.log4j/log4j-api'],
    source: 'https://logging.apache.org/log4j/2.x/manual/installation.html',
  },
  {
    product: 'rails',
    purls: [
      'pkg:gem/actioncable',
      'pkg:gem/actionmailbox',
      'pkg:gem/actionmailer',
      'pkg:gem/actionpack',
      'pkg:gem/actiontext',
      'pkg:gem/actionview',
      'pkg:gem/activejob',
      'pkg:gem/activemodel',
      'pkg:gem/activerecord',
      'pkg:gem/activestorage',
      'pkg:gem/activesupport',
      'pkg:gem/railties',
    ],
    source: 'https://github.com/rails/rails/blob/main/rails.gemspec',
  },
  {
    product: 'react',
    purls: ['pkg:npm/react-dom'],
    source: 'https://react.dev/versions',
  },
  {
    product: 'spring-boot',
    purls: ['pkg:maven/org.springframework.boot/spring-boot-actuator'],
    source: 'https://docs.spring.io/spring-boot/appendix/dependency-versions/coordinates.html',
  },
  {
    product: 'spring-framework',
    purls: ['pkg:maven/org.springframework/spring-context-support', 'pkg:maven/org.springframework/spring-webflux'],
    source: 'https://docs.spring.io/spring-framework/reference/overview.html',
  },
  {
    product: 'symfony',
    purls: [
      'pkg:composer/symfony/framework-bundle',
      'pkg:composer/symfony/http-foundation',
      'pkg:composer/symfony/http-kernel',
      'pkg:composer/symfony/security-http',
      'pkg:composer/symfony/symfony',
    ],
    source: 'https://symfony.com/releases',
  },
  {
    product: 'tomcat',
    purls: [
      'pkg:maven/org.apache.tomcat/tomcat-catalina',
      'pkg:maven/org.apache.tomcat/tomcat-coyote',
      'pkg:maven/org.apache.tomcat.embed/tomcat-embed-core',
    ],
    source: 'https://tomcat.apache.org/whichversion.html',
  },
  {
    product: 'typo3',
    purls: ['pkg:composer/typo3/cms-core'],
    source: 'https://docs.typo3.org/m/typo3/tutorial-getting-started/main/en-us/Installation/Install.html',
  },
];
