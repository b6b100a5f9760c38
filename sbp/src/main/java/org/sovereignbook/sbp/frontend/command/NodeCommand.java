package org.sovereignbook.sbp.frontend.command;

import picocli.CommandLine.Mixin;

/** A subcommand that works on a node. Its help shows its own options after the shared ones. */
public abstract class NodeCommand implements Subcommand {
  @Mixin NodeOptions options = new NodeOptions();
}
