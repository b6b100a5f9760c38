package org.sovereignbook.sbp.node;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Environment variables that hold a private key, by the form of their names. This process reads
 * them; no program that it starts gets them.
 */
public final class SecretVariables {
  /** Form of the names, for errors. */
  public static final String FORM = "CHAIN_PRIVATE_KEY, or a name that ends in _WALLET_KEY";

  private static final Pattern NAME =
      Pattern.compile("CHAIN_PRIVATE_KEY|[A-Za-z_][A-Za-z0-9_]{0,117}_WALLET_KEY");

  /** Form of the names of all other secrets: keys of services, tokens, passwords. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(.*_)?(API_?)?(KEYS?|TOKENS?|SECRETS?|PASSW(OR)?D|PASSPHRASE|CREDENTIALS?)(_.*)?|SBP_TICK",
          Pattern.CASE_INSENSITIVE);

  private SecretVariables() {}

  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /**
   * Returns a copy of an environment without any secret, for a program that is not of this node and
   * needs none: a browser, an editor, a pager, a program of the system.
   */
  static Map<String, String> withoutAny(Map<String, String> environment) {
    Map<String, String> kept = without(environment);
    kept.keySet().removeIf(name -> SECRET.matcher(name).matches());
    return kept;
  }

  /** Removes all secrets from the environment of a program that is about to be started. */
  public static ProcessBuilder removedFrom(ProcessBuilder program) {
    Map<String, String> kept = withoutAny(program.environment());
    program.environment().clear();
    program.environment().putAll(kept);
    return program;
  }

  /** Returns a copy of an environment without them. */
  static Map<String, String> without(Map<String, String> environment) {
    Map<String, String> kept = new TreeMap<>(environment);
    kept.keySet().removeIf(SecretVariables::isName);
    return kept;
  }
}
