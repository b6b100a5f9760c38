package org.sovereignbook.sbp.frontend.command;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.node.Programs;

/** The path of JBang: {@code SBP_JBANG}, or beside the launcher of sbp, or on the PATH. */
public final class JBangProgram {
  public static final String VARIABLE = "SBP_JBANG";
  public static final String HOW_TO_GET_IT =
      "a checkout of sbp brings it (scripts/jbang beside scripts/sbp); or put jbang on the PATH,"
          + " or set "
          + VARIABLE
          + " to it";

  private static final String NAME = "jbang";

  private JBangProgram() {}

  /** Returns JBang as a person types it here: its name if the PATH has it, or its path. */
  public static String word(World world) {
    return Programs.onPath(world.environment(), NAME).isPresent()
        ? NAME
        : find(world).map(Path::toString).orElse(NAME);
  }

  public static Optional<Path> find(World world) {
    Map<String, String> environment = world.environment();
    String named = environment.getOrDefault(VARIABLE, "");
    if (!named.isEmpty()) {
      return Optional.of(world.path(Path.of(named))).filter(Files::isExecutable);
    }
    return world
        .launcher()
        .filter(launcher -> launcher.contains(File.separator))
        .flatMap(launcher -> Programs.at(world.path(Path.of(launcher)).resolveSibling(NAME)))
        .or(() -> Programs.onPath(environment, NAME));
  }
}
