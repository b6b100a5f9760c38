package org.sovereignbook.sbp.cli;

import org.sovereignbook.sbp.author.AuthorPostprocess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code sbp author-post}: signs what the author wrote (IMPLEMENTATION §3.3). */
@Command
final class AuthorPostCommand implements Subcommand {
  @Mixin NodeOptions options = new NodeOptions();

  @Override
  public ExitCode run(Session session) throws Exception {
    return session.step("author", (node, store) -> new AuthorPostprocess(node, store).run());
  }
}
