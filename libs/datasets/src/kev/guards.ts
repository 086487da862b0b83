import { parseCve } from '@stackcheck/kev-core';
import { hasHiddenCharacter, isWebLink, sample, type GuardFault } from '../life/guards';
import { changedCanaries } from './canaries';
import { historyFaults } from './history-guards';
import type { KevRecord, KevSnapshot } from './records';

/** The day on which the catalogue began. */
const FIRST_ADDED = '2021-11-03';
/** The first entries took over due dates of earlier directives. */
const FIRST_DUE = '2015-01-01';
const LAST_DAY = '2100-12-31';
/** Upstream writes its own country's days, so an entry may be listed "tomorrow". */
const ADDED_DAYS_AHEAD_MAX = 1;
/** The longest time that was ever granted is half a year. */
const DUE_DAYS_AHEAD_MAX = 731;
const MS_PER_DAY = 86_400_000;

/** At most so many entries may be due before they were listed, as those of earlier directives once were. */
const DUE_BEFORE_ADDED_MAX = 40;

/** Why this catalogue must not be published (reference: ingest gates); empty when it may. */
export function guardKev(next: KevSnapshot, previous: KevSnapshot | undefined): readonly GuardFault[] {
  const faults = [
    emptyFault(next),
    idFault(next),
    uniqueFault(next),
    characterFault(next),
    linkFault(next),
    rangeFault(next),
    orderFault(next),
    canaryFault(next),
    ...(previous === undefined ? [] : historyFaults(next, previous)),
  ];
  return faults.filter((fault) => fault !== undefined);
}

function emptyFault({ entries }: KevSnapshot): GuardFault | undefined {
  if (entries.length > 0) return undefined;
  return { rule: 'empty', sentence: 'there is no vulnerability in the catalogue', overridable: false };
}

/** An entry under an id that no caller can ask for would read as "not listed". */
function idFault({ entries }: KevSnapshot): GuardFault | undefined {
  const wrong = entries.filter(({ cve }) => {
    const reading = parseCve(cve);
    return 'fault' in reading || reading.cve !== cve;
  });
  if (wrong.length === 0) return undefined;
  const sentence = `entries under ids that no caller can ask for: ${sample(wrong.map(({ cve }) => quote(cve)))}`;
  return { rule: 'name_refused', sentence, overridable: false };
}

/** Ascending without repetition, so that the same facts have one byte form and deltas one id each. */
function uniqueFault({ entries }: KevSnapshot): GuardFault | undefined {
  const wrong = entries.filter(({ cve }, index) => index > 0 && cve <= entries[index - 1]!.cve);
  if (wrong.length === 0) return undefined;
  const sentence = `entries listed twice or out of order: ${sample(wrong.map(({ cve }) => quote(cve)))}`;
  return { rule: 'name_not_unique', sentence, overridable: false };
}

function characterFault({ entries }: KevSnapshot): GuardFault | undefined {
  const wrong = entries.filter((entry) => textsOf(entry).some(hasHiddenCharacter));
  if (wrong.length === 0) return undefined;
  const sentence = `control, bidirectional or invisible characters in the texts of ${sample(wrong.map(({ cve }) => quote(cve)))}`;
  return { rule: 'hidden_character', sentence, overridable: false };
}

function linkFault({ entries }: KevSnapshot): GuardFault | undefined {
  const wrong = entries.filter(({ references }) => !references.every(isWebLink));
  if (wrong.length === 0) return undefined;
  const sentence = `references that are no http or https address, in ${sample(wrong.map(({ cve }) => quote(cve)))}`;
  return { rule: 'link_refused', sentence, overridable: false };
}

function rangeFault({ entries, meta }: KevSnapshot): GuardFault | undefined {
  const released = meta.released_at.slice(0, 10);
  const lastAdded = dayAfter(meta.released_at, ADDED_DAYS_AHEAD_MAX);
  const lastDue = dayAfter(meta.released_at, DUE_DAYS_AHEAD_MAX);
  const wrong = [
    ...outside('released', released, FIRST_ADDED, LAST_DAY),
    ...entries.flatMap(({ cve, date_added: added, due_date: due }) => [
      ...outside(`${cve} listed`, added, FIRST_ADDED, lastAdded),
      ...outside(`${cve} due`, due, FIRST_DUE, lastDue),
    ]),
  ];
  if (wrong.length === 0) return undefined;
  const sentence = `days that cannot be in a catalogue of ${released}: ${sample(wrong)}`;
  return { rule: 'date_out_of_range', sentence, overridable: true };
}

function outside(what: string, day: string, first: string, last: string): readonly string[] {
  return day < first || day > last ? [`${what} on ${day}`] : [];
}

function orderFault({ entries }: KevSnapshot): GuardFault | undefined {
  const wrong = entries.filter(({ date_added: added, due_date: due }) => due < added);
  if (wrong.length <= DUE_BEFORE_ADDED_MAX) return undefined;
  const sentence = `${wrong.length} entries were due before they were listed, e.g. ${sample(wrong.map(({ cve }) => cve))}`;
  return { rule: 'dates_out_of_order', sentence, overridable: true };
}

function canaryFault({ entries }: KevSnapshot): GuardFault | undefined {
  const changed = changedCanaries(entries);
  if (changed.length === 0) return undefined;
  const sentence = `${changed.length} well-known entries changed: ${sample(changed)}`;
  return { rule: 'canary_changed', sentence, overridable: true };
}

function dayAfter(instant: string, days: number): string {
  return new Date(Date.parse(instant) + days * MS_PER_DAY).toISOString().slice(0, 10);
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}

function textsOf(entry: KevRecord): readonly string[] {
  const { cve, vendor, product, name, required_action: action, description, notes, cwes, references } = entry;
  return [cve, vendor, product, name, action, description, notes, ...cwes, ...references];
}
