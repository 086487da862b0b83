/** Operating systems, their parts, and language runtimes; the form is that of `parseTable`. */
export const SYSTEMS = `
CVE-2014-6271  2022-01-28  2022-07-28  CWE-78
  GNU | Bourne-Again Shell (Bash) | commands behind function definitions
  A variable that looks like a function is run beyond the function's end. Known as Shellshock.

CVE-2021-3156  2022-04-06  2022-04-27  CWE-122 CWE-193
  Sudo | Sudo | heap overflow by a trailing backslash
  Every local user can become root. Known as Baron Samedit.

CVE-2021-4034  2022-06-27  2022-07-18  CWE-787
  Red Hat | Polkit | pkexec reads beyond its arguments
  Every local user can become root. Known as PwnKit.

CVE-2016-5195  2022-03-03  2022-03-24  CWE-362
  Linux | Kernel | race in copy-on-write
  A local user can write to files that are only readable. Known as Dirty COW.

CVE-2022-0847  2022-04-25  2022-05-16  CWE-665
  Linux | Kernel | pipes keep a stale flag
  A local user can overwrite files that are only readable. Known as Dirty Pipe.

CVE-2024-1086  2024-05-30  2024-06-20  ransomware  CWE-416
  Linux | Kernel | use after free in netfilter
  A local user can become root by a crafted verdict of nf_tables.

CVE-2023-4911  2023-11-21  2023-12-12  CWE-122
  GNU | GNU C Library | overflow while tunables are read
  An environment variable makes the loader of privileged programs run code as root. Known as Looney Tunables.

CVE-2024-4577  2024-06-12  2024-07-03  ransomware  CWE-78
  PHP Group | PHP | arguments by best-fit characters in CGI
  On Windows, characters that are mapped to a hyphen become options of the interpreter.

CVE-2012-1823  2022-03-25  2022-04-15  CWE-20
  PHP | PHP | the query string becomes options in CGI
  A query without an equals sign is taken for options of the interpreter, which shows or runs code.

CVE-2025-32433  2025-06-09  2025-06-30  CWE-306
  Erlang | Erlang/OTP | the SSH server obeys before the login
  Messages of an open channel are handled before anybody has logged in.

CVE-2017-0144  2022-02-10  2022-08-10  ransomware  CWE-20
  Microsoft | SMBv1 | code execution by file sharing packets
  Crafted packets run code in the kernel. Known as EternalBlue.

CVE-2019-0708  2021-11-03  2022-05-03  ransomware  CWE-416
  Microsoft | Remote Desktop Services | code execution before the login
  Requests to an open remote desktop port run code in the kernel. Known as BlueKeep.

CVE-2020-1472  2021-11-03  2022-05-03  ransomware  CWE-330
  Microsoft | Netlogon | a domain can be taken over
  The handshake accepts an all-zero challenge often enough to become a domain controller. Known as Zerologon.

CVE-2021-34527  2021-11-03  2022-05-03  ransomware  CWE-269
  Microsoft | Windows | code execution by the print spooler
  Printer drivers are installed with the system's rights at the wish of any user. Known as PrintNightmare.
`;
