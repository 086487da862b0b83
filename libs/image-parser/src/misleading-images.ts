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

  // Numbered by the project that ships them, not by the product in the name.
  ...[
    'docker.io/debezium/kafka',
    'docker.io/debezium/zookeeper',
    'quay.io/debezium/kafka',
    'quay.io/debezium/zookeeper',
    'quay.io/strimzi/kafka',
    // Editions of Oracle Database: `express` is not Express.js.
    'container-registry.oracle.com/database/*',
    'mcr.microsoft.com/playwright/*',
    'ghcr.io/actions/*',
  ].map((name) => image(null, name)),
];
