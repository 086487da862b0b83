import type { ReasonCode } from '@stackcheck/stack-core/report';

/** What a kind of finding means, for rules of scanners and reports. */
export interface CodeText {
  /** A few words: `End of life`. */
  readonly title: string;
  /** What was found. */
  readonly means: string;
  /** What would settle it. */
  readonly help: string;
}

/** By the code of a reason; complete by its type. */
export const CODE_TEXTS: Readonly<Record<ReasonCode, CodeText>> = {
  malware: {
    title: 'Malware',
    means: 'An advisory reports the package as malicious.',
    help: 'Remove the package, and treat machines that installed it as compromised.',
  },
  kev: {
    title: 'Exploited vulnerability',
    means: 'A vulnerability of the component is in the catalogue of known exploited vulnerabilities.',
    help: 'Move to a version without the vulnerability by the due date, or stop using the component.',
  },
  epss: {
    title: 'Vulnerability that is likely to be exploited',
    means: 'The EPSS score of a vulnerability reaches the threshold of the policy.',
    help: 'Move to a version without the vulnerability.',
  },
  vulnerable: {
    title: 'Vulnerable package',
    means: 'The package has vulnerabilities of at least the severity that the policy counts.',
    help: 'Move to the version that the finding names. Where none is named, no released version is free of them.',
  },
  eol: {
    title: 'End of life',
    means: 'The release cycle is past its end of life and gets no more security fixes.',
    help: 'Move to a supported release cycle.',
  },
  kev_unknown: {
    title: 'Exploitation unknown',
    means: 'The whole catalogue of exploited vulnerabilities was not at hand.',
    help: 'Get the kev dataset and check again.',
  },
  epss_unknown: {
    title: 'EPSS score unknown',
    means: 'The policy asks for EPSS scores, and none was at hand.',
    help: 'Get the scores and check again, or take the threshold out of the policy.',
  },
  distro_unknown: {
    title: 'Distribution release unknown',
    means:
      'Whether the package is affected depends on the release of its distribution, which its package URL does not name.',
    help: 'Name the release in the package URL, with the qualifier distro.',
  },
  unscored: {
    title: 'Vulnerability without a severity',
    means: 'No severity is stated for the vulnerability, so it may reach the one that the policy counts.',
    help: 'Read the advisory and move to a fixed version, or accept the finding until a day.',
  },
  unresolved_package: {
    title: 'Package not checked',
    means: 'The package could not be checked.',
    help: 'Name it by a package URL with its version.',
  },
  incomplete_data: {
    title: 'Incomplete data',
    means: 'Only a selection of the advisories was at hand, so others may name the package.',
    help: 'Get the osv dataset and check again.',
  },
  unlisted_package: {
    title: 'Package that no advisory names',
    means: 'No advisory names the package; its name may be misspelt.',
    help: 'Check the spelling of the name.',
  },
  unknown_image: {
    title: 'Unknown image',
    means: 'It is not known which products the image holds, so their support is not known.',
    help: 'Use an image of a known product, or accept the finding until a day.',
  },
  unknown_image_part: {
    title: 'Image with an unknown part',
    means: 'The release cycle of a part of the image is not known.',
    help: 'Use a tag that names the version of the part.',
  },
  unknown_item: {
    title: 'Unknown product or version',
    means: 'The product or its version is not known, so its support is not known.',
    help: 'Check the spelling of the product and the version.',
  },
  lifecycle_unknown: {
    title: 'Support unknown',
    means: 'Whether the package is past its end of life is not known.',
    help: 'Get the eol dataset and check again, or accept the finding until a day.',
  },
  vulnerable_below: {
    title: 'Vulnerability of lower severity',
    means: 'The package has vulnerabilities below the severity that the policy counts.',
    help: 'Move to the version that the finding names.',
  },
  eol_soon: {
    title: 'End of life is near',
    means: 'The release cycle ends within the days that the policy names.',
    help: 'Plan the move to a release cycle that is supported for longer.',
  },
  unpinned: {
    title: 'Floating tag',
    means: 'The tag of the image may mean another release cycle tomorrow.',
    help: 'Use a tag that names the version.',
  },
  security_only: {
    title: 'Security fixes only',
    means: 'The release cycle gets security fixes and no others.',
    help: 'Nothing has to be done; a newer release cycle gets all fixes.',
  },
  unknown_release: {
    title: 'Unknown release',
    means: 'The release cycle is known, but not the release.',
    help: 'Check the spelling of the version.',
  },
};
