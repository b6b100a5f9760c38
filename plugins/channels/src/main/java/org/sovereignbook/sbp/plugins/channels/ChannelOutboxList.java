package org.sovereignbook.sbp.plugins.channels;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.plugins.channels.work.ChannelOutbox;
import org.sovereignbook.sbp.plugins.channels.work.OutboxRow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp channel outbox}: what was sent by channels, and what became of it. */
@Command(
    name = "outbox",
    description = "what was sent by channels, and what became of it",
    footer = {
      "accepted: the server has taken the message, and gave it the id that is shown. Mail servers",
      "do not say whether a person has read it; with --json, read_at does where a chat says so."
    })
@Example({"sbp channel outbox", "sbp channel outbox --failed"})
@Prints(ChannelOutboxList.Listed.class)
@ForOwner
final class ChannelOutboxList extends NodeCommand {
  @Parameters(arity = "0..1", paramLabel = "NAME", description = "of one channel only")
  Optional<String> name = Optional.empty();

  @Option(names = "--failed", description = "only what could not be sent")
  boolean failed;

  @Option(names = "--queued", description = "only what waits")
  boolean queued;

  private static final int MAX_SUBJECT_BYTES = 40;

  @Mixin PageOptions page = PageOptions.whole(50);

  /**
   * A message.
   *
   * @param kind answer, message, digest, alarm or test
   * @param serverId what the server calls it; of accepted ones
   * @param reason why it failed, or why it still waits
   * @param tries attempts so far
   */
  @Shape.Def("channel_message")
  record View(
      String id,
      String channel,
      String kind,
      String to,
      String subject,
      String state,
      Optional<String> serverId,
      Optional<String> reason,
      int tries,
      Instant createdAt,
      Optional<Instant> endedAt,
      Optional<Instant> readAt,
      Optional<Instant> nextAt) {
    static View of(OutboxRow row) {
      return new View(
          row.id(),
          row.channel(),
          row.kind().toString(),
          PeerText.plain(row.recipient()),
          row.subject(),
          row.state().toString(),
          row.serverId(),
          row.reason(),
          row.tries(),
          row.createdAt(),
          row.endedAt(),
          row.readAt(),
          Optional.of(row.nextAt()).filter(_ -> row.state() == OutboxRow.State.QUEUED));
    }
  }

  /** Messages, the newest first. */
  record Listed(List<View> messages, @Shape.Inline Page.End end) {}

  @Override
  public ExitCode run(Session session) {
    List<OutboxRow> all =
        session.ofSociety(
            session.node(), List.of(), ledger -> ledger.read(tx -> new ChannelOutbox(tx).all()));
    Page<View> found =
        page.of(
            all.stream()
                .filter(row -> name.isEmpty() || row.channel().equals(name.get()))
                .filter(row -> !failed || row.state() == OutboxRow.State.FAILED)
                .filter(row -> !queued || row.state() == OutboxRow.State.QUEUED)
                .map(View::of),
            View::id);
    Output output = session.output();
    Table table =
        Table.of("ID", "AGE", "KIND", "SUBJECT", "TO", "STATE", "SERVER ID OR REASON").whole("ID");
    for (View one : found.items()) {
      table.row(
          one.id(),
          Wording.age(Optional.of(new Timestamp(one.createdAt())), session.now()),
          one.kind(),
          Cut.within(one.subject(), MAX_SUBJECT_BYTES),
          one.to(),
          one.state(),
          one.serverId().or(one::reason).orElse(""));
    }
    output.table(table, "nothing was sent by a channel");
    found.end().print(output);
    return output.list(new Listed(found.items(), found.end()));
  }
}
