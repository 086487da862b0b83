import type { EolProductRecord } from './records';

/** One end of life that is history. */
export interface Canary {
  readonly product: string;
  readonly cycle: string;
  readonly eol: string;
}

/**
 * Ends of life that are history: announced by their makers, long past and never to change. A document in which one of
 * them differs was tampered with or read wrongly, however plausible its counts are.
 */
export const CANARIES: readonly Canary[] = `
python 2.7 2020-01-01
python 3.4 2019-03-18
python 3.5 2020-09-30
python 3.6 2021-12-23
python 3.7 2023-06-27
python 3.8 2024-10-07
nodejs 4 2018-04-30
nodejs 6 2019-04-30
nodejs 8 2019-12-31
nodejs 10 2021-04-30
nodejs 12 2022-04-30
nodejs 14 2023-04-30
nodejs 16 2023-09-11
nodejs 18 2025-04-30
php 5.3 2014-08-14
php 5.6 2018-12-31
php 7.0 2019-01-10
php 7.2 2020-11-30
php 7.3 2021-12-06
php 7.4 2022-11-28
php 8.0 2023-11-26
ruby 2.7 2023-03-31
postgresql 9.4 2020-02-13
postgresql 9.5 2021-02-11
postgresql 9.6 2021-11-11
postgresql 10 2022-11-10
postgresql 11 2023-11-09
postgresql 12 2024-11-21
mysql 5.5 2018-12-31
mysql 5.6 2021-02-28
mysql 5.7 2023-10-31
mongodb 3.6 2021-04-30
mongodb 4.0 2022-04-30
mongodb 4.2 2023-04-30
mongodb 4.4 2024-02-29
ubuntu 12.04 2017-04-28
ubuntu 21.10 2022-07-14
ubuntu 22.10 2023-07-20
debian 7 2016-04-25
debian 8 2018-06-17
debian 9 2020-07-18
debian 10 2022-09-10
debian 11 2024-08-14
centos 6 2020-11-30
centos 7 2024-06-30
centos 8 2021-12-31
fedora 36 2023-05-16
fedora 38 2024-05-21
alpine-linux 3.14 2023-05-01
alpine-linux 3.15 2023-11-01
alpine-linux 3.16 2024-05-23
alpine-linux 3.17 2024-11-22
dotnet 3.1 2022-12-13
dotnet 5 2022-05-10
dotnet 7 2024-05-14
django 1.11 2020-04-01
django 2.2 2022-04-11
django 3.2 2024-04-01
angularjs 1.8 2021-12-31
drupal 7 2025-01-05
drupal 8.9 2021-11-02
drupal 9.5 2023-11-01
laravel 6 2022-09-06
laravel 8 2023-01-24
laravel 9 2024-02-06
windows 7-sp1 2020-01-14
windows 8.1 2023-01-10
windows-server 2008-r2-sp1 2020-01-14
windows-server 2012-r2 2023-10-10
kubernetes 1.20 2022-02-28
kubernetes 1.21 2022-06-28
kubernetes 1.22 2022-10-28
kubernetes 1.23 2023-02-28
kubernetes 1.24 2023-07-28
openssl 1.0.2 2019-12-31
openssl 1.1.0 2019-09-11
openssl 1.1.1 2023-09-11
rails 5.2 2022-06-01
rails 6.0 2023-06-01
elasticsearch 6 2022-02-10
tomcat 7 2021-03-31
tomcat 8.5 2024-03-31
`
  .trim()
  .split('\n')
  .map((line) => {
    const [product = '', cycle = '', eol = ''] = line.split(' ');
    return { product, cycle, eol };
  });

/** The canaries that these products do not state, each with what they state instead. */
export function changedCanaries(products: readonly EolProductRecord[]): readonly string[] {
  const byId = new Map(products.map((row) => [row.product, row]));
  return CANARIES.flatMap(({ product, cycle, eol }) => {
    const found = byId.get(product)?.cycles.find((row) => row.cycle === cycle);
    if (found?.eol_from === eol) return [];
    return [`${product} ${cycle} ended ${eol}, now ${found === undefined ? 'missing' : (found.eol_from ?? 'undated')}`];
  });
}
