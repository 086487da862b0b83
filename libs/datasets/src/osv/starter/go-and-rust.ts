/** Advisories about Go modules and Rust crates; the form is that of `parseAdvisories`. */
export const GO_AND_RUST = `
GHSA-qppj-fm5r-hxr3 2023-10-10 CVE-2023-44487 GO-2023-2153
  HIGH
  HTTP/2 rapid reset: streams that are opened and reset at once exhaust a server
  Go golang.org/x/net 0..0.17.0
  SwiftURL github.com/apple/swift-nio-http2 0..1.28.0
  Maven org.apache.tomcat.embed:tomcat-embed-core 8.5.0..8.5.94 9.0.0..9.0.81 10.0.0..10.1.14 11.0.0-M1..11.0.0-M12

GHSA-m425-mq94-257g 2023-10-25 CVE-2023-44487 GO-2023-2153
  CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H
  HTTP/2 rapid reset in the servers of gRPC
  Go google.golang.org/grpc 0..1.56.3 1.57.0..1.57.1 1.58.0..1.58.3

GHSA-69ch-w2m2-3vjp 2022-10-14 CVE-2022-32149 GO-2022-1059
  CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H
  A crafted Accept-Language header takes very long to parse
  Go golang.org/x/text 0..0.3.8

GHSA-v778-237x-gjrc 2024-12-11 CVE-2024-45337 GO-2024-3321
  CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N
  An SSH server may let in the owner of a key that was offered and never proved
  Go golang.org/x/crypto 0..0.31.0

GHSA-w73w-5m7g-f7qc 2021-05-18 CVE-2020-26160 GO-2020-0017
  CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N
  An empty list of audiences passes every check of the audience
  Go github.com/dgrijalva/jwt-go 0.0.0-20150717181359-44718f8a89b0..=3.2.0
  Go github.com/dgrijalva/jwt-go/v4 0..4.0.0-preview1

GHSA-c3h9-896r-86jm 2022-03-28 CVE-2021-3121 GO-2021-0053
  CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:L/A:H
  Generated code reads beyond the end of a message
  Go github.com/gogo/protobuf 0..1.3.2

GHSA-6q6q-88xp-6f2r 2022-12-28 CVE-2022-3064 GO-2022-0956
  CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H
  A small crafted document takes much time and memory to parse
  Go gopkg.in/yaml.v2 0..2.2.4

GHSA-m5pq-gvj9-9vr8 2022-03-08 CVE-2022-24713 RUSTSEC-2022-0013
  CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H
  A crafted expression takes very long to parse
  crates.io regex 0..1.5.5

RUSTSEC-2020-0071 2020-11-18 CVE-2020-26235 GHSA-wcg3-cvx6-7396
  CVSS:3.1/AV:L/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H
  Asking for the local time while another thread changes the environment may crash
  crates.io time 0..0.2.0 0.2.1-0..0.2.1 0.2.2-0..0.2.2 0.2.3-0..0.2.3 0.2.4-0..0.2.4 0.2.5-0..0.2.5 0.2.6-0..0.2.6 0.2.7-0..0.2.23

RUSTSEC-2021-0003 2021-01-08 CVE-2021-25900 GHSA-43w2-9j62-hq99
  CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H
  Inserting many elements can write beyond the end of the vector
  crates.io smallvec 0.6.3..0.6.14 1.0.0..1.6.1

RUSTSEC-2023-0034 2023-04-14 CVE-2023-26964 GHSA-f8vr-r385-rh5r
  HIGH
  Streams that are reset before they are accepted pile up without a bound
  crates.io h2 0..0.3.17

MAL-2022-1 2022-05-10 GHSA-7pwq-f4pq-78gm RUSTSEC-2022-0042
  CRITICAL
  A crate with the name of rust_decimal misspelt that runs foreign code on build servers
  crates.io rustdecimal *
`;
