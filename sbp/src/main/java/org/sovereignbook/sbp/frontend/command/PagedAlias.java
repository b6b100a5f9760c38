package org.sovereignbook.sbp.frontend.command;

import picocli.CommandLine.Mixin;

/** An alternative name, such as {@code list}, for the parent {@link PagedList}. */
public abstract class PagedAlias extends Alias {
  @Mixin PageOptions page;

  protected PagedAlias(PageOptions page) {
    this.page = page;
  }

  @Override
  public ExitCode run(Session session) throws Exception {
    ((PagedList) above()).page = page;
    return super.run(session);
  }
}
