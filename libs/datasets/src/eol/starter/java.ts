/** Java distributions; the form is that of `parseTable`. */
export const JAVA = `
eclipse-temurin "Eclipse Temurin" lang
  also temurin
  image docker.io/library/eclipse-temurin
  see https://adoptium.net/support/
  26    2026-03-23  eol 2026-09-15
  25    2025-09-22  lts yes  eol 2031-09-30
  24    2025-03-20  eol 2025-09-16
  23    2024-09-17  eol 2025-03-18
  22    2024-03-20  eol 2024-09-17
  21    2023-10-10  lts yes  eol 2029-12-31
  20    2023-03-23  eol 2023-09-19
  19    2022-09-26  eol 2023-03-31
  18    2022-03-24  eol 2022-09-30
  17    2021-09-22  lts yes  eol 2027-10-31
  11    2021-08-01  lts yes  eol 2027-10-31
  16    2021-07-30  eol 2021-09-30
  8     2021-07-29  lts yes  eol 2030-12-31

amazon-corretto "Amazon Corretto" lang
  also corretto
  image docker.io/library/amazoncorretto public.ecr.aws/amazoncorretto/amazoncorretto
  see https://aws.amazon.com/corretto/faqs/
  26    2026-03-17  eol 2026-10-31
  25    2025-09-16  lts yes  eol 2032-10-31
  24    2025-03-18  eol 2025-10-31
  23    2024-09-17  eol 2025-04-30
  22    2024-03-19  eol 2024-10-15
  21    2023-08-25  lts yes  eol 2030-10-31
  20    2023-02-23  eol 2023-10-17
  17    2021-08-24  lts yes  eol 2029-10-31
  11    2019-02-18  lts yes  eol 2032-01-31
  8     2019-01-31  lts yes  eol 2030-12-31

oracle-jdk "Oracle JDK" lang
  also oracle-java
  see https://www.oracle.com/java/technologies/java-se-support-roadmap.html
  25    2025-09-16  lts yes  eol 2030-09-30  eoes 2033-09-30
  24    2025-03-18  eol 2025-09-16
  23    2024-09-17  eol 2025-03-18
  22    2024-03-19  eol 2024-09-17
  21    2023-09-19  lts yes  eol 2028-09-30  eoes 2031-09-30
  17    2021-09-14  lts yes  eol 2026-09-30  eoes 2029-09-30
  11    2018-09-25  lts yes  eol 2023-09-30  eoes 2032-01-31
  8     2014-03-18  lts yes  eol 2022-03-31  eoes 2030-12-31

azul-zulu "Azul Zulu" lang
  also zulu
  image docker.io/azul/zulu-openjdk
  see https://www.azul.com/products/azul-support-roadmap/
  25    2025-09-16  lts yes  eol 2033-09-30  eoes 2035-09-30
  21    2023-09-19  lts yes  eol 2031-09-30  eoes 2033-09-30
  17    2021-09-15  lts yes  eol 2029-09-30  eoes 2031-09-30
  11    2018-09-25  lts yes  eol 2032-01-31  eoes 2034-01-31
  8     2014-04-08  lts yes  eol 2030-12-31  eoes 2032-12-31

microsoft-build-of-openjdk "Microsoft Build of OpenJDK" lang
  image mcr.microsoft.com/openjdk/jdk
  see https://learn.microsoft.com/en-us/java/openjdk/support
  25    2025-09-16  lts yes  eol 2030-09-30
  21    2023-09-19  lts yes  eol 2028-09-30
  17    2021-09-14  lts yes  eol 2027-09-30
`;
