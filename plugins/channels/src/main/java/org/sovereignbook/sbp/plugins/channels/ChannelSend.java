package org.sovereignbook.sbp.plugins.channels;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.plugins.channels.work.Account;
import org.sovereignbook.sbp.plugins.channels.work.ChannelOutbox;
import org.sovereignbook.sbp.plugins.channels.work.ChannelsSettings;
import org.sovereignbook.sbp.plugins.channels.work.OutboxRow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp channel send}: writes to the owner by a channel. */
@Command(
    name = "send",
    description = "write to the owner by a channel",
    footer = "It is queued here; whether the server took it says:  sbp channel outbox")
@Example("sbp channel send 'the backup is done' --subject backup")
@Tool(
    set = Toolset.FEATURES,
    shows = Tool.Text.OWN,
    without = {"--channel", "--subject"})
@Tool.Says("Queues a message to the owner, by mail or chat. Never say that it was delivered.")
@AgentAccess(data = DataAccess.NONE)
@Exit(code = ExitCode.NOT_FOUND, means = "there is no such channel")
final class ChannelSend extends SocietyCommand<ChannelSend.Queued> {
  private static final int MAX_BYTES = 65_536;
  private static final int MAX_SUBJECT_CHARACTERS = 60;

  @Parameters(
      arity = "1..*",
      paramLabel = "TEXT",
      description = "the message, Markdown; - reads standard input")
  @ToolArgument.Of(text = "the message, Markdown")
  List<String> words = List.of();

  @Option(names = "--channel", paramLabel = "NAME", description = "else the oldest channel")
  Optional<String> channel = Optional.empty();

  @Option(names = "--subject", paramLabel = "TEXT", description = "else the first words")
  Optional<String> subject = Optional.empty();

  private String text = "";

  /** A message that waits to be sent. */
  record Queued(String id, String channel, String to, String state) {}

  @Override
  protected void prepare(Session session) throws IOException {
    String typed = String.join(" ", words);
    text =
        typed.equals(TextInput.STANDARD_INPUT)
            ? TextInput.standardInput(session.world(), MAX_BYTES)
            : typed;
  }

  @Override
  protected Queued work(Transaction tx, Caller caller) {
    if (text.isBlank()) {
      throw SocietyException.wrong("wrong-message", "the message is empty");
    }
    Account account = ChannelNames.choose(tx, channel);
    ChannelOutbox outbox = new ChannelOutbox(tx);
    if (outbox.sentThisHour(account.name()) >= tx.config().get(ChannelsSettings.ANSWERS_PER_HOUR)) {
      throw SocietyException.refused(
          "channel-limit",
          "%d messages were queued within an hour, which is the most"
              .formatted(tx.config().get(ChannelsSettings.ANSWERS_PER_HOUR)),
          "sbp config set channels.answers_per_hour N");
    }
    String first = text.strip().lines().findFirst().orElse("").replaceFirst("^#+ *", "");
    String id =
        outbox
            .add(
                new OutboxRow.NewMessage(
                    account.name(),
                    Optional.empty(),
                    OutboxRow.Kind.MESSAGE,
                    account.ownerAddress(),
                    false,
                    subject.orElseGet(
                        () ->
                            first.length() > MAX_SUBJECT_CHARACTERS
                                ? first.substring(0, MAX_SUBJECT_CHARACTERS) + "…"
                                : first),
                    body(),
                    List.of(),
                    Optional.empty()),
                caller.authority())
            .orElseThrow();
    return new Queued(id, account.name(), account.ownerAddress(), "queued");
  }

  /** Returns the text without its heading, when that is the subject. */
  private String body() {
    String[] parts = text.strip().split("\n", 2);
    boolean isSubject = subject.isEmpty() && parts[0].startsWith("#") && parts.length > 1;
    return isSubject ? parts[1].strip() : text;
  }

  @Override
  protected ExitCode show(Output output, Queued result) {
    output.line("queued as %s; sent by sbp up, or with the next tick".formatted(result.id()));
    return output.done(result);
  }
}
