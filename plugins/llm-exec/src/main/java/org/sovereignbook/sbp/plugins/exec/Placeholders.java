package org.sovereignbook.sbp.plugins.exec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Words in braces that a command may contain.
 *
 * @param values by placeholder, such as {@code {model}}; one without a value is absent
 */
record Placeholders(Map<String, String> values) {
  private static final List<String> ALL =
      List.of("{model}", "{prompt}", "{answer}", "{schema}", "{support}", "{max_output_tokens}");

  /**
   * Fills in the arguments, and leaves out a placeholder without a value together with its option.
   */
  List<String> fill(List<String> arguments) {
    List<String> filled = new ArrayList<>();
    for (String argument : arguments) {
      if (!ALL.contains(argument) || values.containsKey(argument)) {
        filled.add(fill(argument));
      } else if (!filled.isEmpty() && filled.getLast().startsWith("-")) {
        filled.removeLast();
      }
    }
    return filled;
  }

  /** Fills in each placeholder once, so that no value can bring in another. */
  String fill(String text) {
    StringBuilder filled = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      String rest = text.substring(at);
      String found = ALL.stream().filter(rest::startsWith).findFirst().orElse("");
      filled.append(found.isEmpty() ? text.charAt(at) : values.getOrDefault(found, ""));
      at += Math.max(1, found.length());
    }
    return filled.toString();
  }
}
