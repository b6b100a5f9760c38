package org.sovereignbook.sbp.plugins.channels;

import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.channels.work.ChannelOutbox;
import org.sovereignbook.sbp.plugins.channels.work.OutboxRow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp channel retry}: sends a failed message again, or a waiting one now. */
@Command(name = "retry", description = "send a failed message again, or a waiting one now")
@Example("sbp channel retry 4f3a61c2d47b08e5")
@Exit(code = ExitCode.NOTHING_TO_DO, means = "the server has accepted it")
@Exit(code = ExitCode.NOT_FOUND, means = "no message has this id")
@ForOwner
final class ChannelRetry extends SocietyCommand<ChannelRetry.Retried> {
  @Parameters(paramLabel = "ID", description = "the message, as sbp channel outbox shows it")
  String id = "";

  /** A message that is sent again. */
  record Retried(String id, String channel, boolean changed) {}

  @Override
  protected Retried work(Transaction tx, Caller caller) {
    ChannelOutbox outbox = new ChannelOutbox(tx);
    OutboxRow row =
        outbox
            .find(id)
            .orElseThrow(
                () ->
                    SocietyException.notFound(
                        "unknown-message",
                        "no message has the id " + PeerText.quote(id),
                        "all messages:  sbp channel outbox"));
    outbox.hurry(row);
    boolean isRetried = outbox.retry(row);
    return new Retried(row.id(), row.channel(), isRetried || row.state() == OutboxRow.State.QUEUED);
  }

  @Override
  protected ExitCode show(Output output, Retried result) {
    output.line(
        result.changed()
            ? "it is sent with the next run of channels; at once:  sbp channel run --once"
            : "the server has accepted it");
    return output.done(result, result.changed());
  }
}
