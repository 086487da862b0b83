import { checkPurls, type AdvisorySource } from '@stackcheck/osv-core';

/** A vulnerability that everybody knows: one version has it, a later one has not. */
interface Canary {
  readonly id: string;
  readonly affected: string;
  readonly fixed: string;
}

/**
 * Facts that are history, for each ecosystem that is asked about most. An index that denies one of them was cut short, read
 * wrongly or tampered with, whatever it says about the rest.
 */
export const CANARIES: readonly Canary[] = [
  canary('CVE-2021-44228', 'pkg:maven/org.apache.logging.log4j/log4j-core', '2.14.1', '2.17.1'),
  canary('CVE-2022-22965', 'pkg:maven/org.springframework/spring-beans', '5.3.17', '5.3.18'),
  canary('CVE-2021-23337', 'pkg:npm/lodash', '4.17.20', '4.17.21'),
  canary('CVE-2021-44906', 'pkg:npm/minimist', '1.2.5', '1.2.6'),
  canary('CVE-2023-32681', 'pkg:pypi/requests', '2.30.0', '2.31.0'),
  canary('CVE-2020-14343', 'pkg:pypi/pyyaml', '5.3.1', '5.4'),
  canary('CVE-2022-32149', 'pkg:golang/golang.org/x/text', 'v0.3.7', 'v0.3.8'),
  canary('CVE-2023-48795', 'pkg:golang/golang.org/x/crypto', 'v0.16.0', 'v0.17.0'),
  canary('CVE-2021-25900', 'pkg:cargo/smallvec', '1.6.0', '1.6.1'),
  canary('CVE-2019-5418', 'pkg:gem/actionview', '5.2.2', '5.2.2.1'),
  canary('CVE-2016-10033', 'pkg:composer/phpmailer/phpmailer', '5.2.17', '5.2.18'),
  canary('CVE-2024-0056', 'pkg:nuget/System.Data.SqlClient', '4.8.5', '4.8.6'),
];

function canary(id: string, purl: string, affected: string, fixed: string): Canary {
  return { id, affected: `${purl}@${affected}`, fixed: `${purl}@${fixed}` };
}

/** The canaries that the source denies, each as what it says wrongly. */
export function deniedCanaries(source: AdvisorySource): readonly string[] {
  return CANARIES.flatMap(({ id, affected, fixed }) => [
    ...(isFound(source, affected, id) ? [] : [`${affected} is not affected by ${id}`]),
    ...(isFound(source, fixed, id) ? [`${fixed} is affected by ${id}`] : []),
  ]);
}

function isFound(source: AdvisorySource, purl: string, id: string): boolean {
  const [result] = checkPurls(source, [purl]).results;
  return result?.checked === true && result.vulnerabilities.some(({ ids }) => ids.includes(id));
}
