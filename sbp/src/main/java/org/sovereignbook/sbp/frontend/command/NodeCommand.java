package org.sovereignbook.sbp.frontend.command;

import picocli.CommandLine.Mixin;

/** A subcommand that works on a node; help shows its own options behind those of all. */
public abstract class NodeCommand implements Subcommand {
  @Mixin NodeOptions options = new NodeOptions();
}
