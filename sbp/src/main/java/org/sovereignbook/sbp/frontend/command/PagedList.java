package org.sovereignbook.sbp.frontend.command;

import picocli.CommandLine.Mixin;

/**
 * A command that shows a list of the node page by page; {@link PagedAlias} is its alternative name.
 */
public abstract class PagedList extends BareCommand {
  @Mixin PageOptions page;

  protected PagedList(PageOptions page) {
    this.page = page;
  }

  /** Returns the requested page. */
  protected final PageOptions page() {
    return page;
  }
}
