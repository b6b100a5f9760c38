package org.sovereignbook.sbp.cli.command;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a subcommand that works on a node; {@link Session#node} finds it. */
public final class NodeOptions {
  public static final String HOME = "--home";

  @Option(
      names = HOME,
      paramLabel = "DIR",
      description = "the node directory (otherwise $SBP_HOME, or the nearest parent that is one)")
  Optional<Path> home = Optional.empty();

  @Mixin OutputOptions output = new OutputOptions();
}
