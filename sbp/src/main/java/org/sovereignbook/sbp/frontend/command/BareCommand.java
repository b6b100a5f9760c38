package org.sovereignbook.sbp.frontend.command;

/** A subcommand on a node that is called all day, and needs no word but its name. */
public abstract class BareCommand extends NodeCommand {
  @Override
  public boolean isPlain() {
    return true;
  }
}
