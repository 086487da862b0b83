/** Advisories about npm packages; the form is that of `parseAdvisories`. */
export const JAVASCRIPT = `
GHSA-35jh-r3h4-6jhm 2021-05-06 CVE-2021-23337
  CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H
  Lodash puts the options of a template into code without checking them
  npm lodash 0..4.17.21
  npm lodash-es 0..4.17.21
  npm lodash.template 0..=4.5.0
  npm lodash-template 0..=1.0.0
  RubyGems lodash-rails 0..4.17.21

GHSA-29mw-wpgm-hmr9 2022-01-06 CVE-2020-28500
  CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L
  Trimming a long text of blanks takes Lodash time that grows with its square
  npm lodash 4.0.0..4.17.21
  npm lodash-es 4.0.0..4.17.21
  npm lodash.trim 4.0.0..=4.5.1
  npm lodash.trimend 4.0.0..=4.5.1
  RubyGems lodash-rails 4.0.0..4.17.21

GHSA-p6mc-m468-83gw 2020-07-15 CVE-2020-8203
  CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:H/A:H
  Setting a value by a path from outside changes the prototype of all objects
  npm lodash 3.7.0..4.17.19
  npm lodash-es 3.7.0..4.17.20

GHSA-jf85-cpcp-j695 2019-07-10 CVE-2019-10744
  CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:H/A:H
  Filling in defaults deeply changes the prototype of all objects
  npm lodash 0..4.17.12
  npm lodash-es 0..4.17.14
  npm lodash-amd 0..4.17.13
  npm lodash.defaultsdeep 0..4.6.1
  RubyGems lodash-rails 0..4.17.12

GHSA-xvch-5gv4-984h 2022-03-18 CVE-2021-44906
  CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H
  An argument named after the constructor's prototype changes that of all objects
  npm minimist 0..0.2.4 1.0.0..1.2.6

GHSA-vh95-rmgr-6w4m 2020-04-03 CVE-2020-7598
  CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:L
  An argument that begins with __proto__ changes the prototype of all objects
  npm minimist 0..0.2.1 1.0.0..1.2.3

GHSA-gxr4-xjj5-5px2 2020-04-29 CVE-2020-11022
  CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:C/C:H/I:L/A:N
  HTML from outside runs scripts although it was sanitised before jQuery inserted it
  npm jquery 1.2.0..3.5.0
  NuGet jquery 1.2.0..3.5.0
  RubyGems jquery-rails 0..4.4.0

GHSA-jpcq-cgw6-v4j6 2020-04-29 CVE-2020-11023
  CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:C/C:H/I:L/A:N
  Option elements from outside run scripts although they were sanitised before jQuery inserted them
  npm jquery 1.0.3..3.5.0
  NuGet jquery 1.0.3..3.5.0
  RubyGems jquery-rails 0..4.4.0

GHSA-wf5p-g6vw-rhxx 2023-11-08 CVE-2023-45857
  MODERATE
  Axios sends the token against forged requests to every host
  npm axios 0.8.1..1.6.0

GHSA-qw6h-vgh9-j6wx 2024-09-10 CVE-2024-43796
  LOW
  A redirect to an address from outside can put script into the page that Express answers with
  npm express 0..4.20.0 5.0.0-alpha.1..5.0.0

GHSA-pjwm-rvh2-c87w 2021-10-22
  CRITICAL
  Three releases from a stolen account install a miner and steal passwords
  npm ua-parser-js 0.7.29..0.7.30 0.8.0..0.8.1 1.0.0..1.0.1

GHSA-mh6f-8j2x-4483 2018-11-26
  CRITICAL
  The release that pulled in flatmap-stream, which stole the keys of Bitcoin wallets
  npm event-stream =3.3.6
`;
