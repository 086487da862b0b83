import type { FileInventory } from '@stackcheck/inventory';
import type { Severity } from '@stackcheck/osv-core';
import type { Policy } from '@stackcheck/stack-core';
import type { Level, ReasonCode, StackVerdict } from '@stackcheck/stack-core/report';

/** A place in a file that was read. */
export interface FindingPlace {
  /** Relative to the folder that was checked, with `/`. */
  readonly path: string;
  readonly line?: number;
}

/** What a finding is about. */
export interface FindingComponent {
  readonly kind: 'package' | 'image' | 'product' | 'cve';
  /** Without a version: `lodash`, `node`, `nodejs`, a CVE id. */
  readonly name: string;
  readonly version: string | null;
  /** With its version; packages only. */
  readonly purl?: string;
  /** As written; images only. */
  readonly image?: string;
  /** Id of the product, where its support status is what the finding is about. */
  readonly product?: string;
  /** Name of the release cycle, likewise. */
  readonly cycle?: string;
}

/** Another vulnerability that the same finding is about. */
export interface FurtherVulnerability {
  readonly id: string;
  /** Other ids of it. */
  readonly aliases: readonly string[];
  readonly severity: Severity | null;
}

/** One reason of a verdict, with the places in files where its component is named. */
export interface Finding {
  readonly level: Level;
  readonly code: ReasonCode;
  /** Key of the reason: the same before and after a move, and from one check to the next. */
  readonly key: string;
  /** A CVE, an advisory, `product@cycle`, or the entry as read. */
  readonly id: string;
  /** Other ids of the same vulnerability. */
  readonly aliases: readonly string[];
  /**
   * A reason of stack-core may sum up several vulnerabilities of a package, of which `id` is the worst: here are the others. VEX
   * lists each, and neither an acceptance of one nor a baseline without one may hide the rest. Absent where `id` is the only one.
   */
  readonly others?: readonly FurtherVulnerability[];
  /** One sentence that begins with the component. */
  readonly text: string;
  readonly component: FindingComponent;
  readonly severity: Severity | null;
  /** The day on which it ended or ends, or a remedy is due: `2025-04-30`. */
  readonly due: string | null;
  /** What to put in its place: a version, a cycle's name, an image reference; null where nothing is known to do. */
  readonly moveTo: string | null;
  /** Named by files for development alone. */
  readonly dev: boolean;
  /** At least one, in the order of the files. */
  readonly places: readonly FindingPlace[];
}

/** Why a component is not affected by what is known against it, in the terms of CycloneDX 1.6 (`impactAnalysisJustification`). */
export type NotAffectedBecause =
  | 'code_not_present'
  | 'code_not_reachable'
  | 'requires_configuration'
  | 'requires_dependency'
  | 'requires_environment'
  | 'protected_by_compiler'
  | 'protected_at_runtime'
  | 'protected_at_perimeter'
  | 'protected_by_mitigating_control';

/** What somebody found out about an accepted vulnerability, beyond living with it; VEX repeats it. */
export type Assessment =
  { readonly state: 'not_affected'; readonly because: NotAffectedBecause | null } | { readonly state: 'fixed' };

/** A finding that somebody accepted. */
export interface AcceptedFinding {
  readonly finding: Finding;
  /** The last day on which it does not count; null for a VEX statement, which names none. */
  readonly until: string | null;
  readonly reason: string;
  /** Absent where it was accepted as a risk: without it, VEX may not say `not_affected`. */
  readonly assessment?: Assessment;
}

/** A snapshot that was asked. */
export interface OutcomeSnapshot {
  readonly dataset: string;
  readonly snapshot_id: string;
  /** When upstream was asked: an instant in UTC. */
  readonly as_of: string;
  readonly age_hours: number;
  readonly key_id: string;
  /** Embedded sample data that knows little. */
  readonly starter: boolean;
}

/** Support of one release cycle that is in use, for timelines and calendars. Days as `2025-04-30`, null where unknown or open. */
export interface CycleInUse {
  readonly product: string;
  readonly label: string;
  readonly cycle: string;
  readonly released: string | null;
  /** Last day of active support. */
  readonly active_until: string | null;
  /** Last day of security support. */
  readonly ends: string | null;
  readonly extended_until: string | null;
  readonly status: string;
  readonly places: readonly FindingPlace[];
}

/** Counts of what was read and judged. */
export interface OutcomeSummary {
  readonly files: number;
  readonly packages: number;
  readonly images: number;
  readonly products: number;
  /** Vulnerabilities that were asked about by themselves; absent where none was. */
  readonly cves?: number;
  /** Entries that were read and cannot be judged, such as workspace members. */
  readonly apart: number;
  /** Packages that no advisory names: not proven clean. */
  readonly unlisted: number;
  /** Findings by level. */
  readonly fail: number;
  readonly unknown: number;
  readonly warn: number;
  readonly info: number;
  readonly accepted: number;
  /** Findings that the baseline holds. */
  readonly known: number;
}

/** What a check found: the one value that every format is written from, and the JSON that `--format json` prints. */
export interface Outcome {
  readonly schema: 1;
  readonly verdict: StackVerdict;
  /** What counts, worst first. */
  readonly findings: readonly Finding[];
  readonly accepted: readonly AcceptedFinding[];
  /** Findings that the baseline holds: shown as a number, and in JSON. */
  readonly known: readonly Finding[];
  /** Sentences on the check itself: acceptances that expired or matched nothing, files that could not be read. */
  readonly notices: readonly string[];
  readonly summary: OutcomeSummary;
  readonly cycles: readonly CycleInUse[];
  readonly inventory: readonly FileInventory[];
  readonly policy: Policy;
  /** The day that support status was asked of. */
  readonly day: string;
  /** Where the answers came from. */
  readonly source: 'snapshot' | 'api' | 'demo';
  readonly snapshots: readonly OutcomeSnapshot[];
  /** Of this program. */
  readonly version: string;
}
