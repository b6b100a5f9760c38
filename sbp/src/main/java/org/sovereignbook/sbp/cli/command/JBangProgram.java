package org.sovereignbook.sbp.cli.command;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Where JBang is: what {@code SBP_JBANG} names, or beside the launcher of sbp, or on the PATH. */
public final class JBangProgram {
  public static final String VARIABLE = "SBP_JBANG";
  public static final String HOW_TO_GET_IT =
      "a checkout of sbp brings it (scripts/jbang beside scripts/sbp); or put jbang on the PATH,"
          + " or set "
          + VARIABLE
          + " to it";

  private static final boolean WINDOWS = File.separatorChar == '\\';
  private static final String NAME = WINDOWS ? "jbang.cmd" : "jbang";

  private JBangProgram() {}

  public static Optional<Path> find(World world) {
    Map<String, String> environment = world.environment();
    String named = environment.getOrDefault(VARIABLE, "");
    if (!named.isEmpty()) {
      return Optional.of(world.path(Path.of(named))).filter(Files::isExecutable);
    }
    Stream<Path> besideLauncher =
        world.launcher().stream()
            .filter(launcher -> launcher.contains(File.separator))
            .map(launcher -> world.path(Path.of(launcher)).resolveSibling(NAME));
    Stream<Path> onPath =
        Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
            .filter(folder -> !folder.isEmpty())
            .map(folder -> world.path(Path.of(folder)).resolve(NAME));
    return Stream.concat(besideLauncher, onPath)
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }
}
