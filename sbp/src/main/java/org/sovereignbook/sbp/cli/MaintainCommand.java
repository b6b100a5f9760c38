package org.sovereignbook.sbp.cli;

import org.sovereignbook.sbp.maintenance.Maintenance;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code sbp maintain}: rotates, archives, rebuilds indexes (IMPLEMENTATION §3.2). */
@Command
final class MaintainCommand implements Subcommand {
  @Mixin NodeOptions options = new NodeOptions();

  @Override
  public ExitCode run(Session session) throws Exception {
    return session.step("maintenance", (node, store) -> new Maintenance(node, store).run());
  }
}
