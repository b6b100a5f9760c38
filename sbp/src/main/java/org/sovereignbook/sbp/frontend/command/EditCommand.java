package org.sovereignbook.sbp.frontend.command;

import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.Store;

/** A subcommand by which a person changes the node, which is held meanwhile. */
public abstract class EditCommand extends NodeCommand {
  /** Who the logs say did it. */
  public static final String COMPONENT = "cli";

  @Override
  public Contract contract() {
    return super.contract().holdsNode();
  }

  @Override
  public final ExitCode run(Session session) throws Exception {
    Node node = session.node();
    prepare(session, node);
    try (ExclusiveStore held = session.betweenSteps(node, COMPONENT)) {
      return edit(session.output(), node, held.store());
    }
  }

  /** What takes its time, or may be refused, before anybody has to wait for the node. */
  protected void prepare(Session session, Node node) throws Exception {}

  /** The change, and what is said of it. */
  protected abstract ExitCode edit(Output output, Node node, Store store) throws Exception;
}
