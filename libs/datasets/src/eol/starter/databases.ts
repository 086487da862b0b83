/** Databases, caches and message brokers; the form is that of `parseTable`. */
export const DATABASES = `
postgresql "PostgreSQL" database
  also postgres pg psql pgsql
  image docker.io/library/postgres
  see https://www.postgresql.org/support/versioning/
  18    2025-09-25  eol 2030-11-14
  17    2024-09-26  eol 2029-11-08
  16    2023-09-14  eol 2028-11-09
  15    2022-10-13  eol 2027-11-11
  14    2021-09-30  eol 2026-11-12
  13    2020-09-24  eol 2025-11-13  latest 13.23
  12    2019-10-03  eol 2024-11-21  latest 12.22
  11    2018-10-18  eol 2023-11-09  latest 11.22
  10    2017-10-05  eol 2022-11-10  latest 10.23
  9.6   2016-09-29  eol 2021-11-11  latest 9.6.24
  9.5   2016-01-07  eol 2021-02-11  latest 9.5.25
  9.4   2014-12-18  eol 2020-02-13  latest 9.4.26

mysql "MySQL" database
  image docker.io/library/mysql
  see https://www.mysql.com/support/
  9.7   2026-04-21  lts yes  eoas no  eol 2034-04-21
  9.6   2026-01-20  eoas 2026-04-21  eol 2026-04-21
  9.5   2025-10-21  eoas 2026-01-20  eol 2026-01-20
  9.4   2025-07-09  eoas 2025-10-21  eol 2025-10-21
  9.3   2025-03-31  eoas 2025-07-22  eol 2025-07-22
  9.2   2024-12-15  eoas 2025-04-15  eol 2025-04-15
  9.1   2024-09-24  eoas 2025-01-21  eol 2025-01-21
  9.0   2024-06-07  eoas 2024-10-15  eol 2024-10-15  latest 9.0.1
  8.4   2024-04-10  lts yes  eoas 2029-04-30  eol 2032-04-30
  8.3   2023-12-14  eoas 2024-04-10  eol 2024-04-10  latest 8.3.0
  8.2   2023-10-12  eoas 2023-12-14  eol 2023-12-14  latest 8.2.0
  8.1   2023-06-21  eoas 2023-10-25  eol 2023-10-25  latest 8.1.0
  8.0   2018-04-08  lts 2023-07-18  eoas 2025-04-30  eol 2026-04-30
  5.7   2015-10-09  eoas 2020-10-31  eol 2023-10-31  latest 5.7.44
  5.6   2013-02-01  eoas 2018-02-28  eol 2021-02-28  latest 5.6.51
  5.5   2010-12-03  eoas 2015-12-31  eol 2018-12-31  latest 5.5.62

mariadb "MariaDB" database
  image docker.io/library/mariadb
  see https://mariadb.org/about/#maintenance-policy
  12.3  2026-05-28  lts yes  eol 2029-06-12
  12.2  2026-02-13  eol 2026-05-28
  12.1  2025-11-18  eol 2026-02-13
  12.0  2025-08-07  eol 2025-11-18
  11.8  2025-06-04  lts yes  eol 2028-06-04  eoes 2033-10-22
  11.7  2025-02-12  eol 2025-05-12  latest 11.7.2
  11.6  2024-11-13  eol 2025-02-13  latest 11.6.2
  11.5  2024-08-14  eol 2024-11-21  latest 11.5.2
  11.4  2024-05-29  lts yes  eol 2029-05-29  eoes 2033-01-16
  11.3  2024-02-16  eol 2024-05-29  latest 11.3.2
  11.2  2023-11-21  eol 2024-11-21
  11.1  2023-08-21  eol 2024-08-21
  11.0  2023-06-06  eol 2024-06-06  latest 11.0.6
  10.11 2023-02-16  lts yes  eol 2028-02-16  eoes 2028-02-16
  10.6  2021-07-06  lts yes  eol 2026-07-06  eoes 2029-08-23
  10.5  2020-06-24  lts yes  eol 2025-06-24  eoes 2025-07-16
  10.4  2019-06-18  lts yes  eol 2024-06-18  eoes 2024-06-18  latest 10.4.34

mongodb "MongoDB Server" database
  also mongo
  image docker.io/library/mongo
  see https://www.mongodb.com/legal/support-policy/lifecycles
  8.3   2026-05-31  eol 2029-10-31
  8.2   2025-09-30  eol 2026-07-31
  8.0   2024-10-31  eol 2029-10-31
  7.3   2024-03-31  eol 2024-10-02
  7.0   2023-08-31  eol 2027-08-31
  6.0   2022-07-31  eol 2025-07-31
  5.0   2021-07-31  eol 2024-10-31
  4.4   2020-07-31  eol 2024-02-29
  4.2   2019-08-31  eol 2023-04-30  latest 4.2.25
  4.0   2018-06-30  eol 2022-04-30  latest 4.0.28
  3.6   2017-11-30  eol 2021-04-30  latest 3.6.23

redis "Redis" database
  image docker.io/library/redis
  see https://redis.io/docs/latest/operate/oss_and_stack/
  8.10  2026-07-29  eoas no  eol no
  8.8   2026-05-25  eoas 2026-07-29  eol no
  8.6   2026-02-11  eoas 2026-05-25  eol no
  8.4   2025-11-18  eoas 2026-02-11  eol no
  8.2   2025-08-04  eoas 2025-11-18  eol 2030-09-01
  8.0   2025-05-02  eoas 2025-08-04  eol 2026-12-01
  7.4   2024-07-29  eoas 2025-05-02  eol 2029-12-01
  7.2   2023-08-15  eoas 2024-07-29  eol 2029-12-01
  7.0   2022-04-27  eoas 2023-08-15  eol 2024-07-29
  6.2   2021-02-22  eoas 2022-04-27  eol 2027-04-01
  6.0   2020-04-30  eoas 2021-02-22  eol 2022-05-31
  5.0   2018-10-17  eoas 2020-04-30  eol 2022-04-27  latest 5.0.14

valkey "Valkey" database
  image docker.io/valkey/valkey
  see https://valkey.io/topics/releases/
  9.1   2026-05-19  eoas no  eol no
  9.0   2025-10-21  eoas 2028-10-21  eol 2028-10-21
  8.1   2025-03-31  eoas 2028-03-31  eol 2030-03-31
  8.0   2024-09-15  eoas 2027-09-15  eol 2027-09-15
  7.2   2023-08-15  eoas 2027-04-16  eol 2029-04-16

elasticsearch "Elasticsearch" database
  image docker.io/library/elasticsearch docker.elastic.co/elasticsearch/elasticsearch
  purl pkg:maven/org.elasticsearch/elasticsearch
  see https://www.elastic.co/support/eol
  9.5   2026-08-04  eol no
  9.4   2026-05-05  eol no
  9.3   2026-02-03  eol 2026-08-04
  9.2   2025-10-23  eol 2026-05-05
  9.1   2025-07-29  eol 2026-02-03
  8.19  2025-07-29  eol 2027-07-15
  9.0   2025-04-15  eol 2025-10-23
  8.18  2025-04-15  eol 2025-10-21
  8.17  2024-12-12  eol 2025-08-12
  8.16  2024-11-12  eol 2025-04-15
  7     2019-04-10  eol 2026-01-15
  6     2017-11-14  eol 2022-02-10  latest 6.8.23

opensearch "OpenSearch" database
  image docker.io/opensearchproject/opensearch
  see https://opensearch.org/releases.html
  3     2025-05-06  eoas no  eol no
  2     2022-05-26  eoas 2025-05-06  eol no
  1     2021-07-12  eoas 2022-05-26  eol 2025-05-06

apache-cassandra "Apache Cassandra" database
  also cassandra
  image docker.io/library/cassandra
  purl pkg:maven/org.apache.cassandra/apache-cassandra
  see https://cassandra.apache.org/_/download.html
  5.0   2024-09-05  eol no
  4.1   2022-12-13  eol no
  4.0   2021-07-26  eol no
  3.11  2017-06-23  eol 2024-09-05
  3.0   2015-11-09  eol 2024-09-05

apache-couchdb "Apache CouchDB" database
  also couchdb
  image docker.io/library/couchdb docker.io/apache/couchdb
  see https://docs.couchdb.org/en/stable/whatsnew/index.html
  3.5   2025-05-05  eol no
  3.4   2024-09-20  eol no
  3.3   2022-12-28  eol 2025-05-05
  3.2   2021-10-08  eol 2024-09-20

memcached "Memcached" database
  image docker.io/library/memcached
  1.6   2020-03-08  eol no
  1.5   2017-07-21  eol 2020-03-09  latest 1.5.22

sqlite "SQLite" database
  also sqlite3
  3     2004-09-18  eol no
  2     2001-09-28  eol 2004-09-18  latest 2.8.17

apache-kafka "Apache Kafka" server-app
  also kafka
  image docker.io/apache/kafka
  see https://kafka.apache.org/downloads
  4.3   2026-05-20  eol no  eoes 2028-06-17
  4.2   2026-02-17  eol no  eoes 2028-03-04
  4.1   2025-09-02  eol no  eoes 2027-10-15
  4.0   2025-03-18  eol no  eoes 2027-06-11
  3.9   2024-11-06  eol no  eoes 2027-02-19
  3.8   2024-07-26  eol 2024-11-06  eoes 2026-12-02
  3.7   2024-02-26  eol 2024-07-26  eoes 2026-07-26  latest 3.7.2

rabbitmq "RabbitMQ" server-app
  image docker.io/library/rabbitmq
  see https://www.rabbitmq.com/release-information
  4.3   2026-04-23  eol no
  4.2   2025-10-27  eol 2026-07-31  eoes 2030-06-30
  4.1   2025-04-15  eol 2026-01-30  eoes 2028-04-29
  4.0   2024-09-18  eol 2025-04-15  eoes 2027-09-29  latest 4.0.9
  3.13  2024-02-22  eol 2024-09-17  eoes 2027-12-30  latest 3.13.7
  3.12  2023-06-01  eol 2024-02-21  eoes 2025-06-29  latest 3.12.14
  3.11  2022-09-26  eol 2023-06-01  eoes 2024-06-29  latest 3.11.28
  3.10  2022-05-03  eol 2022-09-28  eoes 2023-12-31  latest 3.10.25

zookeeper "Apache ZooKeeper" server-app
  also apache_zookeeper apache-zookeeper
  image docker.io/library/zookeeper
  purl pkg:maven/org.apache.zookeeper/zookeeper
  see https://zookeeper.apache.org/releases.html
  3.9   2023-07-19  eoas no  eol no
  3.8   2022-02-25  eoas no  eol no
  3.7   2021-03-17  eoas 2023-07-19  eol 2024-01-19  latest 3.7.2
  3.6   2020-02-25  eoas 2022-03-07  eol 2022-12-30  latest 3.6.4
  3.5   2019-05-03  eoas 2021-03-27  eol 2022-06-01  latest 3.5.10
`;
