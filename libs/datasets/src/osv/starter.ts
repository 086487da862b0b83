import { compareText } from './stored-advisory';
import type { StoredAdvisory } from '../snapshot/stored-advisory';
import { GO_AND_RUST } from './starter/go-and-rust';
import { JAVA_AND_DOTNET } from './starter/java-and-dotnet';
import { JAVASCRIPT } from './starter/javascript';
import { parseAdvisories } from './starter/parse-advisories';
import { SCRIPTING } from './starter/scripting';

/** The instant for which the starter's facts were written down. */
const AS_OF = '2026-11-20T00:00:00Z';

/** The selection that stands in for the public advisories. */
export interface OsvStarter {
  /** ISO 8601. */
  readonly asOf: string;
  /** In the order of ids. */
  readonly advisories: readonly StoredAdvisory[];
}

/**
 * The starter dataset: a few dozen widely known advisories, written down by hand, so that a fresh installation answers from
 * the first second. Packages that it does not name are not called clean (`AdvisorySource.covers`).
 */
export function osvStarter(): OsvStarter {
  const advisories = [JAVASCRIPT, SCRIPTING, JAVA_AND_DOTNET, GO_AND_RUST].flatMap((table) =>
    parseAdvisories(table, AS_OF),
  );
  return { asOf: AS_OF, advisories: advisories.sort((a, b) => compareText(a.id, b.id)) };
}
