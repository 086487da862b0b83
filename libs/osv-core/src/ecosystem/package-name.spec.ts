import type { Ecosystem } from './ecosystem-name';
import { normaliseName } from './package-name';

it.each<[Ecosystem, string, string]>([
  ['npm', '@Scope/JSONStream', '@scope/jsonstream'],
  ['PyPI', 'Zope.Interface-_x', 'zope-interface-x'],
  ['Maven', 'org.Apache:Log4J', 'org.Apache:Log4J'],
  ['RubyGems', 'Rails', 'Rails'],
  ['NuGet', 'Newtonsoft.Json', 'newtonsoft.json'],
  ['Packagist', 'Vendor/Name', 'vendor/name'],
  ['Go', 'github.com/Masterminds/goutils', 'github.com/masterminds/goutils'],
  ['crates.io', 'Serde_JSON', 'serde-json'],
  ['Pub', 'Http-Client', 'http_client'],
  ['SwiftURL', 'https://github.com/Apple/swift-nio.git', 'github.com/apple/swift-nio'],
  ['GIT', 'https://user@GitHub.com/Curl/curl.git/', 'github.com/curl/curl'],
  ['GIT', 'git://git.kernel.org/pub/x', 'git.kernel.org/pub/x'],
  ['GIT', 'https://github.com/some/some.github.io.git', 'github.com/some/some.github.io'],
  ['CRAN', 'A3', 'A3'],
])('%s files %s under %s', (ecosystem, name, filed) => {
  expect(normaliseName(ecosystem, name)).toBe(filed);
  expect(normaliseName(ecosystem, filed)).toBe(filed);
});
