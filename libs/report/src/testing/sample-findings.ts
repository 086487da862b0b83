import type { Finding } from '../outcome';

/** A finding with what a test says of it. */
export function makeFinding(parts: Partial<Finding> = {}): Finding {
  return {
    level: 'fail',
    code: 'vulnerable',
    key: 'vulnerable:pkg:npm/lodash',
    id: 'CVE-2021-23337',
    aliases: ['GHSA-35jh-r3h4-6jhm'],
    text: 'lodash 4.17.15: 4 vulnerabilities, the worst: CVE-2021-23337, high; safe from 4.17.21',
    component: { kind: 'package', name: 'lodash', version: '4.17.15', purl: 'pkg:npm/lodash@4.17.15' },
    severity: 'high',
    due: null,
    moveTo: '4.17.21',
    dev: false,
    places: [{ path: 'package-lock.json', line: 412 }],
    ...parts,
  };
}

export const ended = makeFinding({
  code: 'eol',
  key: 'eol:node:nodejs',
  id: 'nodejs@18',
  aliases: [],
  text: 'node:18-alpine (Node.js 18): past its end of life since 2025-04-30; move to 22 (newest: 26)',
  component: {
    kind: 'image',
    name: 'node',
    version: '18-alpine',
    image: 'node:18-alpine',
    product: 'nodejs',
    cycle: '18',
  },
  severity: null,
  due: '2025-04-30',
  moveTo: 'node:22-alpine',
  places: [
    { path: 'Dockerfile', line: 1 },
    { path: 'deploy/compose.yaml', line: 14 },
  ],
});

export const vulnerable = makeFinding({
  others: [
    { id: 'CVE-2020-8203', aliases: ['GHSA-p6mc-m468-83gw'], severity: 'high' },
    { id: 'CVE-2020-28500', aliases: ['GHSA-29mw-wpgm-hmr9'], severity: 'medium' },
    { id: 'CVE-2025-13465', aliases: [], severity: null },
  ],
});

export const exploited = makeFinding({
  code: 'kev',
  key: 'kev:pkg:maven/org.apache.logging.log4j/log4j-core:CVE-2021-44228',
  id: 'CVE-2021-44228',
  aliases: ['GHSA-jfh8-c2jp-5v3q'],
  text: 'log4j-core 2.14.1: CVE-2021-44228 is known to be exploited; remedy was due on 2021-12-24; used in ransomware campaigns',
  component: {
    kind: 'package',
    name: 'org.apache.logging.log4j:log4j-core',
    version: '2.14.1',
    purl: 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1',
  },
  severity: 'critical',
  due: '2021-12-24',
  moveTo: '2.17.1',
  places: [{ path: 'services/billing and invoices/gradle.lockfile', line: 88 }],
});

export const unknown = makeFinding({
  level: 'unknown',
  code: 'unknown_image',
  key: 'unknown_image:registry.example.com/team/tool',
  id: 'registry.example.com/team/tool:nightly',
  aliases: [],
  text: 'registry.example.com/team/tool:nightly: the image is not known, so nothing is known about its support',
  component: {
    kind: 'image',
    name: 'registry.example.com/team/tool',
    version: 'nightly',
    image: 'registry.example.com/team/tool:nightly',
  },
  severity: null,
  moveTo: null,
  places: [{ path: 'deploy/compose.yaml', line: 31 }],
});

export const soon = makeFinding({
  level: 'warn',
  code: 'eol_soon',
  key: 'eol_soon:python',
  id: 'python@3.11',
  aliases: [],
  text: 'Python 3.11: end of life on 2027-01-31, in 70 days; move to 3.12 (newest: 3.14)',
  component: { kind: 'product', name: 'python', version: '3.11', product: 'python', cycle: '3.11' },
  severity: null,
  due: '2027-01-31',
  moveTo: '3.12',
  places: [{ path: '.python-version', line: 1 }],
});

export const below = makeFinding({
  level: 'warn',
  code: 'vulnerable_below',
  key: 'vulnerable_below:pkg:npm/semver',
  id: 'CVE-2022-25883',
  aliases: ['GHSA-c2qf-rxjj-qqgw'],
  text: 'semver 7.5.1: one vulnerability: CVE-2022-25883, medium; safe from 7.5.2',
  component: { kind: 'package', name: 'semver', version: '7.5.1', purl: 'pkg:npm/semver@7.5.1' },
  severity: 'medium',
  moveTo: '7.5.2',
  dev: true,
  places: [{ path: 'package-lock.json', line: 977 }],
});

export const limited = makeFinding({
  level: 'info',
  code: 'security_only',
  key: 'security_only:postgresql',
  id: 'postgresql@16',
  aliases: [],
  text: 'PostgreSQL 16: gets only security fixes until its end of life on 2028-11-09',
  component: { kind: 'product', name: 'postgresql', version: '16.4', product: 'postgresql', cycle: '16' },
  severity: null,
  due: '2028-11-09',
  moveTo: null,
  places: [{ path: 'deploy/compose.yaml', line: 22 }],
});

export const accepted = makeFinding({
  key: 'vulnerable:pkg:npm/minimist',
  id: 'CVE-2021-44906',
  aliases: ['GHSA-xvch-5gv4-984h'],
  text: 'minimist 1.2.5: one vulnerability: CVE-2021-44906, critical; safe from 1.2.6',
  component: { kind: 'package', name: 'minimist', version: '1.2.5', purl: 'pkg:npm/minimist@1.2.5' },
  severity: 'critical',
  moveTo: '1.2.6',
  places: [{ path: 'package-lock.json', line: 640 }],
});

export const notAffected = makeFinding({
  key: 'vulnerable:pkg:pypi/jinja2',
  id: 'CVE-2024-22195',
  aliases: ['GHSA-h5c8-rqwp-cp95'],
  text: 'jinja2 3.1.2: one vulnerability: CVE-2024-22195, high; safe from 3.1.3',
  component: { kind: 'package', name: 'jinja2', version: '3.1.2', purl: 'pkg:pypi/jinja2@3.1.2' },
  moveTo: '3.1.3',
  places: [{ path: 'tools/requirements.txt', line: 7 }],
});

export const known = makeFinding({
  key: 'vulnerable:pkg:gem/rack',
  id: 'CVE-2022-44570',
  aliases: ['GHSA-65f5-mfpf-vfhj'],
  text: 'rack 2.2.4: one vulnerability: CVE-2022-44570, high; safe from 2.2.6.2',
  component: { kind: 'package', name: 'rack', version: '2.2.4', purl: 'pkg:gem/rack@2.2.4' },
  moveTo: '2.2.6.2',
  places: [{ path: 'legacy/Gemfile.lock', line: 30 }],
});
