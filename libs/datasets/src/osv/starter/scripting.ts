/** Advisories about PyPI, RubyGems, Packagist and Hex packages; the form is that of `parseAdvisories`. */
export const SCRIPTING = `
GHSA-j8r2-6x86-q33q 2023-05-22 CVE-2023-32681 PYSEC-2023-74
  CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:C/C:H/I:N/A:N
  Requests shows the password of a proxy to the server it is redirected to
  PyPI requests 2.3.0..2.31.0

PYSEC-2021-142 2021-02-09 CVE-2020-14343 GHSA-8q59-q68h-6hv4
  CRITICAL
  Loading a document in full creates objects of any class that it names
  PyPI pyyaml 0..5.4

PYSEC-2022-190 2022-04-12 CVE-2022-28346 GHSA-2gwj-7jmv-h26r
  CRITICAL
  Names of annotations from outside become part of the SQL that Django sends
  PyPI django 2.2..2.2.28 3.2..3.2.13 4.0..4.0.4

PYSEC-2019-16 2019-12-18 CVE-2019-19844 GHSA-vfq6-hq5r-27r6
  CRITICAL
  A password is reset to another address that looks like the owner's
  PyPI django 0..1.11.27 2.2..2.2.9

GHSA-45x7-px36-x8w8 2023-12-18 CVE-2023-48795 GO-2023-2402
  CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:H/A:N
  Terrapin: the first messages of an SSH connection can be cut off unnoticed
  PyPI paramiko 2.5.0..3.4.0
  Go golang.org/x/crypto 0..0.17.0
  crates.io russh 0..0.40.2

GHSA-86g5-2wh3-gc9j 2019-03-13 CVE-2019-5418
  HIGH
  An Accept header makes Action View show any file of the server
  RubyGems actionview 0..4.2.11.1 4.3..5.0.7.2 5.1..5.1.6.2 5.2..5.2.2.1 5.3..6.0.0.beta3

GHSA-jmgw-6vjg-jjwg 2013-01-08 CVE-2013-0156
  CRITICAL
  Parameters in XML can hold YAML and symbols, and so objects and code
  RubyGems actionpack 0..2.3.15 2.4..3.0.19 3.1..3.1.10 3.2..3.2.11

GHSA-pr3h-jjhj-573x 2018-06-19 CVE-2018-3760
  HIGH
  Sprockets in development shows files outside of the application
  RubyGems sprockets 0..2.12.5 3.0.0..3.7.2

CVE-2016-10033 2016-12-23
  CRITICAL
  The sender's address becomes arguments of the program that sends mail
  Packagist phpmailer/phpmailer 5.0.0..5.2.18

CVE-2015-7809 2015-08-12
  HIGH
  A template from outside runs code outside of Twig's sandbox
  Packagist twig/twig 0..1.20.0

GHSA-cmfh-8f8r-fj96 2022-04-12 CVE-2017-1000163
  CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N
  A redirect can be made to lead to another site
  Hex phoenix 0..1.0.6 1.1.0..1.1.8 1.2.0..1.2.3

GHSA-2q6v-32mr-8p8x 2022-04-12 CVE-2017-1000052
  CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H
  A null byte in a path makes Plug serve files of forbidden kinds
  Hex plug 0..1.0.4 1.1.0..1.1.7 1.2.0..1.2.3 1.3.0..1.3.2
`;
