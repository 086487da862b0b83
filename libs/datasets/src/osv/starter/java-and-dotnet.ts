/** Advisories about Maven and NuGet packages; the form is that of `parseAdvisories`. */
export const JAVA_AND_DOTNET = `
GHSA-jfh8-c2jp-5v3q 2021-12-10 CVE-2021-44228
  CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H
  Log4Shell: Log4j follows JNDI addresses in logged text and runs the code it finds there
  Maven org.apache.logging.log4j:log4j-core 0..2.3.1 2.4..2.12.2 2.13.0..2.15.0

GHSA-7rjr-3q55-vv33 2021-12-14 CVE-2021-45046
  CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:C/C:H/I:H/A:H
  The first correction of Log4Shell left a way in through the thread context
  Maven org.apache.logging.log4j:log4j-core 0..2.12.2 2.13.0..2.16.0

GHSA-2qrg-x229-3v8q 2020-01-06 CVE-2019-17571
  CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H
  The socket server of Log4j 1 deserialises whatever it receives; that line is no longer maintained
  Maven log4j:log4j 1.2..=1.2.17

GHSA-36p3-wjmg-h94x 2022-03-31 CVE-2022-22965
  CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H
  Spring4Shell: binding request parameters to objects reaches the class loader on Java 9 and later
  Maven org.springframework:spring-beans 0..5.2.20.RELEASE 5.3.0..5.3.18
  Maven org.springframework:spring-webmvc 0..5.2.20.RELEASE 5.3.0..5.3.18
  Maven org.springframework:spring-webflux 0..5.2.20.RELEASE 5.3.0..5.3.18
  Maven org.springframework.boot:spring-boot-starter-web 0..2.5.12 2.6.0..2.6.6
  Maven org.springframework.boot:spring-boot-starter-webflux 0..2.5.12 2.6.0..2.6.6

GHSA-599f-7c49-w659 2022-10-13 CVE-2022-42889
  CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H
  Text4Shell: Commons Text evaluates scripts and fetches addresses named in the text it interpolates
  Maven org.apache.commons:commons-text 1.5..1.10.0

GHSA-mjmj-j48q-9wg2 2022-12-12 CVE-2022-1471
  CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:L
  SnakeYAML creates objects of any class that a document names
  Maven org.yaml:snakeyaml 0..2.0

GHSA-57j2-w4cx-62h2 2022-03-12 CVE-2020-36518
  CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H
  Deeply nested JSON exhausts the stack of jackson-databind
  Maven com.fasterxml.jackson.core:jackson-databind 0..2.12.6.1 2.13.0..2.13.2.1

GHSA-5crp-9r3c-p9vr 2022-06-22
  HIGH
  Deeply nested JSON exhausts the stack of Json.NET
  NuGet Newtonsoft.Json 0..13.0.1

GHSA-8g4q-xg66-9fp4 2024-10-08 CVE-2024-43485
  CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H
  Reading JSON into a type with extension data can take very long
  NuGet System.Text.Json 6.0.0..6.0.10 8.0.0..8.0.5

GHSA-hh2w-p6rv-4g7w 2024-07-09 CVE-2024-30105
  CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H
  Reading JSON from a stream of untrusted data can stop the service
  NuGet System.Text.Json 7.0.0..8.0.4

GHSA-98g6-xh36-x2p7 2024-01-09 CVE-2024-0056
  CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:C/C:H/I:H/A:N
  Anyone who sits between client and SQL Server can read and change an encrypted connection
  NuGet Microsoft.Data.SqlClient 0..2.1.7 3.0.0..3.1.5 4.0.0..4.0.5 5.0.0..5.1.3
  NuGet System.Data.SqlClient 0..4.8.6
`;
