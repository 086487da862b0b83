/** Servers, services and appliances; the form is that of `parseTable`. */
export const SERVERS = `
CVE-2021-41773  2021-11-03  2021-11-17  ransomware  CWE-22
  Apache | HTTP Server | path traversal in 2.4.49
  Encoded dots lead out of the document root; with CGI switched on, to code execution.

CVE-2021-42013  2021-11-03  2021-11-17  ransomware  CWE-22
  Apache | HTTP Server | path traversal in 2.4.50
  The correction of the release before did not cover doubly encoded dots.

CVE-2020-1938  2022-03-03  2022-03-17
  Apache | Tomcat | files are read through the AJP connector
  The connector trusts who reaches its port, so files of applications can be read or included. Known as Ghostcat.

CVE-2017-12615  2022-03-25  2022-04-15  ransomware  CWE-434
  Apache | Tomcat | upload of pages on Windows
  Where PUT is allowed, a crafted name stores a page that is run when it is asked for.

CVE-2025-24813  2025-04-01  2025-04-22  CWE-44 CWE-502
  Apache | Tomcat | code execution by a partial PUT
  Names with an inner dot stand for other files, which can lead to disclosure or to code execution from a stored session.

CVE-2023-46604  2023-11-02  2023-11-23  ransomware  CWE-502
  Apache | ActiveMQ | code execution by the OpenWire protocol
  A crafted message makes the broker instantiate any class that is on its path.

CVE-2022-0543  2022-03-28  2022-04-18  CWE-862
  Redis | Debian-specific Redis Servers | escape from the Lua sandbox
  The way in which the package was built leaves a Lua library in reach that runs code on the host.

CVE-2025-14847  2025-12-29  2026-01-19  CWE-130
  MongoDB | MongoDB and MongoDB Server | memory is disclosed by compressed messages
  A false length in a compressed message returns memory of the server without a login. Known as MongoBleed.

CVE-2015-1427  2022-03-25  2022-04-15  CWE-284
  Elastic | Elasticsearch | escape from the Groovy sandbox
  Scripts in search requests run commands of the host.

CVE-2021-43798  2025-10-09  2025-10-30  CWE-22
  Grafana Labs | Grafana | path traversal by plugin assets
  The address of a plugin's asset can name any file that the server may read.

CVE-2024-23897  2024-08-19  2024-09-09  ransomware  CWE-27
  Jenkins | Jenkins Command Line Interface (CLI) | files are read by arguments
  An argument that begins with an at sign is replaced by the file it names.

CVE-2021-22205  2021-11-03  2021-11-17  ransomware  CWE-20 CWE-95
  GitLab | Community and Enterprise Editions | code execution by an uploaded picture
  Pictures are given to a parser that runs what is hidden in them, without a login.

CVE-2023-7028  2024-05-01  2024-05-22  CWE-284
  GitLab | GitLab CE/EE | a password reset can be sent to a stranger
  The mail that resets a password may go to an address that nobody verified.

CVE-2024-27198  2024-03-07  2024-03-28  ransomware  CWE-288
  JetBrains | TeamCity | administration without a login
  A crafted path passes by the login, so that an attacker can create administrators.

CVE-2022-26134  2022-06-02  2022-06-06  ransomware  CWE-917
  Atlassian | Confluence Server/Data Center | code execution by an expression in the address
  Parts of the URL are evaluated as expressions, without a login.

CVE-2023-22515  2023-10-05  2023-10-13  ransomware
  Atlassian | Confluence Data Center and Server | administrators can be created by anyone
  The setup can be started again from outside, which grants an administrator's account.

CVE-2023-34362  2023-06-02  2023-06-23  ransomware  CWE-89
  Progress | MOVEit Transfer | SQL injection without a login
  Requests reach the database as commands, which gives away the files that were transferred.

CVE-2024-36401  2024-07-15  2024-08-05  CWE-95
  OSGeo | GeoServer | property names are evaluated
  Names of properties in requests are evaluated as expressions, so anyone can run code.

CVE-2025-3248  2025-05-05  2025-05-26  ransomware  CWE-306
  Langflow | Langflow | the code validation endpoint runs code
  An endpoint that should only check code runs it, without a login.

CVE-2022-46169  2023-02-16  2023-03-09  CWE-74
  Cacti | Cacti | commands by the remote agent
  A forged client address passes the check of the agent page, which puts a parameter into a command.

CVE-2018-7600  2021-11-03  2022-05-03  ransomware  CWE-20
  Drupal | Drupal Core | code execution by form arrays
  Members of form requests are taken for instructions, without a login. Known as Drupalgeddon 2.

CVE-2021-26855  2021-11-03  2022-05-03  ransomware  CWE-918
  Microsoft | Exchange Server | requests in the server's own name
  The front end can be made to call the back end as the server itself. The first step of ProxyLogon.

CVE-2025-53770  2025-07-20  2025-07-21  ransomware  CWE-502
  Microsoft | SharePoint | deserialisation without a login
  Servers on premises run code that is hidden in a posted object. Known as ToolShell.

CVE-2022-1388  2022-05-10  2022-05-31  ransomware  CWE-306
  F5 | BIG-IP | the REST interface can be used without a login
  Connection headers make the management interface drop the login and run commands.

CVE-2018-13379  2021-11-03  2022-05-03  ransomware  CWE-22
  Fortinet | FortiOS | files are read through the VPN portal
  A crafted address shows system files, with sessions and passwords in them.

CVE-2019-19781  2021-11-03  2022-05-03  ransomware  CWE-22
  Citrix | Application Delivery Controller (ADC), Gateway, and SD-WAN WANOP Appliance | code execution by a path
  A path that leads out of its folder reaches scripts which run what they are sent.

CVE-2023-4966  2023-10-18  2023-11-08  ransomware  CWE-119
  Citrix | NetScaler ADC and NetScaler Gateway | sessions are disclosed
  An overlong header returns memory that holds session tokens. Known as Citrix Bleed.

CVE-2024-3400  2024-04-12  2024-04-19  ransomware  CWE-20 CWE-77
  Palo Alto Networks | PAN-OS | commands by a session cookie
  With GlobalProtect, a cookie creates a file whose name is later run as a command.

CVE-2024-1709  2024-02-22  2024-02-29  ransomware  CWE-288
  ConnectWise | ScreenConnect | the setup can be run again by anyone
  A path with something behind it opens the setup of a running server, which creates an administrator.
`;
