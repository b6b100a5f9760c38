package org.sovereignbook.sbp.cli;

import org.sovereignbook.sbp.reader.ReaderPreprocess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code sbp reader-pre}: validates and classifies the inbox (IMPLEMENTATION §3.3). */
@Command
final class ReaderPreCommand implements Subcommand {
  @Mixin NodeOptions options = new NodeOptions();

  @Override
  public ExitCode run(Session session) throws Exception {
    return session.step("reader", (node, store) -> new ReaderPreprocess(node, store).run());
  }
}
