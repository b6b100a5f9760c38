package org.sovereignbook.sbp.frontend.command;

/** A frequent subcommand on a node that needs no argument. */
public abstract class BareCommand extends NodeCommand {
  @Override
  public boolean isPlain() {
    return true;
  }
}
