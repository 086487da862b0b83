/** An operating system: its product, and the names it goes by. */
export interface SystemRow {
  /** Product id; null for a system of which no lifecycle is published. */
  readonly product: string | null;
  /**
   * The `ID` of its os-release file (freedesktop.org, "os-release") first, then what package URLs, scanners and people call it; but for
   * case and punctuation.
   */
  readonly names: readonly string[];
}

/** Operating systems as SBOMs name them, hand-kept. A system that is like another (`ID_LIKE`) has a support of its own. */
export const SYSTEMS: readonly SystemRow[] = [
  row('almalinux', 'almalinux', 'alma', 'AlmaLinux OS'),
  row('alpine-linux', 'alpine', 'Alpine Linux'),
  row('amazon-linux', 'amzn', 'amazon', 'amazonlinux', 'Amazon Linux', 'Amazon Linux AMI', 'Amazon Linux 2'),
  row('android', 'android'),
  row('antix', 'antix', 'antiX Linux'),
  row('centos', 'centos', 'CentOS Linux'),
  row('centos-stream', 'centos-stream', 'CentOS Stream'),
  row('clear-linux', 'clear-linux-os', 'clearlinux', 'Clear Linux OS'),
  row('cos', 'cos', 'Container-Optimized OS', 'Container-Optimized OS from Google'),
  // Raspbian is Debian built for one more processor, in its releases.
  row('debian', 'debian', 'Debian GNU/Linux', 'raspbian', 'Raspbian GNU/Linux'),
  row('devuan', 'devuan', 'Devuan GNU/Linux'),
  row('esxi', 'esxi', 'vmware-esx', 'VMware ESXi'),
  row('eurolinux', 'eurolinux'),
  row('fedora', 'fedora', 'Fedora Linux'),
  row('freebsd', 'freebsd'),
  row('ibm-aix', 'aix'),
  row('linuxmint', 'linuxmint', 'Linux Mint', 'LMDE'),
  row('macos', 'macos', 'Mac OS X', 'osx'),
  row('mageia', 'mageia'),
  row('mxlinux', 'mx', 'MX Linux'),
  row('netbsd', 'netbsd'),
  row('nixos', 'nixos'),
  row('openbsd', 'openbsd'),
  row('opensuse', 'opensuse-leap', 'opensuse', 'leap'),
  row('openwrt', 'openwrt'),
  row('oracle-linux', 'ol', 'oracle', 'oraclelinux', 'Oracle Linux', 'Oracle Linux Server'),
  row('oracle-solaris', 'solaris', 'Oracle Solaris'),
  row('photon', 'photon', 'VMware Photon OS', 'VMware Photon OS/Linux', 'Photon OS'),
  row('pop-os', 'pop', 'Pop!_OS'),
  row('postmarketos', 'postmarketos'),
  row('proxmox-ve', 'pve', 'Proxmox VE'),
  row('rhel', 'rhel', 'redhat', 'Red Hat Enterprise Linux', 'Red Hat Enterprise Linux Server', 'ubi'),
  row('rocky-linux', 'rocky', 'rockylinux', 'Rocky Linux'),
  row('slackware', 'slackware', 'Slackware Linux'),
  row(
    'sles',
    'sles',
    'suse',
    'sles_sap',
    'SUSE Linux Enterprise Server',
    'SUSE Linux Enterprise Server for SAP Applications',
  ),
  row('steamos', 'steamos'),
  row('suse-linux-micro', 'sl-micro', 'sle-micro', 'SUSE Linux Enterprise Micro', 'SUSE Linux Micro'),
  row('tails', 'tails'),
  row('ubuntu', 'ubuntu', 'Ubuntu Linux', 'ubuntu-core'),
  row('xcp-ng', 'xcp-ng', 'xenenterprise'),
  row('yocto', 'poky', 'Poky (Yocto Project Reference Distro)', 'yocto'),
  row('zentyal', 'zentyal'),
  ...[
    ['alinux', 'Alibaba Cloud Linux'],
    ['altlinux', 'alt'],
    ['anolis', 'Anolis OS'],
    ['arch', 'archlinux', 'Arch Linux', 'archarm'],
    [
      'azurelinux',
      'azure-linux',
      'azl',
      'mariner',
      'cbl-mariner',
      'Microsoft Azure Linux',
      'Common Base Linux Mariner',
    ],
    ['bottlerocket', 'Bottlerocket'],
    ['chainguard', 'Chainguard'],
    ['cloudlinux'],
    ['deepin'],
    ['elementary', 'elementary OS'],
    ['endeavouros'],
    ['euleros'],
    ['fedora-coreos', 'Fedora CoreOS'],
    ['flatcar', 'Flatcar Container Linux by Kinvolk', 'coreos'],
    ['gentoo', 'Gentoo Linux'],
    ['guix', 'Guix System'],
    ['kali', 'Kali GNU/Linux'],
    ['kylin'],
    ['manjaro', 'Manjaro Linux'],
    ['minimos'],
    ['miraclelinux'],
    ['neon', 'KDE neon'],
    ['openeuler'],
    ['opensuse-microos'],
    ['opensuse-tumbleweed', 'tumbleweed', 'openSUSE Tumbleweed'],
    ['rhcos', 'Red Hat Enterprise Linux CoreOS'],
    ['scientific', 'Scientific Linux'],
    ['solus'],
    ['talos', 'Talos Linux'],
    ['virtuozzo'],
    ['void', 'Void Linux'],
    ['wolfi', 'Wolfi OS'],
    ['zorin', 'Zorin OS'],
  ].map((names): SystemRow => ({ product: null, names })),
];

function row(product: string, ...names: readonly string[]): SystemRow {
  return { product, names };
}
