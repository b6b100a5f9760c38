package org.sovereignbook.sbp.cli.sessions;

import org.sovereignbook.sbp.authority.ledger.SetAsides.ItemList;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.SetAsideEdit;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import picocli.CommandLine.Command;

/** Decisions on messages and dispatched work that were set aside. */
final class SessionAside {
  private SessionAside() {}

  @Command(name = "retry", description = "try set-aside items again")
  @Example("sbp session retry --all")
  @Prints(SetAsideEdit.TakenBack.class)
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "nothing is set aside, or nothing of this id")
  @ForOwner
  static final class Retry extends SetAsideEdit.Retry {
    @Override
    protected ItemList list() {
      return ItemList.SESSION;
    }

    @Override
    protected void change(Transaction tx, String item) {
      super.change(tx, item);
      new MessageQueue(tx).again(item);
    }
  }

  @Command(name = "drop", description = "drop set-aside items")
  @Example("sbp session drop --all")
  @Prints(SetAsideEdit.Dropped.class)
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "nothing is set aside, or nothing of this id")
  @ForOwner
  static final class Drop extends SetAsideEdit.Drop {
    @Override
    protected ItemList list() {
      return ItemList.SESSION;
    }

    @Override
    protected void change(Transaction tx, String item) {
      super.change(tx, item);
      new MessageQueue(tx).find(item).ifPresent(new MessageQueue(tx)::withdraw);
    }
  }
}
