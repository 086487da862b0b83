import type { VexStatements } from './acceptance';
import { readCycloneDxVex } from './cyclonedx-vex';
import { parseObject } from './json-members';
import { readOpenVex } from './openvex';

/** The statements of a VEX document that accept something, or why it cannot be read. */
export type VexReading = ({ readonly ok: true } & VexStatements) | { readonly ok: false; readonly fault: string };

/**
 * Reads a VEX document in CycloneDX JSON or OpenVEX. A statement accepts a vulnerability in the packages that it names by package
 * URL or `bom-ref`; without such a package it matches nothing, since a wrong match would hide a finding. Nothing is thrown.
 * @param file its name, for sentences
 */
export function readVex(text: string, file: string): VexReading {
  const document = parseObject(text.replace(/^\ufeff/, ''));
  if (document === undefined) return { ok: false, fault: `${file}: it is no JSON object: VEX is read from JSON` };
  if (document['bomFormat'] === 'CycloneDX') return { ok: true, ...readCycloneDxVex(document, file) };
  const context = document['@context'];
  if (typeof context === 'string' && context.startsWith('https://openvex.dev/ns')) {
    return { ok: true, ...readOpenVex(document, file) };
  }
  return { ok: false, fault: `${file}: it is no VEX document: CycloneDX JSON and OpenVEX are read` };
}
