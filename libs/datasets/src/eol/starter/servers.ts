/** Web, proxy and application servers, and the libraries beneath them; the form is that of `parseTable`. */
export const SERVERS = `
nginx "nginx" server-app
  image docker.io/library/nginx
  see https://nginx.org/en/download.html
  1.31  2026-05-13  eol no
  1.30  2026-04-14  eol no
  1.29  2025-06-24  eol 2026-05-13
  1.28  2025-04-23  eol 2026-04-14
  1.27  2024-05-28  eol 2025-06-24  latest 1.27.5 on 2025-04-16
  1.26  2024-04-23  eol 2025-04-23  latest 1.26.3 on 2025-02-05
  1.25  2023-05-23  eol 2024-05-29  latest 1.25.5 on 2024-04-16
  1.24  2023-04-11  eol 2024-04-23  latest 1.24.0 on 2023-04-11
  1.23  2022-06-21  eol 2023-05-23  latest 1.23.4 on 2023-03-28
  1.22  2022-05-24  eol 2023-04-11  latest 1.22.1 on 2022-10-19

apache-http-server "Apache HTTP Server" server-app
  also apache httpd
  image docker.io/library/httpd
  see https://httpd.apache.org/download.cgi
  2.4   2012-02-21  eol no
  2.2   2005-12-01  eol 2017-07-11  latest 2.2.34
  2.0   2002-04-05  eol 2013-07-10  latest 2.0.65
  1.3   1998-06-01  eol 2010-02-03  latest 1.3.42

tomcat "Apache Tomcat" server-app
  image docker.io/library/tomcat
  purl pkg:maven/org.apache.tomcat/tomcat
  see https://tomcat.apache.org/whichversion.html
  11.0  2024-10-03  eol no
  10.1  2022-09-23  eol no
  10.0  2020-12-03  eol 2022-10-31  latest 10.0.27
  9.0   2017-09-27  eol 2027-03-31
  8.5   2016-03-17  eol 2024-03-31  latest 8.5.100
  8.0   2014-01-29  eol 2018-06-30  latest 8.0.53
  7     2013-01-10  eol 2021-03-31  latest 7.0.109

eclipse-jetty "Eclipse Jetty" server-app
  also jetty
  image docker.io/library/jetty
  purl pkg:maven/org.eclipse.jetty/jetty-server
  see https://jetty.org/download.html
  12.1  2025-08-18  eoas no  eol no
  12.0  2023-08-07  eoas no  eol no
  11    2020-12-02  eoas 2024-01-01  eol 2025-01-01  latest 11.0.26
  10    2020-12-02  eoas 2024-01-01  eol 2025-01-01  latest 10.0.26

haproxy "HAProxy" server-app
  image docker.io/library/haproxy
  see https://www.haproxy.org/
  3.4   2026-06-03  lts yes  eol 2031-04-01
  3.3   2025-11-26  eol 2027-01-01
  3.2   2025-05-28  lts yes  eol 2030-04-01
  3.1   2024-11-26  eol 2026-01-01
  3.0   2024-05-29  lts yes  eol 2029-04-01
  2.9   2023-12-05  eol 2025-03-21
  2.8   2023-05-31  lts yes  eol 2028-04-01
  2.7   2022-12-01  eol 2024-04-05
  2.6   2022-05-31  lts yes  eol 2027-04-01
  2.4   2021-05-14  lts yes  eol 2026-04-01
  2.2   2020-07-07  lts yes  eol 2025-04-23

traefik "Traefik" server-app
  image docker.io/library/traefik
  see https://doc.traefik.io/traefik/deprecation/releases/
  3.7   2026-05-05  eoas no  eol no
  3.6   2025-11-07  eoas 2026-05-07  eol 2026-08-16
  2.11  2024-02-12  eoas 2025-04-29  eol 2026-02-01
  1.7   2018-09-24  eoas 2021-12-31  eol 2021-12-31  latest 1.7.34

caddy "Caddy" server-app
  image docker.io/library/caddy
  2     2020-05-04  eol no
  1     2019-04-24  eol 2020-07-01  latest 1.0.5

envoy "Envoy" server-app
  also envoy-proxy
  image docker.io/envoyproxy/envoy
  see https://github.com/envoyproxy/envoy/blob/main/RELEASES.md
  1.39  2026-07-14  eol 2027-07-14
  1.38  2026-04-23  eol 2027-04-23
  1.37  2026-01-13  eol 2027-01-13
  1.36  2025-10-14  eol 2026-10-14
  1.35  2025-07-23  eol 2026-07-23
  1.34  2025-04-15  eol 2026-04-15
  1.33  2025-01-14  eol 2026-01-14
  1.32  2024-10-15  eol 2025-10-15

keycloak "Keycloak" server-app
  image quay.io/keycloak/keycloak
  purl pkg:maven/org.keycloak/keycloak-core
  see https://www.keycloak.org/downloads
  26.7  2026-07-09  eol no
  26.6  2026-04-08  eol 2026-07-09
  26.5  2026-01-06  eol 2026-04-08
  26.4  2025-09-30  eol 2026-01-06
  26.3  2025-07-02  eol 2025-09-30
  26.2  2025-04-11  eol 2025-07-02
  26.1  2025-01-15  eol 2025-04-11
  26.0  2024-10-04  eol 2025-01-15  latest 26.0.8
  25.0  2024-06-10  eol 2024-10-04  latest 25.0.6
  24.0  2024-03-04  eol 2024-06-10  latest 24.0.5

openssl "OpenSSL" framework
  see https://openssl-library.org/policies/releasestrat/
  4.0   2026-04-14  eol 2027-05-14
  3.6   2025-10-01  eol 2026-11-01
  3.5   2025-04-08  lts yes  eol 2030-04-08
  3.4   2024-10-22  eol 2026-10-22
  3.3   2024-04-09  eol 2026-04-09
  3.2   2023-11-23  eol 2025-11-23
  3.1   2023-03-14  eol 2025-03-14  latest 3.1.8 on 2025-02-11
  3.0   2021-09-07  lts yes  eol 2026-09-07
  1.1.1 2018-09-11  lts yes  eol 2023-09-11  latest 1.1.1w
  1.1.0 2016-08-25  eol 2019-09-11  latest 1.1.0l on 2019-09-10
  1.0.2 2015-01-22  lts yes  eol 2019-12-31  latest 1.0.2u on 2019-12-20

log4j "Apache Log4j" framework
  also apache_log4j apache-log4j
  purl pkg:maven/log4j/log4j pkg:maven/org.apache.logging.log4j/log4j-core
  see https://logging.apache.org/log4j/2.x/
  2.12  2019-06-26  eol 2021-12-14  latest 2.12.4
  2.3   2015-05-10  eol 2015-09-20  latest 2.3.2
  2     2014-07-12  eol no
  1     2001-01-08  eol 2015-10-15  latest 1.2.17
`;
