package org.sovereignbook.sbp.plugins.channels;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.ops.init.NodeAcceptance;
import org.sovereignbook.sbp.plugins.channels.work.Account;
import org.sovereignbook.sbp.plugins.channels.work.Accounts;
import org.sovereignbook.sbp.plugins.channels.work.ChannelLines;
import org.sovereignbook.sbp.plugins.channels.work.ChannelTrial;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp channel test}: tests channels both ways. */
@Command(
    name = "test",
    description = "send a message to the channel's own account, and wait until it arrives")
@Example("sbp channel test")
@Prints(ChannelTest.Tested.class)
@Exit(code = ExitCode.NOT_VALID, means = "a channel does not work")
@Exit(code = ExitCode.NOT_FOUND, means = "there is no such channel")
@ForOwner
final class ChannelTest extends NodeCommand {
  @Parameters(arity = "0..1", paramLabel = "NAME", description = "one channel; else all")
  Optional<String> name = Optional.empty();

  /** The outcomes, by channel. */
  record Tested(List<ChannelTrial.Tried> channels) {}

  @Override
  public ExitCode run(Session session) throws InterruptedException {
    Node node = session.node();
    new NodeAcceptance(session, node).require();
    List<Account> all;
    try (Ledger ledger = session.ledger(node)) {
      all =
          ledger.read(
              tx ->
                  name.isEmpty() && !new Accounts(tx).all().isEmpty()
                      ? new Accounts(tx).all()
                      : List.of(ChannelNames.choose(tx, name)));
    }
    List<ChannelTrial.Tried> outcomes = new ArrayList<>();
    for (Account account : all) {
      ChannelTrial.Tried outcome =
          new ChannelTrial(new ChannelLines(session, node), node).run(account);
      outcomes.add(outcome);
      session.output().line(account.name() + ":");
      outcome.lines().forEach(line -> session.output().line("  " + line));
    }
    session.output().json(new Tested(outcomes));
    return outcomes.stream().allMatch(one -> one.problem().isEmpty())
        ? ExitCode.DONE
        : ExitCode.NOT_VALID;
  }
}
