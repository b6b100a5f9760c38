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

  private SecretVariables() {}

  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** Returns a copy of an environment without them. */
  static Map<String, String> without(Map<String, String> environment) {
    Map<String, String> kept = new TreeMap<>(environment);
    kept.keySet().removeIf(SecretVariables::isName);
    return kept;
  }
}
