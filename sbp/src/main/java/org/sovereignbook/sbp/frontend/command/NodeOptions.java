package org.sovereignbook.sbp.frontend.command;

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

  public static final String TRUST_OWNER = "--trust-owner";

  @Option(
      names = TRUST_OWNER,
      description = "also a node that belongs to another user, or that others may write")
  boolean trustOwner;

  @Mixin OutputOptions output = new OutputOptions();
}
