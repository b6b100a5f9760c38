package org.sovereignbook.sbp.cli;

import org.sovereignbook.sbp.reader.ReaderPostprocess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code sbp reader-post}: carries out the reader's decisions (IMPLEMENTATION §3.3). */
@Command
final class ReaderPostCommand implements Subcommand {
  @Mixin NodeOptions options = new NodeOptions();

  @Override
  public ExitCode run(Session session) throws Exception {
    return session.step("reader", (node, store) -> new ReaderPostprocess(node, store).run());
  }
}
