import fc from 'fast-check';

import { toParts } from './components';
import { readImageInput } from './from-line';
import { formatReference, parseReference } from './reference';
import { anyReference } from './testing/any-reference';
import { exampleTable } from './testing/example-table';
import type { ImagePart } from './types';

const table = exampleTable();
const DIGEST = `sha256:${'a'.repeat(64)}`;

function partsOf(text: string): readonly ImagePart[] {
  const reference = parseReference(text);
  if ('fault' in reference) throw new Error(reference.fault);
  return toParts(reference, table);
}

describe('the parts of an image', () => {
  it.each([
    ['node:20-bookworm', 'known_image nodejs 20', 'base_os debian bookworm=12'],
    ['node', 'known_image nodejs ?'],
    [`node@${DIGEST}`, 'known_image nodejs ?'],
    [`node:20@${DIGEST}`, 'known_image nodejs 20'],
    ['localhost:5000/node:20', 'repository_name nodejs 20'],
    ['example.com/team/postgres:16', 'repository_name postgresql 16'],
    ['my-node-app:20', '? ? 20'],
    ['node/app:20', '? ? 20'],
    ['confluentinc/cp-kafka:7.6', '? ? 7.6'],
    ['constructor:1', '? ? 1'],
    ['__proto__/x', undefined],
    ['nvidia/cuda:12.4-ubuntu22.04', '? ? 12.4', 'base_os ubuntu 22.04'],

    // Names that mislead.
    ['kindest/node:v1.29.0', 'known_image kubernetes v1.29.0'],
    ['calico/node:v3.26', 'known_image calico v3.26'],
    ['mcr.microsoft.com/playwright/python:v1.40-jammy', '? ? v1.40', 'base_os ubuntu jammy=22.04'],
    ['container-registry.oracle.com/database/express:21.3.0-xe', '? ? 21.3.0'],
    ['mcr.microsoft.com/azure-functions/node:4-node18', 'known_image nodejs 18!'],
    ['mcr.microsoft.com/azure-functions/node:4', 'known_image nodejs ?!'],
    ['mcr.microsoft.com/azure-functions/java:4-java17', '? ? 4', 'runtime ? 17!'],
    ['public.ecr.aws/lambda/go:1', '? ? 1'],
    ['public.ecr.aws/lambda/java:11', 'known_image amazon-corretto 11'],
    ['cgr.dev/chainguard/jdk:openjdk-17', '? ? ?', 'runtime ? 17!'],
    ['cgr.dev/chainguard/openjdk', '? ? ?'],
    ['wurstmeister/kafka:2.13-2.8.1', 'known_image apache-kafka 2.8.1!'],

    // Mirrors and architecture namespaces serve the official images.
    ['public.ecr.aws/docker/library/node:20', 'known_image nodejs 20'],
    ['mirror.gcr.io/library/node:20', 'known_image nodejs 20'],
    ['arm64v8/node:20', 'known_image nodejs 20'],

    // The repository's name says the version.
    ['redhat/ubi9:9.4-1123', 'known_image rhel 9.4'],
    ['redhat/ubi9:90', 'known_image rhel 9!'],
    ['redhat/ubi9', 'known_image rhel 9!'],
    [`redhat/ubi9@${DIGEST}`, 'known_image rhel 9!'],
    ['registry.access.redhat.com/ubi9/ubi-minimal:latest', 'known_image rhel 9!'],
    ['registry.access.redhat.com/ubi9/nodejs-20:1-52', 'known_image rhel 9!', 'runtime nodejs 20!'],
    ['registry.access.redhat.com/ubi8/python-39:1', 'known_image rhel 8!', 'runtime python 3.9!'],
    ['registry.access.redhat.com/ubi8/dotnet-80:1', 'known_image rhel 8!', 'runtime dotnet 8.0!'],
    ['registry.access.redhat.com/ubi8/dotnet-81:1', 'known_image rhel 8!'],
    ['registry.access.redhat.com/ubi9/temurin-17', 'known_image rhel 9!', 'runtime eclipse-temurin 17!'],
    ['registry.access.redhat.com/ubi9/openjdk-17', 'known_image rhel 9!', 'runtime redhat-build-of-openjdk 17!'],
    ['almalinux/9-minimal', 'known_image almalinux 9!'],

    // Distroless: what it ships above its base is the image.
    ['gcr.io/distroless/nodejs-debian12:18', 'known_image nodejs 18', 'base_os debian 12'],
    ['gcr.io/distroless/java-debian11:17-debug', 'known_image eclipse-temurin 17', 'base_os debian 11'],
    ['gcr.io/distroless/nodejs-debian12', 'known_image nodejs ?', 'base_os debian 12'],
    ['gcr.io/distroless/static-debian12:debug', 'known_image debian 12'],
    ['gcr.io/distroless/nodejs20-debian12:nonroot', 'known_image nodejs 20!', 'base_os debian 12'],
    [`gcr.io/distroless/nodejs20-debian12@${DIGEST}`, 'known_image nodejs 20!', 'base_os debian 12'],
    ['gcr.io/distroless/java21-debian12', 'known_image eclipse-temurin 21!', 'base_os debian 12'],
    ['gcr.io/distroless/python3-debian12', 'known_image python 3.11!', 'base_os debian 12'],
    ['gcr.io/distroless/static-debian12', 'known_image debian 12'],
    ['gcr.io/distroless/nodejs:18', 'known_image nodejs 18'],
    ['gcr.io/distroless/static', '? ? ?'],

    // One repository, several products.
    ['ros:noetic-ros-base', 'known_image ros noetic=noetic'],
    ['ros:humble', 'known_image ros-2 humble=humble'],
    ['sonarqube:10-developer', 'known_image sonarqube-server 10'],
    ['sonarqube:2025.4', 'known_image sonarqube-server 2025.4'],
    ['sonarqube:9.9-community', 'known_image sonarqube-community 9.9'],

    // Repositories that no dataset lists by these names.
    ['amazoncorretto:21', 'known_image amazon-corretto 21'],
    ['amazonlinux:2023', 'known_image amazon-linux 2023'],
    ['ibm-semeru-runtimes:open-21-jdk', 'known_image ibm-semeru-runtime 21'],
    ['docker:29', 'known_image docker-engine 29'],
    ['openjdk:17', 'known_image openjdk-builds-from-oracle 17'],
    ['gitlab/gitlab-ce:18.5', 'known_image gitlab 18.5'],
    ['gitlab/gitlab-ee:18.5', 'known_image gitlab 18.5'],
    ['sonatype/nexus3:3.80', 'known_image nexus 3.80'],
    ['apache/activemq-classic:6.1', 'known_image apache-activemq 6.1'],
    ['apache/activemq-artemis:2.40', 'known_image apache-artemis 2.40'],
    ['opensuse/leap:15.6', 'known_image opensuse 15.6'],
    ['registry.suse.com/bci/bci-base:15.7', 'known_image sles 15.7'],
    ['azul/zulu-openjdk:21', 'known_image azul-zulu 21'],
    ['ghcr.io/graalvm/jdk-community:21', 'known_image graalvm-ce 21'],
    ['mattermost/mattermost-team-edition:10.5', 'known_image mattermost 10.5'],
    ['amazon/aws-lambda-python:3.12', 'known_image python 3.12'],
    ['amazon/aws-lambda-nodejs:22', 'known_image nodejs 22'],
    ['mcr.microsoft.com/powershell:7.5', 'known_image powershell 7.5'],
    ['mcr.microsoft.com/openjdk/jdk:21', 'known_image microsoft-build-of-openjdk 21'],
    ['mcr.microsoft.com/dotnet/aspnet:9.0', 'known_image dotnet 9.0'],
    ['mcr.microsoft.com/windows/nanoserver:10.0.20348', 'known_image windows-nano-server 10.0.20348!'],
    ['mcr.microsoft.com/windows/server:10.0.20348', 'known_image windows-server 10.0.20348!'],
    ['registry.k8s.io/kube-proxy:v1.34.1', 'known_image kubernetes v1.34.1'],
    ['bitnami/kubectl:1.34', 'known_image kubernetes 1.34'],
    ['mcr.microsoft.com/devcontainers/go:1-1.25', 'known_image go 1.25!'],

    // Their tags number a JDK, which is Temurin's where they name no vendor.
    ...(
      [
        ['tomcat', 'known_image tomcat'],
        ['gradle', 'known_image gradle'],
        ['groovy', 'known_image apache-groovy'],
        ['jetty', 'known_image eclipse-jetty'],
        ['jruby', 'known_image jruby'],
        ['zookeeper', 'known_image zookeeper'],
        ['flink', 'known_image apache-flink'],
        ['apache/flink', 'known_image apache-flink'],
        ['spark', 'known_image apache-spark'],
        ['apache/spark', 'known_image apache-spark'],
        ['storm', '? ?'],
        ['tomee', '? ?'],
        ['jenkins', 'known_image jenkins'],
        ['jenkins/jenkins', 'known_image jenkins'],
      ] as const
    ).map(([name, product]): [string, string, string] => [
      `${name}:9-jdk21`,
      `${product} 9`,
      'runtime eclipse-temurin 21!',
    ]),

    // Versions by declaration.
    ['mcr.microsoft.com/mssql/server:2022-latest', 'known_image mssqlserver 2022=16.0!'],
    ['mcr.microsoft.com/dotnet/framework/sdk:3.5', 'known_image dotnetfx 3.5=3.5-sp1'],
    ['mcr.microsoft.com/windows/servercore:1809', 'known_image windows-server-core 1809=2019!'],
    ['mcr.microsoft.com/windows/servercore:1903', 'known_image windows-server-core 1903!'],
    ['clickhouse/clickhouse-server:24.8', 'known_image clickhouse 24.8'],
    ['public.ecr.aws/amazonlinux/amazonlinux:2', 'known_image amazon-linux 2'],
    ['quay.io/jetstack/cert-manager-webhook:v1.12.0', 'known_image cert-manager v1.12.0'],
    ['mcr.microsoft.com/windows/servercore:10.0.20348.2113', 'known_image windows-server-core 10.0.20348.2113!'],
    ['mongodb:7', 'repository_name mongodb 7~7.0'],
    ['mongodb:v7', 'repository_name mongodb v7~7.0'],
    ['mongodb:7.0', 'repository_name mongodb 7.0'],
    ['sonarqube:2025-developer', 'known_image sonarqube-server 2025!'],
    ['haskell:9-bullseye', 'repository_name ghc 9~9.10', 'base_os debian bullseye=11'],
    ['haskell:9-bookworm', 'repository_name ghc 9', 'base_os debian bookworm=12'],
    ['haskell:9-slim-stretch', 'repository_name ghc 9!'],
    ['rocket.chat:8', 'known_image rocket-chat 8~8.5'],
  ])('%s', (text = '', ...expected) => {
    const wanted = expected.filter((part) => part !== undefined);
    if (wanted.length === 0) expect(parseReference(text)).toHaveProperty('fault');
    else expect(partsOf(text).map(shown)).toEqual(wanted);
  });

  it('begin with exactly one image', () => {
    fc.assert(
      fc.property(anyReference(), (reference) => {
        const roles = toParts(reference, table).map(({ role }) => role);

        expect(roles[0]).toBe('image');
        expect(roles.lastIndexOf('image')).toBe(0);
      }),
    );
  });

  it('are the same for a reference and for its FROM line', () => {
    fc.assert(
      fc.property(anyReference(), (reference) => {
        const read = readImageInput(`FROM --platform=linux/arm64 ${formatReference(reference)} AS x`);

        expect('fault' in read ? read : toParts(read, table)).toEqual(toParts(reference, table));
      }),
    );
  });
});

/** `!` marks a version that may not be rounded, `~` a cycle that a short version stands for. */
function shown(part: ImagePart): string {
  const cycle = part.cycle === null ? '' : `${part.floating ? '~' : '='}${part.cycle}`;
  const what = part.role === 'image' ? (part.matchedBy ?? '?') : part.role;
  return `${what} ${part.product ?? '?'} ${part.version ?? '?'}${cycle}${part.rounding ? '' : '!'}`;
}
