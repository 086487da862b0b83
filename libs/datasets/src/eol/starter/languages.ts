/** Languages and their runtimes; the form is that of `parseTable`. */
export const LANGUAGES = `
nodejs "Node.js" framework
  also node
  image docker.io/library/node
  purl pkg:generic/node
  see https://nodejs.org/en/about/previous-releases
  26    2026-05-05  lts 2026-10-28  eoas 2027-10-27  eol 2029-04-30
  25    2025-10-15  eoas 2026-04-01  eol 2026-06-01
  24    2025-05-06  lts 2025-10-28  eoas 2026-10-20  eol 2028-04-30
  23    2024-10-16  eoas 2025-04-01  eol 2025-06-01  latest 23.11.1 on 2025-05-14
  22    2024-04-24  lts 2024-10-29  eoas 2025-10-21  eol 2027-04-30
  21    2023-10-17  eoas 2024-04-01  eol 2024-06-01  latest 21.7.3 on 2024-04-10
  20    2023-04-18  lts 2023-10-24  eoas 2024-10-22  eol 2026-04-30
  19    2022-10-18  eoas 2023-04-01  eol 2023-06-01  latest 19.9.0 on 2023-04-10
  18    2022-04-19  lts 2022-10-25  eoas 2023-10-18  eol 2025-04-30  latest 18.20.8 on 2025-03-27
  17    2021-10-19  eoas 2022-04-01  eol 2022-06-01  latest 17.9.1 on 2022-06-01
  16    2021-04-20  lts 2021-10-26  eoas 2022-10-18  eol 2023-09-11  latest 16.20.2 on 2023-08-09
  14    2020-04-21  lts 2020-10-27  eoas 2021-10-19  eol 2023-04-30  latest 14.21.3 on 2023-02-16
  12    2019-04-23  lts 2019-10-21  eoas 2020-10-20  eol 2022-04-30  latest 12.22.12 on 2022-04-05
  10    2018-04-24  lts 2018-10-30  eoas 2020-05-19  eol 2021-04-30  latest 10.24.1 on 2021-04-06
  8     2017-05-30  lts 2017-10-31  eoas 2019-01-01  eol 2019-12-31  latest 8.17.0 on 2019-12-17
  6     2016-04-26  lts 2016-10-18  eoas 2018-04-30  eol 2019-04-30  latest 6.17.1 on 2019-04-03
  4     2015-09-09  lts 2015-10-01  eoas 2017-04-01  eol 2018-04-30  latest 4.9.1 on 2018-03-29

python "Python" lang
  image docker.io/library/python
  purl pkg:generic/python
  see https://devguide.python.org/versions/
  3.14  2025-10-07  eoas 2027-10-01  eol 2030-10-31
  3.13  2024-10-07  eoas 2026-10-01  eol 2029-10-31
  3.12  2023-10-02  eoas 2025-04-02  eol 2028-10-31
  3.11  2022-10-24  eoas 2024-04-01  eol 2027-10-31
  3.10  2021-10-04  eoas 2023-04-05  eol 2026-10-31
  3.9   2020-10-05  eoas 2022-05-17  eol 2025-10-31  latest 3.9.25 on 2025-10-31
  3.8   2019-10-14  eoas 2021-05-03  eol 2024-10-07  latest 3.8.20 on 2024-09-06
  3.7   2018-06-27  eoas 2020-06-27  eol 2023-06-27  latest 3.7.17 on 2023-06-05
  3.6   2016-12-23  eoas 2018-12-24  eol 2021-12-23  latest 3.6.15 on 2021-09-03
  3.5   2015-09-13  eoas yes  eol 2020-09-30  latest 3.5.10 on 2020-09-05
  3.4   2014-03-16  eoas yes  eol 2019-03-18  latest 3.4.10
  2.7   2010-07-03  eoas yes  eol 2020-01-01  latest 2.7.18 on 2020-04-19

go "Go" lang
  also golang
  image docker.io/library/golang
  see https://go.dev/doc/devel/release
  1.27  2026-08-19  eol no
  1.26  2026-02-10  eol no
  1.25  2025-08-12  eol 2026-08-19
  1.24  2025-02-11  eol 2026-02-10
  1.23  2024-08-13  eol 2025-08-12  latest 1.23.12 on 2025-08-06
  1.22  2024-02-06  eol 2025-02-11  latest 1.22.12 on 2025-02-04
  1.21  2023-08-08  eol 2024-08-13  latest 1.21.13 on 2024-08-06
  1.20  2023-02-01  eol 2024-02-06  latest 1.20.14 on 2024-02-06
  1.19  2022-08-02  eol 2023-09-06  latest 1.19.13 on 2023-09-06
  1.18  2022-03-15  eol 2023-02-01  latest 1.18.10 on 2023-01-10
  1.17  2021-08-16  eol 2022-08-02  latest 1.17.13 on 2022-08-01

php "PHP" lang
  image docker.io/library/php
  see https://www.php.net/supported-versions.php
  8.5   2025-11-20  eoas 2027-12-31  eol 2029-12-31
  8.4   2024-11-21  eoas 2026-12-31  eol 2028-12-31
  8.3   2023-11-23  eoas 2025-12-31  eol 2027-12-31
  8.2   2022-12-08  eoas 2024-12-31  eol 2026-12-31
  8.1   2021-11-25  eoas 2023-11-25  eol 2025-12-31
  8.0   2020-11-26  eoas 2022-11-26  eol 2023-11-26  latest 8.0.30 on 2023-08-03
  7.4   2019-11-28  eoas 2021-11-28  eol 2022-11-28  latest 7.4.33 on 2022-11-03
  7.3   2018-12-06  eoas 2020-12-06  eol 2021-12-06  latest 7.3.33 on 2021-11-18
  7.2   2017-11-30  eoas 2019-11-30  eol 2020-11-30  latest 7.2.34 on 2020-10-01
  7.1   2016-12-01  eoas 2018-12-01  eol 2019-12-01  latest 7.1.33 on 2019-10-24
  7.0   2015-12-03  eoas 2018-01-04  eol 2019-01-10
  5.6   2014-08-28  eoas 2017-01-19  eol 2018-12-31  latest 5.6.40 on 2019-01-10
  5.5   2013-06-20  eoas 2015-07-10  eol 2016-07-21
  5.4   2012-03-01  eoas 2014-09-14  eol 2015-09-14
  5.3   2009-06-30  eoas 2011-06-30  eol 2014-08-14

ruby "Ruby" lang
  image docker.io/library/ruby
  see https://www.ruby-lang.org/en/downloads/branches/
  4.0   2025-12-25  eol 2029-03-31
  3.4   2024-12-24  eol 2028-03-31
  3.3   2023-12-25  eol 2027-03-31
  3.2   2022-12-25  eol 2026-03-31
  3.1   2021-12-25  eol 2025-03-26  latest 3.1.7 on 2025-03-26
  3.0   2020-12-25  eol 2024-04-23  latest 3.0.7 on 2024-04-23
  2.7   2019-12-25  eol 2023-03-31  latest 2.7.8 on 2023-03-30
  2.6   2018-12-25  eol 2022-03-31  latest 2.6.10 on 2022-04-12
  2.5   2017-12-25  eol 2021-03-31  latest 2.5.9 on 2021-04-05

rust "Rust" lang
  also rustlang rust-lang
  image docker.io/library/rust
  see https://releases.rs/
  1.98  2026-08-20  eol no
  1.97  2026-07-09  eol 2026-08-20
  1.96  2026-05-28  eol 2026-07-09
  1.95  2026-04-16  eol 2026-05-28
  1.94  2026-03-06  eol 2026-04-16
  1.93  2026-01-22  eol 2026-03-06
  1.92  2025-12-11  eol 2026-01-22
  1.91  2025-10-30  eol 2025-12-11
  1.90  2025-09-18  eol 2025-10-30
  1.89  2025-08-07  eol 2025-09-18  latest 1.89.0 on 2025-08-07
  1.88  2025-06-26  eol 2025-08-07  latest 1.88.0 on 2025-06-26
  1.87  2025-05-15  eol 2025-06-26  latest 1.87.0 on 2025-05-15
  1.86  2025-04-03  eol 2025-05-15  latest 1.86.0 on 2025-04-03
  1.85  2025-02-20  eol 2025-04-03  latest 1.85.1 on 2025-03-18
  1.84  2025-01-09  eol 2025-02-20  latest 1.84.1 on 2025-01-30

perl "Perl" lang
  image docker.io/library/perl
  5.44  2026-07-15  eoas no  eol 2029-07-15
  5.42  2025-07-03  eoas no  eol 2028-07-03
  5.40  2024-06-09  eoas 2026-07-15  eol 2027-06-09
  5.38  2023-07-02  eoas 2025-07-03  eol 2026-07-02
  5.36  2022-05-27  eoas 2024-06-09  eol 2025-05-27  latest 5.36.3

erlang "Erlang" lang
  also erlang-otp
  image docker.io/library/erlang
  29    2026-05-11  eoas no  eol 2029-05-11
  28    2025-05-20  eoas 2026-05-11  eol 2028-05-20
  27    2024-05-17  eoas 2025-05-20  eol 2027-05-20
  26    2023-05-15  eoas 2024-05-17  eol 2026-05-26
  25    2022-05-17  eoas 2023-05-15  eol 2025-05-17
  24    2021-05-10  eoas 2022-05-17  eol 2024-05-10

elixir "Elixir" lang
  image docker.io/library/elixir
  see https://hexdocs.pm/elixir/compatibility-and-deprecations.html
  1.20  2026-06-03  eoas no  eol no
  1.19  2025-10-16  eoas 2026-06-03  eol no
  1.18  2024-12-19  eoas 2025-10-16  eol no
  1.17  2024-06-12  eoas 2024-12-19  eol no
  1.16  2023-12-22  eoas 2024-06-12  eol no
  1.15  2023-06-19  eoas 2023-12-22  eol 2026-06-03
  1.14  2022-09-01  eoas 2023-06-19  eol 2025-10-16
  1.13  2021-12-03  eoas 2022-09-01  eol 2024-12-19  latest 1.13.4
  1.12  2021-05-19  eoas 2021-12-03  eol 2024-06-12  latest 1.12.3

scala "Scala" lang
  also scala-lang
  3.8   2026-01-22  eoas no  eol no
  3.7   2025-05-07  eoas 2026-01-22  eol 2026-01-22
  3.6   2024-12-10  eoas 2025-05-07  eol 2025-05-07
  3.5   2024-08-22  eoas 2024-12-10  eol 2024-12-10
  3.4   2024-02-14  eoas 2024-08-22  eol 2024-08-22
  3.3   2023-05-23  lts yes  eoas no  eol no
  3.2   2022-08-31  eoas 2023-05-23  eol 2023-05-23  latest 3.2.2
  2.13  2019-06-07  eoas no  eol no
  2.12  2016-10-28  eoas 2019-06-07  eol no

kotlin "Kotlin" lang
  also kotlinlang
  2.4   2026-06-03  eol no
  2.3   2025-12-16  eol 2026-06-03
  2.2   2025-06-23  eol 2025-12-16
  2.1   2024-11-27  eol 2025-06-23
  2.0   2024-05-21  eol 2024-11-27  latest 2.0.21
  1.9   2023-07-06  eol 2024-05-21  latest 1.9.25
`;
