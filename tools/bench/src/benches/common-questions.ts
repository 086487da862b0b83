/** Versions that people ask about, for machines without the test corpora. */
export const COMMON_VERSIONS: readonly (readonly [product: string, version: string])[] = [
  ['nodejs', '20.11.1'],
  ['nodejs', 'v18.19.0'],
  ['python', '3.12.4'],
  ['python', '3.110'],
  ['ubuntu', '22.04'],
  ['ubuntu', '22.4'],
  ['debian', 'bookworm'],
  ['postgresql', '16.2'],
  ['go', 'go1.22.3'],
  ['php', '8.2.18'],
  ['ruby', '3.3.1'],
  ['redis', '7.2.4'],
  ['nginx', '1.26.0'],
  ['alpine-linux', '3.19.1'],
  ['kubernetes', '1.29.3'],
  ['no-such-product', '1.0'],
];

/** Image references as they stand in Dockerfiles. */
export const COMMON_IMAGES: readonly string[] = [
  'node:20-bookworm-slim',
  'node:20.11.1-alpine3.19',
  'python:3.12-slim',
  'python:3.9-slim-buster',
  'postgres:16-alpine',
  'nginx:1.26',
  'redis:7.2-bookworm',
  'ubuntu:22.04',
  'debian:bookworm-slim',
  'alpine:3.19',
  'golang:1.22-alpine',
  'php:8.2-fpm-bookworm',
  'ruby:3.3-slim',
  'eclipse-temurin:21-jre',
  'docker.io/library/node:18',
  'ghcr.io/someone/something:1.2.3',
];
