package org.sovereignbook.sbp.llm.cli;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The environment that a coding CLI gets: what is on the list, never what happens to be set. */
final class CliEnvironment {
  /** What programs need to run at all; none of it is a secret. */
  static final Set<String> ALWAYS =
      Set.of(
          "PATH",
          "HOME",
          "USER",
          "LOGNAME",
          "SHELL",
          "LANG",
          "LANGUAGE",
          "LC_ALL",
          "LC_CTYPE",
          "TZ",
          "SSL_CERT_FILE",
          "SSL_CERT_DIR",
          "NODE_EXTRA_CA_CERTS",
          "XDG_CONFIG_HOME",
          "XDG_DATA_HOME",
          "XDG_STATE_HOME",
          "XDG_CACHE_HOME",
          "SystemRoot",
          "SystemDrive",
          "ComSpec",
          "PATHEXT",
          "USERPROFILE",
          "APPDATA",
          "LOCALAPPDATA",
          "ProgramData",
          "ProgramFiles");

  private CliEnvironment() {}

  /** Of the operator's environment, the variables with these names beside {@link #ALWAYS}. */
  static Map<String, String> of(Map<String, String> operators, Collection<String> names) {
    Map<String, String> passed = new TreeMap<>();
    operators.forEach(
        (name, value) -> {
          if (ALWAYS.contains(name) || names.contains(name)) {
            passed.put(name, value);
          }
        });
    return passed;
  }
}
