package org.sovereignbook.sbp.plugins.offers;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.cli.talk.Outgoing;
import org.sovereignbook.sbp.cli.work.MailCommand;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.screen.PeerFinder;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.society.board.TaskCrossing;
import org.sovereignbook.sbp.society.mail.Correspondent;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands for tasks that are done by another node. */
final class OfferCommands {
  private OfferCommands() {}

  @Command(name = "offer", description = "offer a task to another node, or take the offer back")
  @Example("sbp task offer 4f3a09c2d1e5b687 Ada --hours 12")
  @Prints(TaskCrossing.class)
  @Exit(code = ExitCode.REFUSED, means = "the task is not ready, or no offer of it stands")
  @AgentAccess(data = DataAccess.NONE, usual = true)
  static final class MakeOffer extends SocietyCommand<TaskCrossing> {
    @Parameters(index = "0", paramLabel = "ID", description = "the task's id, or its beginning")
    String id = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "PEER", description = PeerFinder.PEER)
    Optional<String> peer = Optional.empty();

    @Option(
        names = "--hours",
        paramLabel = "HOURS",
        description = "until when its result is waited for; by default ${DEFAULT-VALUE}")
    @Range.Of(min = 1, max = MAX_HOURS)
    int hours = 24;

    private static final int MAX_HOURS = 24 * 365;

    @Option(names = "--withdraw", description = "take it back: the task is on the board again")
    boolean withdraw;

    private Optional<Correspondent> to = Optional.empty();

    @Override
    protected void prepare(Session session) {
      if (withdraw == peer.isPresent()) {
        throw CliException.wrong(
            "name the peer, or say --withdraw", "sbp task offer " + id + " PEER");
      }
      to = peer.map(given -> MailCommand.correspondent(session, given));
    }

    @Override
    protected TaskCrossing work(Transaction tx, Caller caller) {
      String offer =
          to.isPresent()
              ? Offers.offer(tx, caller, id, to.get(), Duration.ofHours(hours))
              : Offers.withdraw(tx, caller, id);
      return Offer.find(tx, offer).crossing();
    }

    @Override
    protected ExitCode show(Output output, TaskCrossing offer) {
      output.line("task " + offer.task() + " is " + offer.state());
      output.line(Outgoing.NEXT_DELIVERY);
      return output.done(offer);
    }
  }

  @Command(name = "offers", description = "tasks offered to peers, and by peers")
  @Prints(ListOffers.All.class)
  @AgentAccess(data = DataAccess.RESTRICTED, usual = true)
  static final class ListOffers extends SocietyCommand<ListOffers.All> {
    private static final int MOST = 100_000;

    @Mixin PageOptions page = PageOptions.cut(100, "sbp task show ID");

    record All(List<TaskCrossing> offers, @Shape.Inline Page.End end) {}

    @Override
    protected All work(Transaction tx, Caller caller) {
      Page<TaskCrossing> found =
          page.of(Offer.all(tx, MOST).stream().map(Offer::crossing), TaskCrossing::id);
      return new All(found.items(), found.end());
    }

    @Override
    protected ExitCode show(Output output, All all) {
      ScreenNames names = new ScreenNames(session());
      Table table = Table.of("TASK", "WAY", "PEER", "STATE", "UNTIL");
      for (TaskCrossing offer : all.offers()) {
        table.row(
            offer.task().isEmpty() ? "-" : Abbreviation.of(offer.task()),
            offer.way() == TaskCrossing.Way.IN ? "from" : "to",
            names.peer(PublicKey.parse(offer.peer())),
            offer.standing(),
            new Timestamp(offer.expiresAt()).toString());
      }
      output.table(table, "no task was offered");
      all.end().print(output);
      return output.list(all);
    }
  }
}
