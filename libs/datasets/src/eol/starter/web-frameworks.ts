/** Web frameworks, libraries of the browser and content systems; the form is that of `parseTable`. */
export const WEB_FRAMEWORKS = `
django "Django" framework
  purl pkg:pypi/django
  see https://www.djangoproject.com/download/#supported-versions
  6.1   2026-08-05  eoas 2027-04-30  eol 2027-12-31
  6.0   2025-12-03  eoas 2026-08-04  eol 2027-04-30
  5.2   2025-04-02  lts yes  eoas 2025-12-03  eol 2028-04-30
  5.1   2024-08-07  eoas 2025-04-02  eol 2025-12-03
  5.0   2023-12-04  eoas 2024-08-07  eol 2025-04-02  latest 5.0.14 on 2025-04-02
  4.2   2023-04-03  lts yes  eoas 2023-12-04  eol 2026-04-07
  4.1   2022-08-03  eoas 2023-04-05  eol 2023-12-01  latest 4.1.13 on 2023-11-01
  4.0   2021-12-07  eoas 2022-08-03  eol 2023-04-01  latest 4.0.10 on 2023-02-14
  3.2   2021-04-06  lts yes  eoas 2021-12-07  eol 2024-04-01  latest 3.2.25 on 2024-03-04
  2.2   2019-04-01  lts yes  eoas 2019-12-02  eol 2022-04-11  latest 2.2.28 on 2022-04-11
  1.11  2017-04-04  lts yes  eoas 2017-12-02  eol 2020-04-01  latest 1.11.29 on 2020-03-04

rails "Ruby on Rails" framework
  also rubyonrails ruby-on-rails roro ror
  purl pkg:gem/rails
  see https://rubyonrails.org/maintenance
  8.1   2025-10-22  eoas 2026-10-10  eol 2027-10-10
  8.0   2024-11-07  eoas 2026-05-07  eol 2026-11-07
  7.2   2024-08-09  eoas 2025-08-09  eol 2026-08-09
  7.1   2023-10-05  eoas 2024-10-01  eol 2025-10-01
  7.0   2021-12-15  eoas 2023-10-15  eol 2025-04-01
  6.1   2020-12-09  eoas 2021-12-15  eol 2024-10-01  latest 6.1.7.10 on 2024-10-23
  6.0   2019-08-16  eoas 2021-12-15  eol 2023-06-01  latest 6.0.6.1 on 2023-01-17
  5.2   2018-04-09  eoas 2021-12-15  eol 2022-06-01  latest 5.2.8.1 on 2022-07-12

laravel "Laravel" framework
  purl pkg:composer/laravel/framework
  see https://laravel.com/docs/releases#support-policy
  13    2026-03-17  eoas 2027-09-30  eol 2028-03-17
  12    2025-02-24  eoas 2026-08-16  eol 2027-02-24
  11    2024-03-12  eoas 2025-09-03  eol 2026-03-12
  10    2023-02-14  eoas 2024-08-06  eol 2025-02-04
  9     2022-02-08  eoas 2023-08-08  eol 2024-02-06
  8     2020-09-08  eoas 2022-07-26  eol 2023-01-24  latest 8.83.29
  7     2020-03-03  eoas 2020-10-06  eol 2021-03-03  latest 7.30.7
  6     2019-09-03  lts yes  eoas 2022-01-25  eol 2022-09-06  latest 6.20.45

symfony "Symfony" framework
  see https://symfony.com/releases
  8.1   2026-05-29  eoas 2027-01-31  eol 2027-01-31
  8.0   2025-11-27  eoas 2026-07-31  eol 2026-07-31
  7.4   2025-11-27  lts yes  eoas 2028-11-30  eol 2029-11-30
  7.3   2025-05-29  eoas 2026-01-31  eol 2026-01-31
  7.2   2024-11-29  eoas 2025-07-31  eol 2025-07-31
  7.1   2024-05-31  eoas 2025-01-31  eol 2025-01-31  latest 7.1.11
  7.0   2023-11-29  eoas 2024-07-31  eol 2024-07-31  latest 7.0.10
  6.4   2023-11-29  lts yes  eoas 2026-11-30  eol 2027-11-30
  6.3   2023-05-30  eoas 2024-01-31  eol 2024-01-31  latest 6.3.12
  5.4   2021-11-29  lts yes  eoas 2024-11-30  eol 2029-02-28
  4.4   2019-11-21  lts yes  eoas 2022-11-21  eol 2023-11-21  latest 4.4.51

spring-boot "Spring Boot" framework
  also springboot
  purl pkg:maven/org.springframework.boot/spring-boot pkg:maven/org.springframework.boot/spring-boot-starter-web
  see https://spring.io/projects/spring-boot#support
  4.1   2026-06-30  eol 2027-07-31  eoes 2028-07-31
  4.0   2025-11-30  eol 2026-12-31  eoes 2027-12-31
  3.5   2025-05-31  eol 2026-06-30  eoes 2032-06-30
  3.4   2024-11-30  eol 2025-12-31  eoes 2026-12-31
  3.3   2024-05-31  eol 2025-06-30  eoes 2026-06-30
  3.2   2023-11-30  eol 2024-12-31  eoes 2025-12-31  latest 3.2.12 on 2024-11-21
  3.1   2023-05-31  eol 2024-06-30  eoes 2025-06-30  latest 3.1.12 on 2024-05-23
  3.0   2022-11-24  eol 2023-12-31  eoes 2024-12-31  latest 3.0.13 on 2023-11-23
  2.7   2022-05-31  eol 2023-06-30  eoes 2029-06-30  latest 2.7.18 on 2023-11-23

spring-framework "Spring Framework" framework
  also spring
  purl pkg:maven/org.springframework/spring-beans pkg:maven/org.springframework/spring-core pkg:maven/org.springframework/spring-web pkg:maven/org.springframework/spring-webmvc
  see https://spring.io/projects/spring-framework#support
  7.0   2025-11-30  eol 2027-07-31  eoes 2028-07-31
  6.2   2024-11-30  eol 2026-06-30  eoes 2032-06-30
  6.1   2023-11-30  eol 2025-06-30  eoes 2032-06-30
  6.0   2022-11-30  eol 2024-06-30  eoes 2032-06-30  latest 6.0.23
  5.3   2020-10-31  lts yes  eol 2024-08-31  eoes 2029-06-30  latest 5.3.39

angular "Angular" framework
  purl pkg:npm/%40angular/core
  see https://angular.dev/reference/releases
  22    2026-06-03  eoas 2027-06-30  eol 2028-06-30
  21    2025-11-19  eoas 2026-06-03  eol 2027-06-30
  20    2025-05-28  eoas 2025-11-19  eol 2026-11-28
  19    2024-11-19  eoas 2025-05-28  eol 2026-05-19
  18    2024-05-22  eoas 2024-11-19  eol 2025-11-21
  17    2023-11-08  eoas 2024-05-08  eol 2025-05-15
  16    2023-05-03  eoas 2023-11-08  eol 2024-11-08
  15    2022-11-16  eoas 2023-05-03  eol 2024-05-18
  14    2022-06-02  eoas 2022-11-18  eol 2023-11-18
  13    2021-11-03  eoas 2022-06-02  eol 2023-05-04
  12    2021-05-13  eoas 2021-11-12  eol 2022-11-12

angularjs "AngularJS" framework
  also angular-js
  purl pkg:npm/angular
  see https://docs.angularjs.org/misc/version-support-status
  1.8   2020-06-04  lts yes  eol 2021-12-31  latest 1.8.3
  1.7   2018-05-11  eol 2021-12-31  latest 1.7.9

react "React" framework
  purl pkg:npm/react
  see https://react.dev/versions
  19    2024-12-05  eoas no  eol no
  18    2022-03-29  eoas 2024-12-05  eol no
  17    2020-10-20  eoas 2022-03-29  eol no
  16    2017-09-26  eoas 2020-10-20  eol no

vue "Vue" framework
  also vuejs
  purl pkg:npm/vue
  see https://v2.vuejs.org/eol/
  3.5   2024-09-03  eoas no  eol no
  3.4   2023-12-29  eoas 2024-09-03  eol 2024-09-03  latest 3.4.38
  3.3   2023-05-11  eoas 2023-12-29  eol 2023-12-29  latest 3.3.13
  2.7   2022-07-01  eoas 2023-12-31  eol 2023-12-31  latest 2.7.16 on 2023-12-24
  2.6   2019-02-04  eoas 2022-07-01  eol 2022-07-01  latest 2.6.14

nextjs "Next.js" framework
  also next-js nextdotjs
  purl pkg:npm/next
  see https://nextjs.org/support-policy
  16    2025-10-22  lts yes  eol no
  15    2024-10-21  lts yes  eol 2026-10-21
  14    2023-10-26  lts yes  eol 2025-10-26
  13    2022-10-25  eol 2024-12-21
  12    2021-10-26  eol 2022-11-21  latest 12.3.7

nuxt "Nuxt" framework
  purl pkg:npm/nuxt
  see https://nuxt.com/docs/community/roadmap
  4     2025-07-16  eoas no  eol no
  3     2022-11-16  eoas 2025-07-16  eol 2026-07-31
  2     2018-09-21  eoas 2022-11-16  eol 2024-06-30  latest 2.18.1

svelte "Svelte" framework
  purl pkg:npm/svelte
  5     2024-10-19  eoas no  eol no
  4     2023-06-22  eoas 2024-10-19  eol 2024-10-19  latest 4.2.20
  3     2019-04-21  eoas 2023-06-22  eol 2023-06-22  latest 3.59.2

express "Express" framework
  purl pkg:npm/express
  see https://expressjs.com/en/support/
  5     2024-09-09  eol no
  4     2014-04-09  eol no

electron "Electron" framework
  see https://www.electronjs.org/docs/latest/tutorial/electron-timelines
  43    2026-06-30  eol 2027-01-05
  42    2026-05-05  eol 2026-10-20
  41    2026-03-10  eol 2026-08-25
  40    2026-01-13  eol 2026-06-30
  39    2025-10-28  eol 2026-05-05
  38    2025-09-02  eol 2026-03-10
  37    2025-06-24  eol 2026-01-13
  36    2025-04-29  eol 2025-10-28
  35    2025-03-04  eol 2025-09-02

jquery "jQuery" framework
  purl pkg:npm/jquery
  see https://jquery.com/support/
  4     2026-01-17  eol no
  3     2016-06-09  eol no
  2     2013-04-18  eol yes  latest 2.2.4 on 2016-05-20
  1     2006-08-31  eol yes  latest 1.12.4 on 2016-05-20

bootstrap "Bootstrap" framework
  purl pkg:npm/bootstrap
  see https://getbootstrap.com/docs/versions/
  5     2021-05-05  lts 2022-07-19  eoas no  eol no
  4     2018-01-18  lts 2019-11-26  eoas 2021-11-01  eol 2023-01-01  latest 4.6.2 on 2022-07-19
  3     2013-08-19  lts 2014-11-01  eoas 2016-09-05  eol 2019-07-24  latest 3.4.1 on 2019-02-13

drupal "Drupal" server-app
  image docker.io/library/drupal
  purl pkg:composer/drupal/core
  see https://www.drupal.org/about/core/policies/core-release-cycles/schedule
  11.4  2026-07-01  eoas 2027-01-01  eol 2027-07-07
  11.3  2025-12-17  eoas 2026-06-16  eol 2026-12-16
  10.6  2025-12-17  eoas 2026-06-16  eol 2026-12-16
  9.5   2022-12-15  eoas 2023-06-21  eol 2023-11-01
  8.9   2020-06-03  eoas 2020-12-01  eol 2021-11-02
  7     2011-01-05  lts yes  eoas 2015-11-19  eol 2025-01-05

wordpress "WordPress" server-app
  image docker.io/library/wordpress
  see https://wordpress.org/documentation/article/supported-versions/
  7.1   2026-08-19  eol no
  7.0   2026-05-20  eol 2026-08-19
  6.9   2025-12-02  eol 2026-05-20
  6.8   2025-04-15  eol 2025-12-02
  6.7   2024-11-12  eol 2025-04-15

dotnet "Microsoft .NET" framework
  also dotnetcore
  image mcr.microsoft.com/dotnet/sdk mcr.microsoft.com/dotnet/aspnet mcr.microsoft.com/dotnet/runtime
  see https://dotnet.microsoft.com/en-us/platform/support/policy/dotnet-core
  10    2025-11-11  lts yes  eol 2028-11-14
  9     2024-11-12  eol 2026-11-10
  8     2023-11-14  lts yes  eol 2026-11-10
  7     2022-11-08  eol 2024-05-14  latest 7.0.20
  6     2021-11-08  lts yes  eol 2024-11-12  latest 6.0.36 on 2024-11-12
  5     2020-11-10  eol 2022-05-10  latest 5.0.17 on 2022-05-10
  3.1   2019-12-03  lts yes  eol 2022-12-13  latest 3.1.32
`;
