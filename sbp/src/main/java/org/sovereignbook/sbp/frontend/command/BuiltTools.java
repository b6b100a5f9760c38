package org.sovereignbook.sbp.frontend.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.access.DeclaredTools.Declared;
import org.sovereignbook.sbp.node.Resources;

/** The list of a feature's tools that its build makes, a file beside its class. */
public final class BuiltTools {
  public static final String FILE = "declared-tools";

  private BuiltTools() {}

  /** Returns what the list says; empty where there is none. */
  static Optional<List<Declared>> of(CommandFeature feature) {
    try {
      return Resources.bytes(feature.getClass(), FILE)
          .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
          .map(text -> text.lines().map(Declared::parse).toList());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns the text of the list, from the annotations. */
  public static String text(CommandFeature feature) {
    return CommandFeature.declared(feature).stream()
        .map(tool -> tool.line() + "\n")
        .collect(Collectors.joining());
  }
}
