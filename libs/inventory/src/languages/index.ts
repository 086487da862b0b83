import type { Format } from '../entries/format';
import { byHand } from '../syntax/by-hand';
import { CARGO_LOCK } from './cargo-lock';
import { COMPOSER_LOCK } from './composer-lock';
import { CONAN_LOCK } from './conan-lock';
import { GEMFILE_LOCK } from './gemfile-lock';
import { GO_MOD } from './go-mod';
import { GO_SUM } from './go-sum';
import { goWork } from './go-work';
import { GRADLE_CATALOG } from './gradle-catalog';
import { GRADLE_LOCKFILE } from './gradle-lockfile';
import { GRADLE_VERIFICATION } from './gradle-verification';
import { MIX_LOCK } from './mix-lock';
import { MSBUILD } from './msbuild';
import { NUGET_LOCK } from './nuget-lock';
import { PACKAGE_RESOLVED } from './package-resolved';
import { POM_XML } from './pom-xml';
import { PUBSPEC_LOCK } from './pubspec-lock';

/** In the order in which they are asked. */
export const LANGUAGES_FORMATS: readonly Format[] = [
  GO_MOD,
  GO_SUM,
  byHand(goWork),
  CARGO_LOCK,
  GEMFILE_LOCK,
  COMPOSER_LOCK,
  GRADLE_LOCKFILE,
  GRADLE_VERIFICATION,
  GRADLE_CATALOG,
  POM_XML,
  NUGET_LOCK,
  MSBUILD,
  PUBSPEC_LOCK,
  MIX_LOCK,
  CONAN_LOCK,
  PACKAGE_RESOLVED,
];
