import type { EntryList } from '../entries/entry-list';

/** Operating systems of GitHub's own runners, by the beginning of their labels. */
const SYSTEMS: ReadonlyMap<string, string> = new Map([
  ['ubuntu', 'ubuntu'],
  ['windows', 'windows-server'],
  ['macos', 'macos'],
]);

/** The images of these runners are withdrawn long before their operating systems end. */
const RUNNER_IMAGES = 'github-actions-runner-images';

/**
 * Adds what the label of a runner says: `ubuntu-22.04` is the operating system and an image that GitHub keeps for some time;
 * `ubuntu-latest` names no version. Labels of others' runners say nothing that could be judged.
 */
export function addRunner(list: EntryList, label: string, line: number | undefined): void {
  if (label.includes('${{')) return list.addApart(label, 'variable', line);
  const [, system = '', version] =
    /^(ubuntu|windows|macos)-(?:latest|slim|(\d[\d.]*))(?:-|$)/.exec(label.toLowerCase()) ?? [];
  const product = SYSTEMS.get(system);
  if (product === undefined) return list.addApart(label, 'unsupported', line);
  const from = `runs-on "${label}"`;
  if (version === undefined) return list.addProduct(product, null, from, line);
  list.addProduct(RUNNER_IMAGES, label.toLowerCase(), from, line);
  // Runners of Windows 11 are no servers, and the number alone is none of its releases.
  if (product !== 'windows-server' || version.length === 4) list.addProduct(product, version, from, line);
}
