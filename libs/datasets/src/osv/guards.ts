import { sample, shrinkFault, type GuardFault } from '../life/guards';
import { deniedCanaries } from './canaries';
import { indexOsv } from './lookup';
import type { LoadReport } from '../upstream/load-report';
import type { AdvisoryReader, IndexFacts } from '../store/advisory-files';

/** The largest believed loss of an ecosystem's advisories in one refresh. */
const LOSS_MAX = 0.1;

/** More files than this share, and than a handful, that cannot be read mean that upstream's form has changed. */
const UNREAD_MAX = 0.01;
const UNREAD_ALWAYS = 5;

/**
 * Why this index must not be published; empty when it may.
 * @param previous what the last good index held; undefined for a starter's
 */
export function guardOsv(
  reader: AdvisoryReader,
  report: LoadReport,
  previous: IndexFacts | undefined,
): readonly GuardFault[] {
  return [
    ...emptyFaults(reader),
    ...unreadFaults(report),
    ...lossFaults(reader.facts, previous),
    ...canaryFaults(reader),
  ];
}

function emptyFaults({ facts }: AdvisoryReader): readonly GuardFault[] {
  if (facts.records > 0) return [];
  return [{ rule: 'empty', sentence: 'there is no advisory at all', overridable: false }];
}

function unreadFaults({ files, unread }: LoadReport): readonly GuardFault[] {
  return Object.entries(files).flatMap(([ecosystem, count]) => {
    const faulty = unread.filter((record) => record.ecosystem === ecosystem);
    if (faulty.length <= Math.max(UNREAD_ALWAYS, count * UNREAD_MAX)) return [];
    const shown = sample(faulty.map(({ name, fault }) => `${name} (${fault})`));
    const sentence = `${faulty.length} of ${count} files of ${ecosystem} cannot be read: ${shown}`;
    return [{ rule: 'unreadable' as const, sentence, overridable: true }];
  });
}

/** Each ecosystem by itself: additions to one must not hide the loss of another. */
function lossFaults({ ecosystems }: IndexFacts, previous: IndexFacts | undefined): readonly GuardFault[] {
  return Object.entries(previous?.ecosystems ?? {}).flatMap(
    ([ecosystem, before]) =>
      shrinkFault(`advisories of ${ecosystem}`, before, ecosystems[ecosystem] ?? 0, LOSS_MAX) ?? [],
  );
}

function canaryFaults(reader: AdvisoryReader): readonly GuardFault[] {
  const denied = deniedCanaries(indexOsv(reader, true));
  if (denied.length === 0) return [];
  return [{ rule: 'canary_changed', sentence: `${sample(denied)}, which is history`, overridable: true }];
}
