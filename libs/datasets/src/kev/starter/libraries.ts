/** Libraries and frameworks that other software is built with; the form is that of `parseTable`. */
export const LIBRARIES = `
CVE-2021-44228  2021-12-10  2021-12-24  ransomware  CWE-20 CWE-400 CWE-502
  Apache | Log4j2 | remote code execution by a logged text
  A text that is logged can make the library fetch and run code from a server of the attacker's choice. Known as Log4Shell.

CVE-2021-45046  2023-05-01  2023-05-22  ransomware  CWE-917
  Apache | Log4j2 | the first correction of Log4Shell was not complete
  With certain layout patterns, lookups in attacker-controlled context data still lead to code execution or leaks.

CVE-2017-5638  2021-11-03  2022-05-03  ransomware  CWE-20
  Apache | Struts | remote code execution by a content type
  The upload parser evaluates expressions in a malformed Content-Type header, so one request can run commands.

CVE-2017-9805  2021-11-03  2022-05-03  CWE-502
  Apache | Struts | deserialisation in the REST plugin
  XML bodies are turned into arbitrary objects without a filter, which lets a request run code.

CVE-2018-11776  2021-11-03  2022-05-03  CWE-20
  Apache | Struts | remote code execution by a namespace
  Where actions have no namespace of their own, parts of the URL are evaluated as expressions.

CVE-2020-17530  2021-11-03  2022-05-03  CWE-917
  Apache | Struts | forced double evaluation
  Tag attributes that hold user input are evaluated as expressions a second time.

CVE-2022-22965  2022-04-04  2022-04-25  CWE-94
  VMware | Spring Framework | remote code execution by data binding
  On Java 9 and later, request parameters reach the class loader through bean properties. Known as Spring4Shell.

CVE-2022-22963  2022-08-25  2022-09-15  CWE-94
  VMware Tanzu | Spring Cloud | routing expressions of Spring Cloud Function are evaluated
  A routing header is taken as an expression, so a request can run code.

CVE-2022-22947  2022-05-16  2022-06-06  CWE-94
  VMware | Spring Cloud Gateway | code injection by the actuator
  Where the gateway's actuator endpoint is open, a crafted route makes it run code.

CVE-2020-11023  2025-01-23  2025-02-13  CWE-79
  JQuery | JQuery | cross-site scripting by option elements
  HTML with option elements from an untrusted source may run scripts although it was sanitised.

CVE-2021-3129  2023-09-18  2023-10-09  ransomware
  Laravel | Ignition | code execution in debug mode
  The error page's solutions read and write files by names from the request, which leads to code execution.

CVE-2018-15133  2024-01-16  2024-02-06  CWE-502
  Laravel | Laravel Framework | deserialisation of an encrypted token
  Anyone who knows the application key can send a token whose content runs code when it is read.

CVE-2017-9841  2022-02-15  2022-08-15  CWE-94
  PHPUnit | PHPUnit | code execution by a test helper left on the server
  A script of the test runner that is reachable from the web runs the PHP code it is sent.

CVE-2019-5418  2025-07-07  2025-07-28  CWE-22
  Rails | Ruby on Rails | files are shown by an Accept header
  A crafted Accept header makes a file rendering action show any file of the server.

CVE-2025-55182  2025-12-05  2025-12-12  ransomware
  Meta | React Server Components | remote code execution without a login
  Payloads sent to server functions are decoded in a way that lets a request run code.

CVE-2025-30066  2025-03-18  2025-04-08  CWE-506
  tj-actions | changed-files GitHub Action | malicious code in published versions
  The action was altered by an attacker and wrote the secrets of builds into their logs.

CVE-2023-4863  2023-09-13  2023-10-04  CWE-787
  Google | Chromium WebP | heap overflow in libwebp
  A crafted image makes the decoder write beyond its memory. Everything that ships libwebp is concerned.

CVE-2023-5217  2023-10-02  2023-10-23  CWE-787
  Google | Chromium libvpx | heap overflow in the VP8 encoder
  A crafted media stream makes the encoder write beyond its memory.

CVE-2023-44487  2023-10-10  2023-10-31  CWE-400
  IETF | HTTP/2 | denial of service by streams that are reset at once
  A client that opens and cancels streams in quick succession exhausts servers. Known as Rapid Reset.

CVE-2014-0160  2022-05-04  2022-05-25  CWE-125
  OpenSSL | OpenSSL | memory is disclosed by heartbeats
  A heartbeat message with a false length returns memory of the process, keys included. Known as Heartbleed.

CVE-2021-39144  2023-03-10  2023-03-31  CWE-94 CWE-502
  XStream | XStream | code execution while XML is read
  A manipulated input stream makes the library run commands of the host.

CVE-2016-4437  2021-11-03  2022-05-03  CWE-284
  Apache | Shiro | code execution by the remember-me cookie
  Where no key of its own is configured, the cookie can be forged and its content runs code.
`;
