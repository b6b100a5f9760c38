package org.sovereignbook.sbp.cli.command;

/** A subcommand on a node that is complete without a further word, and then takes no picocli. */
public abstract class BareCommand extends NodeCommand {
  @Override
  public boolean understands(PlainWords words) {
    return words.isBare();
  }
}
