package org.sovereignbook.sbp.plugins.a2a.client;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.node.Node;

/**
 * Tokens for remote agents, each read where the owner has put it when it is needed.
 *
 * @param environment the variables of this process
 */
record RemoteTokens(Node node, Map<String, String> environment) {
  private static final Pattern TOKEN = Pattern.compile("[!-~]{1,8192}");
  private static final String FILE = "file:";
  private static final String VARIABLE = "env:";

  static String inFile(Path file) {
    return FILE + file;
  }

  static String inVariable(String name) {
    return VARIABLE + name;
  }

  /**
   * Returns the token at a place.
   *
   * @throws RemoteAnswer.Malformed when there is none; the text there is in no message
   */
  Optional<String> read(Optional<String> place) {
    if (place.isEmpty()) {
      return Optional.empty();
    }
    String from = place.get();
    Optional<String> token =
        from.startsWith(FILE)
            ? node.readText(Path.of(from.substring(FILE.length()))).map(String::strip)
            : Optional.ofNullable(environment.get(from.substring(VARIABLE.length())));
    return Optional.of(
        token
            .filter(it -> TOKEN.matcher(it).matches())
            .orElseThrow(() -> new RemoteAnswer.Malformed("there is no token in " + from)));
  }
}
