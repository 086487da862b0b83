import { keyOf, type ModelIndex } from '@stackcheck/models-core';
import type { Validation } from '../query/validation';

/** Judges `provider/model`: whether a provider sells a model under that name, and not for how much. */
export function validateModels({ names }: ModelIndex, id: string): Validation {
  const found = names.model(id);
  if (found.known) return { valid: true, canonical: keyOf(found.value), reason: null, suggestions: [] };
  const slash = id.indexOf('/');
  const provider = names.provider(slash === -1 ? id : id.slice(0, slash));
  const reason = provider.known ? 'unknown_model' : 'unknown_provider';
  return { valid: false, canonical: null, reason, suggestions: found.suggestions };
}
