/** Operating systems and their distributions; the form is that of `parseTable`. */
export const OPERATING_SYSTEMS = `
debian "Debian" os
  image docker.io/library/debian
  see https://wiki.debian.org/DebianReleases
  13    2025-08-09  codename "Trixie"  eol 2028-08-09  eoes 2030-06-30
  12    2023-06-10  codename "Bookworm"  eol 2026-07-11  eoes 2028-06-30
  11    2021-08-14  codename "Bullseye"  eol 2024-08-14  eoes 2026-08-31
  10    2019-07-06  codename "Buster"  eol 2022-09-10  eoes 2024-06-30  latest 10.13
  9     2017-06-17  codename "Stretch"  eol 2020-07-18  eoes 2022-07-01  latest 9.13
  8     2015-04-25  codename "Jessie"  eol 2018-06-17  eoes 2020-06-30  latest 8.11
  7     2013-05-04  codename "Wheezy"  eol 2016-04-25  eoes 2018-05-31  latest 7.11

ubuntu "Ubuntu" os
  also ubuntu-linux
  image docker.io/library/ubuntu
  see https://wiki.ubuntu.com/Releases
  26.04  2026-04-23  codename "Resolute Raccoon"  lts yes  eoas 2031-04-30  eol 2031-04-30  eoes 2036-04-30
  25.10  2025-10-09  codename "Questing Quokka"  eoas 2026-07-01  eol 2026-07-01
  25.04  2025-04-17  codename "Plucky Puffin"  eoas 2026-01-17  eol 2026-01-17
  24.10  2024-10-10  codename "Oracular Oriole"  eoas 2025-07-10  eol 2025-07-10
  24.04  2024-04-25  codename "Noble Numbat"  lts yes  eoas 2029-05-31  eol 2029-05-31  eoes 2036-05-31
  23.10  2023-10-12  codename "Mantic Minotaur"  eoas 2024-07-12  eol 2024-07-12
  23.04  2023-04-20  codename "Lunar Lobster"  eoas 2024-01-20  eol 2024-01-20
  22.10  2022-10-20  codename "Kinetic Kudu"  eoas 2023-07-20  eol 2023-07-20
  22.04  2022-04-21  codename "Jammy Jellyfish"  lts yes  eoas 2024-09-30  eol 2027-04-01  eoes 2032-04-09
  21.10  2021-10-14  codename "Impish Indri"  eoas 2022-07-14  eol 2022-07-14
  21.04  2021-04-22  codename "Hirsute Hippo"  eoas 2022-01-20  eol 2022-01-20
  20.10  2020-10-22  codename "Groovy Gorilla"  eoas 2021-07-22  eol 2021-07-22
  20.04  2020-04-23  codename "Focal Fossa"  lts yes  eoas 2022-10-01  eol 2025-05-31  eoes 2030-04-02
  18.04  2018-04-26  codename "Bionic Beaver"  lts yes  eoas 2023-05-31  eol 2023-05-31  eoes 2028-04-01
  16.04  2016-04-21  codename "Xenial Xerus"  lts yes  eoas 2021-04-02  eol 2021-04-02  eoes 2026-04-02
  14.04  2014-04-17  codename "Trusty Tahr"  lts yes  eoas 2019-04-02  eol 2019-04-02  eoes 2024-04-02
  12.04  2012-04-26  codename "Precise Pangolin"  lts yes  eoas 2017-04-28  eol 2017-04-28  eoes 2019-04-26

alpine-linux "Alpine Linux" os
  also alpine alpinelinux
  image docker.io/library/alpine
  see https://alpinelinux.org/releases/
  3.24  2026-06-09  eol 2028-06-01
  3.23  2025-12-04  eol 2027-11-01
  3.22  2025-05-30  eol 2027-05-01
  3.21  2024-12-05  eol 2026-11-01
  3.20  2024-05-22  eol 2026-04-01
  3.19  2023-12-07  eol 2025-11-01
  3.18  2023-05-09  eol 2025-05-09
  3.17  2022-11-22  eol 2024-11-22  latest 3.17.10
  3.16  2022-05-23  eol 2024-05-23  latest 3.16.9
  3.15  2021-11-24  eol 2023-11-01  latest 3.15.11
  3.14  2021-06-15  eol 2023-05-01  latest 3.14.10
  3.13  2021-01-14  eol 2022-11-01  latest 3.13.12
  3.12  2020-05-29  eol 2022-05-01  latest 3.12.12

rhel "Red Hat Enterprise Linux" os
  also redhat redhatlinux
  image registry.access.redhat.com/ubi8/ubi registry.access.redhat.com/ubi9/ubi registry.access.redhat.com/ubi10/ubi
  see https://access.redhat.com/support/policy/updates/errata
  10    2025-05-20  lts 2035-05-31  eoas 2030-05-31  eol 2035-05-31  eoes 2039-05-31
  9     2022-05-18  lts 2032-05-31  eoas 2027-05-31  eol 2032-05-31  eoes 2036-05-31
  8     2019-05-07  lts 2029-05-31  eoas 2024-05-31  eol 2029-05-31  eoes 2033-05-31
  7     2014-06-10  lts 2024-06-30  eoas 2019-08-06  eol 2024-06-30  eoes 2029-05-31
  6     2010-11-10  lts 2020-11-30  eoas 2016-05-10  eol 2020-11-30  eoes 2024-06-30

rocky-linux "Rocky Linux" os
  also rocky rockylinux
  image docker.io/library/rockylinux docker.io/rockylinux/rockylinux
  see https://wiki.rockylinux.org/rocky/version/
  10    2025-06-11  eoas 2030-05-31  eol 2035-05-31
  9     2022-07-14  eoas 2027-05-31  eol 2032-05-31
  8     2021-05-01  eoas 2024-05-31  eol 2029-05-31

almalinux "AlmaLinux OS" os
  also alma-linux alma
  image docker.io/library/almalinux
  see https://wiki.almalinux.org/release-notes/
  10    2025-05-27  eoas 2030-05-31  eol 2035-05-31
  9     2022-05-26  eoas 2027-05-31  eol 2032-05-31
  8     2021-03-30  eoas 2024-05-31  eol 2029-05-31

centos "CentOS" os
  image docker.io/library/centos
  8     2019-09-24  eoas 2021-12-31  eol 2021-12-31
  7     2014-07-07  eoas 2020-08-06  eol 2024-06-30
  6     2011-07-10  eoas 2017-05-10  eol 2020-11-30

centos-stream "CentOS Stream" os
  image quay.io/centos/centos
  see https://www.centos.org/cl-vs-cs/
  10    2024-12-12  eoas 2030-05-31  eol 2030-05-31
  9     2021-09-15  eoas 2027-05-31  eol 2027-05-31
  8     2019-09-24  eoas 2024-05-31  eol 2024-05-31

fedora "Fedora Linux" os
  image docker.io/library/fedora quay.io/fedora/fedora
  see https://docs.fedoraproject.org/en-US/releases/
  44    2026-04-28  eol 2027-06-02
  43    2025-10-28  eol 2026-12-09
  42    2025-04-15  codename "Adams"  eol 2026-05-27
  41    2024-10-29  eol 2025-12-15
  40    2024-04-23  eol 2025-05-13
  39    2023-11-07  eol 2024-11-26
  38    2023-04-18  eol 2024-05-21
  37    2022-11-15  eol 2023-12-05
  36    2022-05-10  eol 2023-05-16

amazon-linux "Amazon Linux" os
  image docker.io/library/amazonlinux public.ecr.aws/amazonlinux/amazonlinux
  see https://aws.amazon.com/linux/
  2023  2023-03-01  eoas 2027-06-30  eol 2029-06-30
  2     2018-06-26  eoas 2026-06-30  eol 2026-06-30

oracle-linux "Oracle Linux" os
  also oraclelinux
  image docker.io/library/oraclelinux ghcr.io/oracle/oraclelinux
  see https://www.oracle.com/a/ocom/docs/elsp-lifetime-069338.pdf
  10    2025-06-26  eol no
  9     2022-07-06  eol 2032-06-30  eoes 2035-06-30
  8     2019-07-19  eol 2029-07-31  eoes 2032-07-31
  7     2014-07-23  eol 2024-12-31  eoes 2028-06-30
  6     2011-02-12  eol 2021-03-31  eoes 2024-12-31

opensuse "openSUSE" os
  also opensuseleap
  image docker.io/opensuse/leap
  see https://en.opensuse.org/Lifetime
  16.0  2025-10-01  eol 2027-10-31
  15.6  2024-06-12  eol 2026-04-30
  15.5  2023-06-07  eol 2024-12-31
  15.4  2022-06-09  eol 2023-12-07
  15.3  2021-06-02  eol 2022-12-31

windows-server "Microsoft Windows Server" os
  also windowsserver
  see https://learn.microsoft.com/en-us/windows-server/get-started/windows-server-release-info
  2025  2024-11-01  lts yes  eoas 2029-11-13  eol 2034-11-14
  2022  2021-08-18  lts yes  eoas 2026-10-13  eol 2031-10-14
  2019  2018-11-13  lts yes  eoas 2024-01-09  eol 2029-01-09
  2016  2016-10-15  lts yes  eoas 2022-01-11  eol 2027-01-12  eoes 2030-01-12
  2012-r2 2013-11-25  lts yes  eoas 2018-10-09  eol 2023-10-10  eoes 2026-10-13
  2008-r2-sp1 2011-02-22  lts yes  eoas 2015-01-13  eol 2020-01-14  eoes 2023-01-10

windows "Microsoft Windows" os
  see https://learn.microsoft.com/en-us/lifecycle/products/
  11-25h2-w 2025-09-30  eoas 2027-10-12  eol 2027-10-12
  11-24h2-w 2024-10-01  eoas 2026-10-13  eol 2026-10-13
  10-22h2 2022-10-18  eoas 2025-10-14  eol 2025-10-14  eoes 2028-10-10
  8.1   2013-11-13  eoas 2018-01-09  eol 2023-01-10
  7-sp1 2011-02-22  eoas 2015-01-13  eol 2020-01-14

android "Android OS" os
  also aosp androidos
  see https://source.android.com/docs/security/bulletin
  17    2026-06-16  codename "Cinnamon Bun"  eol no
  16    2025-06-10  codename "Baklava"  eol no
  15    2024-09-03  codename "Vanilla Ice Cream"  eol no
  14    2023-10-04  codename "Upside Down Cake"  eol no
  13    2022-08-15  codename "Tiramisu"  eol 2026-03-02

ios "Apple iOS" os
  see https://support.apple.com/en-us/100100
  26    2025-09-15  eoas no  eol no
  18    2024-09-16  eoas 2025-09-15  eol no

macos "Apple macOS" os
  also mac
  see https://support.apple.com/en-us/100100
  26    2025-09-15  codename "Tahoe"  eol no
  15    2024-09-16  codename "Sequoia"  eol no
  14    2023-09-26  codename "Sonoma"  eol no
  13    2022-10-24  codename "Ventura"  eol 2025-09-15
  12    2021-10-25  codename "Monterey"  eol 2024-09-16

linux "Linux Kernel" os
  also linuxkernel linux-kernel
  see https://www.kernel.org/category/releases.html
  6.19  2026-02-08  eol 2026-04-22
  6.18  2025-11-30  lts yes  eol 2028-12-31
  6.12  2024-11-17  lts yes  eol 2028-12-31
  6.6   2023-10-30  lts yes  eol 2027-12-31
  6.1   2022-12-11  lts yes  eol 2027-12-31
  5.19  2022-07-31  eol 2022-10-24
  5.15  2021-10-31  lts yes  eol 2026-12-31
  5.10  2020-12-13  lts yes  eol 2026-12-31
  5.4   2019-11-25  lts yes  eol 2025-12-03
`;
