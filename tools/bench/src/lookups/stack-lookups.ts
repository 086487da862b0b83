import { checkStack, DEFAULT_POLICY, type Stack } from '@stackcheck/stack-core';
import { packageChecks } from '@stackcheck/stack-core/packages';
import { checkAndPlan, type PlanSources } from '@stackcheck/stack-core/plan';
import type { Lookups } from './contest';

/** A service as one finds it: what it runs on, the images it is built from, and what it depends on. */
const STACK: Stack = {
  items: [
    { product: 'nodejs', version: '20.11.1' },
    { product: 'postgresql', version: '14.9' },
    { product: 'redis', version: '7.2.4' },
    { product: 'ubuntu', version: '22.04' },
  ],
  images: ['node:20-bookworm-slim', 'postgres:14-alpine', 'nginx:1.25-alpine3.18'],
  cves: [],
  packages: ['pkg:npm/express@4.17.1', 'pkg:npm/lodash@4.17.20', 'pkg:pypi/requests@2.30.0'],
  policy: DEFAULT_POLICY,
};

/** Packages of many ecosystems, most of them with something against them. */
const PACKAGES = [
  ...['django@3.2.25', 'flask@1.0', 'jinja2@2.10', 'requests@2.19.0', 'urllib3@1.24', 'pyyaml@5.1', 'pillow@8.0.0'],
  ...[
    'cryptography@3.2',
    'aiohttp@3.7.0',
    'tornado@6.0',
    'werkzeug@0.15.0',
    'lxml@4.6.0',
    'numpy@1.16.0',
    'twisted@20.3.0',
  ],
  ...['sqlalchemy@1.2.0', 'paramiko@2.4.0', 'ansible@2.9.0', 'tensorflow@2.4.0', 'celery@5.1.0', 'httpx@0.22.0'],
].map((name) => `pkg:pypi/${name}`);
const MODULES = [
  ...['golang.org/x/crypto@0.1.0', 'golang.org/x/net@0.1.0', 'golang.org/x/text@0.3.0', 'golang.org/x/image@0.1.0'],
  ...['github.com/gin-gonic/gin@1.6.0', 'github.com/docker/docker@20.10.0', 'google.golang.org/grpc@1.50.0'],
  ...['github.com/containerd/containerd@1.6.0', 'github.com/hashicorp/vault@1.9.0', 'k8s.io/kubernetes@1.22.0'],
].map((name) => `pkg:golang/${name}`);
const GEMS = [
  'rails@5.2.0',
  'nokogiri@1.10.0',
  'rack@2.0.0',
  'puma@4.0.0',
  'loofah@2.2.0',
  'devise@4.0.0',
  'json@2.0.0',
].map((name) => `pkg:gem/${name}`);
const OTHERS = [
  ...['lodash@4.17.20', 'express@4.17.1', 'axios@0.21.0', 'minimist@1.2.0', 'ws@7.0.0'].map(
    (name) => `pkg:npm/${name}`,
  ),
  ...['hyper@0.13.0', 'tokio@1.0.0', 'regex@1.0.0', 'openssl@0.10.0', 'time@0.1.40'].map((name) => `pkg:cargo/${name}`),
  'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1',
  'pkg:maven/org.springframework/spring-core@5.3.0',
  'pkg:maven/com.fasterxml.jackson.core/jackson-databind@2.9.0',
];

/** As much as one request may hold: 30 items and 20 images, 100 CVEs, 50 packages. */
function fullStack(sources: PlanSources): Stack {
  const items = [
    ...[
      'nodejs 18',
      'nodejs 16.2.0',
      'python 3.8.20',
      'python 3.9',
      'ruby 2.7',
      'php 8.0',
      'go 1.20',
      'postgresql 12',
      'mysql 5.7',
    ],
    ...[
      'redis 6.0',
      'mongodb 4.4',
      'ubuntu 18.04',
      'debian 10',
      'alpine-linux 3.16',
      'django 3.2',
      'rails 6.0',
      'laravel 9',
    ],
    ...[
      'spring-boot 2.7',
      'kubernetes 1.26',
      'nginx 1.22',
      'elasticsearch 7.17',
      'rabbitmq 3.9',
      'kafka 3.3',
      'angular 14',
    ],
    ...['react 17', 'vue 2', 'dotnet 6', 'windows-server 2012', 'centos 7', 'rhel 7'],
  ].map((text) => {
    const [product = '', version = ''] = text.split(' ');
    return { product, version };
  });
  const images = [
    'node:18-alpine',
    'node:16-bullseye-slim',
    'python:3.8-slim',
    'python:3.9-alpine3.16',
    'postgres:12',
    'redis:6-alpine',
  ];
  const more = [
    'nginx:1.22',
    'golang:1.20',
    'php:8.0-fpm',
    'ruby:2.7',
    'debian:10',
    'ubuntu:18.04',
    'mysql:5.7',
    'mongo:4.4',
  ];
  const rest = [
    'httpd:2.4',
    'rabbitmq:3.9',
    'eclipse-temurin:11-jdk',
    'tomcat:8.5',
    'elasticsearch:7.17.0',
    'alpine:3.16',
  ];
  const cves = [...(sources.kev?.entries() ?? [])].slice(0, 100).map(({ cve }) => cve);
  const packages = sources.osv === undefined ? [] : [...PACKAGES, ...MODULES, ...GEMS, ...OTHERS].slice(0, 50);
  return { items, images: [...images, ...more, ...rest], cves, packages, policy: DEFAULT_POLICY };
}

/** A stack of ten components with its verdict, against writing its answer as JSON. */
export function stackLookups(sources: PlanSources, today: string): Lookups {
  const stack = sources.osv === undefined ? { ...STACK, packages: [] } : STACK;
  const full = fullStack(sources);
  const { osv } = sources;
  const unplanned = { ...sources, osv: osv && packageChecks(osv) };
  const answer = checkAndPlan(stack, sources, today);
  const count = stack.items.length + stack.images.length + stack.packages.length;
  return {
    unit: 'µs',
    works: [
      {
        name: `stack check of ${count} components (${stack.images.length} images, ${stack.packages.length} packages)`,
        run: () => Number(checkAndPlan(stack, sources, today).items !== null),
      },
      { name: `… its answer as JSON`, run: () => Number(JSON.stringify(answer).length > 0) },
      {
        name: `stack check of ${full.items.length + full.images.length} items and images, ${full.cves.length} CVEs, ${full.packages.length} packages`,
        run: () => Number(checkAndPlan(full, sources, today).reasons.length > 0),
      },
      { name: '… without its plan', run: () => Number(checkStack(full, unplanned, today).reasons.length > 0) },
    ],
  };
}
