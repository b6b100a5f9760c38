package org.sovereignbook.sbp.frontend.command;

import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.Store;

/** A subcommand by which a person changes the node, under the node's lock. */
public abstract class EditCommand extends NodeCommand {
  /** The author of the change in the logs. */
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

  /** Does slow work, and work that may fail, before the node is locked. */
  protected void prepare(Session session, Node node) throws Exception {}

  /** Makes the change and prints it. */
  protected abstract ExitCode edit(Output output, Node node, Store store) throws Exception;
}
