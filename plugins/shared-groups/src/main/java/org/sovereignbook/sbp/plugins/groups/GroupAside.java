package org.sovereignbook.sbp.plugins.groups;

import org.sovereignbook.sbp.authority.ledger.SetAsides.ItemList;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.SetAsideEdit;
import picocli.CommandLine.Command;

/** Decisions on sendings and receipts of shared groups that were set aside. */
final class GroupAside {
  private GroupAside() {}

  @Command(name = "retry", description = "try set-aside items again")
  @Example("sbp group retry --all")
  static final class Retry extends SetAsideEdit.Retry {
    @Override
    protected ItemList list() {
      return SendingQueue.ASIDES;
    }
  }

  @Command(name = "drop", description = "drop set-aside items")
  @Example("sbp group drop --all")
  static final class Drop extends SetAsideEdit.Drop {
    @Override
    protected ItemList list() {
      return SendingQueue.ASIDES;
    }
  }
}
