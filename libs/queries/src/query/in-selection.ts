import type { Manifest } from '@stackcheck/datasets';

/** What is said of something that a snapshot does not hold; of a starter's selection, that this says little. A full stop stays last. */
export function inSelection({ dataset, starter }: Pick<Manifest, 'dataset' | 'starter'>, message: string): string {
  if (!starter) return message;
  const isSentence = message.endsWith('.');
  const aside = `(only a starter selection of ${dataset} is loaded; most of it is missing)`;
  return isSentence ? `${message.slice(0, -1)} ${aside}.` : `${message} ${aside}`;
}
