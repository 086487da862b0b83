import type { Manifest } from '@stackcheck/datasets';

/** What is said of something that a snapshot does not hold; of a starter's selection, that this says little. */
export function inSelection({ dataset, starter }: Pick<Manifest, 'dataset' | 'starter'>, message: string): string {
  return starter ? `${message} (only a starter selection of ${dataset} is loaded; most of it is missing)` : message;
}
