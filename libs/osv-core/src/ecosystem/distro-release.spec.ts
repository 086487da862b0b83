import { coversRelease, readRelease } from './distro-release';
import type { Ecosystem } from './ecosystem-name';

describe('coversRelease', () => {
  it.each<[Ecosystem, string, string, boolean]>([
    ['Debian', '12', 'debian-12', true],
    ['Debian', '12', 'bookworm', true],
    ['Debian', '12', 'debian-12.5', true],
    ['Debian', '11', 'debian-12', false],
    ['Debian', '1', 'debian-12', false],
    ['Ubuntu', '22.04:LTS', 'ubuntu-22.04', true],
    ['Ubuntu', 'Pro:22.04:LTS', 'jammy', true],
    ['Ubuntu', '20.04:LTS', 'jammy', false],
    ['Alpine', 'v3.18', 'alpine-3.18.4', true],
    ['Alpine', 'v3.18', '3.1', false],
    ['Alpine', 'v3.3', 'alpine-3.13', false],
    ['Alpine', 'v3.13', 'alpine-3.3', false],
    ['Red Hat', 'enterprise_linux:9::appstream', 'rhel-9', true],
    ['Red Hat', 'rhel_eus:9.2::baseos', 'redhat-9.2', true],
    ['Red Hat', 'rhel_eus:9.2::baseos', 'redhat-9.4', false],
    ['Red Hat', 'openshift:4.12::el8', 'redhat-8.6', true],
    ['Red Hat', 'openshift:4.12::el8', 'redhat-9', false],
    ['SUSE', 'Linux Enterprise Server 15 SP4', 'sles-15.4', true],
    ['SUSE', 'Linux Enterprise Server 15 SP4', 'sles-15.5', false],
    ['SUSE', 'Linux Enterprise Module for Python 3 15 SP4', 'sles-15.4', true],
    ['openSUSE', 'Leap 15.5', 'opensuse-leap-15.5', true],
    ['openSUSE', 'Leap 15.5', 'opensuse-tumbleweed', false],
    ['openSUSE', 'Tumbleweed', 'opensuse-tumbleweed', true],
    ['openEuler', '22.03-LTS-SP1', 'openeuler-22.03-LTS-SP1', true],
    ['openEuler', '22.03-LTS-SP1', 'openeuler-22.03-LTS-SP2', false],
  ])('%s:%s speaks of %s: %s', (ecosystem, suffix, distro, expected) => {
    const release = readRelease(ecosystem, distro);

    expect(release).not.toBeNull();
    expect(coversRelease(ecosystem, suffix, release!)).toBe(expected);
  });

  it.each<[Ecosystem, string]>([
    ['Debian', 'ubuntu-22.04'],
    ['Debian', 'alpine-3.18'],
    ['Ubuntu', 'debian-12'],
    ['Alpine', 'debian-12'],
    ['Alpine', 'wolfi-20230201'],
    ['Rocky Linux', 'fedora-40'],
    ['SUSE', 'RHEL-9'],
    ['Debian', 'mariner-2.0'],
  ])('takes no release of %s from %s, a distribution of others', (ecosystem, distro) => {
    expect(readRelease(ecosystem, distro)).toBeNull();
  });

  it.each<[Ecosystem, string, readonly string[]]>([
    ['Rocky Linux', 'rhel-9.1', ['9', '1']],
    ['AlmaLinux', 'el8', ['8']],
    ['Debian', '12', ['12']],
    ['Azure Linux', 'mariner-2.0', ['2', '0']],
  ])('takes the release of %s from %s', (ecosystem, distro, release) => {
    expect(readRelease(ecosystem, distro)).toEqual(release);
  });

  it.each<[Ecosystem, string]>([
    ['Debian', 'jessie 8, stretch 9, buster 10, bullseye 11, bookworm 12, trixie 13, forky 14, duke 15'],
    ['Ubuntu', 'trusty 14.04, xenial 16.04, bionic 18.04, focal 20.04, jammy 22.04, lunar 23.04, mantic 23.10'],
    ['Ubuntu', 'noble 24.04, oracular 24.10, plucky 25.04, questing 25.10, resolute 26.04'],
  ])('takes a codename of %s for its number: %s', (ecosystem, codenames) => {
    for (const [codename, number] of codenames.split(', ').map((pair) => pair.split(' ') as [string, string])) {
      expect([codename, readRelease(ecosystem, codename)]).toEqual([codename, readRelease(ecosystem, number)]);
      expect([codename, coversRelease(ecosystem, number, readRelease(ecosystem, codename)!)]).toEqual([codename, true]);
    }
  });

  it('takes the suffix of a repository for no release', () => {
    expect(readRelease('Packagist', 'drupal-8')).toBeNull();
  });
});
