package org.sovereignbook.sbp.frontend.command;

import picocli.CommandLine.Mixin;

/** A list of the node, one page at a time; {@link PagedAlias} is another name for it. */
public abstract class PagedList extends BareCommand {
  @Mixin PageOptions page;

  protected PagedList(PageOptions page) {
    this.page = page;
  }

  /** The page that is wanted. */
  protected final PageOptions page() {
    return page;
  }
}
