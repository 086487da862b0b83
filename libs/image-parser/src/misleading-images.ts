import { image } from './image-row';
import type { ImageRow } from './image-table-row';

/**
 * Repositories whose last path segment is a product's name although they ship something else, or number it their own way.
 * Without these rows `kindest/node:v1.29.0` would be Node.js 1.
 */
export const MISLEADING_IMAGES: readonly ImageRow[] = [
  image('kubernetes', 'docker.io/kindest/node'),
  image('calico', 'docker.io/calico/node'),
  image('calico', 'quay.io/calico/node'),

  // Kafka built for a Scala version, which stands first: 2.13-2.8.1.
  image('apache-kafka', 'docker.io/wurstmeister/kafka', { leadingRevision: true, rounding: false }),

  // The first number is that of the host which runs functions: 4-node18.
  ...[
    ['python', 'python'],
    ['node', 'nodejs'],
    ['dotnet', 'dotnet'],
    ['powershell', 'powershell'],
  ].map(([name, product]) =>
    image(product!, `mcr.microsoft.com/azure-functions/${name}`, { leadingRevision: true, rounding: false }),
  ),

  // Chainguard's own builds, of which no life cycle is published.
  ...['cgr.dev/chainguard', 'docker.io/chainguard'].flatMap((host) =>
    ['jdk', 'jre', 'openjdk'].map((name) => image(null, `${host}/${name}`, { readsName: true })),
  ),

  // Numbered by the project that ships them, not by the product in the name.
  ...[
    'docker.io/debezium/kafka',
    'docker.io/debezium/zookeeper',
    'quay.io/debezium/kafka',
    'quay.io/debezium/zookeeper',
    'quay.io/strimzi/kafka',
    // Editions of Oracle Database: `express` is not Express.js.
    'container-registry.oracle.com/database/*',
    'mcr.microsoft.com/azure-functions/*',
    'mcr.microsoft.com/playwright/*',
    'public.ecr.aws/lambda/go',
    'ghcr.io/actions/*',
  ].map((name) => image(null, name)),
];
