package org.sovereignbook.sbp.plugins.channels;

import java.util.List;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.plugins.channels.work.Account;
import org.sovereignbook.sbp.plugins.channels.work.Accounts;
import org.sovereignbook.sbp.plugins.channels.work.ChannelMark;
import org.sovereignbook.sbp.plugins.channels.work.ChannelSecrets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp channel remove}: ends a channel. */
@Command(
    name = "remove",
    description = "end a channel; what waits there fails, its account stays yours",
    footer =
        "The owner's address there is no identity of the owner any more, unless another channel"
            + " of the kind has it.")
@Example("sbp channel remove folder")
@Exit(code = ExitCode.NOT_FOUND, means = "no channel is called that")
@ForOwner
final class ChannelRemove extends SocietyCommand<ChannelRemove.Removed> {
  @Parameters(paramLabel = "NAME", description = "the channel, as sbp channel list shows it")
  String name = "";

  /**
   * A channel that was removed.
   *
   * @param left the channels that there still are
   * @param failed how many messages waited, and have failed now
   */
  record Removed(String name, List<String> left, int failed) {}

  @Override
  protected Removed work(Transaction tx, Caller caller) {
    Accounts accounts = new Accounts(tx);
    int failed = accounts.remove(ChannelNames.require(tx, name), caller.authority());
    return new Removed(name, accounts.all().stream().map(Account::name).toList(), failed);
  }

  @Override
  protected ExitCode show(Output output, Removed result) {
    Node node = session().node();
    new ChannelMark(node).remove(name, result.left().isEmpty());
    node.disk().delete(ChannelSecrets.kept(node, name));
    output.line(name + " is no channel any more");
    if (result.failed() > 0) {
      output.line(
          Wording.counted(result.failed(), "message")
              + " waited and failed:  sbp channel outbox --failed");
    }
    return output.done(result);
  }
}
