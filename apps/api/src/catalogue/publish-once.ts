import type { HeldAnswer, RouteDeps, SnapshotView } from './define-route';
import { publish } from './publish';

/** A free answer that is the same for everybody: made when first asked for, and kept as long as its snapshot is. */
export function publishOnce(
  { service }: Pick<RouteDeps, 'service'>,
  view: SnapshotView<unknown>,
  name: string,
  data: () => object,
): HeldAnswer {
  const { body, etag, coded } = service.once(view, name, () =>
    publish('application/json', JSON.stringify({ data: data() })),
  );
  return { bytes: body, contentType: 'application/json', etag, maxAgeSeconds: 300, ...(coded ? { coded } : {}) };
}
