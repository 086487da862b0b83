import type { OutcomeSummary } from '../outcome';
import { counted, countOf } from './words';

/** That nothing was judged, whatever was read, and why: that no finding stands against it says nothing. Undefined where something was. */
export function nothingJudgedText({ files, packages, images, products, cves = 0 }: OutcomeSummary): string | undefined {
  if (packages + images + products + cves > 0) return undefined;
  return files === 0
    ? 'Nothing was checked: no file of a kind that is read was found.'
    : 'Nothing was checked: what was read names no package, image or product in a version.';
}

/** What was judged: `1,279 packages (820 unlisted), 3 images, 2 products`. */
export function judgedText({ packages, images, products, cves = 0, unlisted }: OutcomeSummary): string {
  const ofPackages = countOf(packages, 'package');
  return [
    unlisted === 0 ? ofPackages : `${ofPackages} (${counted(unlisted)} unlisted)`,
    countOf(images, 'image'),
    countOf(products, 'product'),
    ...(cves === 0 ? [] : [countOf(cves, 'CVE')]),
  ].join(', ');
}
