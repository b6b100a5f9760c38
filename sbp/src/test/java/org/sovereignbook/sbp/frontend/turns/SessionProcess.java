package org.sovereignbook.sbp.frontend.turns;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.sovereignbook.sbp.authority.agents.HeldTokens;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CommandLines;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.chat.ChatListener;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.model.llm.Readiness;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.society.sessions.MessageQueue;

/** A process of its own that answers sessions until nothing waits, or until it is killed. */
public final class SessionProcess {
  private SessionProcess() {}

  /** A node on the machine's clock, as a process of its own knows it. */
  static Session session(Path home) {
    World world =
        new World(
            Map.of(NodeHome.VARIABLE, home.toString(), NodeHome.ACCEPT_VARIABLE, "1"),
            home,
            InputStream.nullInputStream(),
            System.out,
            System.err,
            () -> false,
            LocalDisk.unsynced(),
            InstantSource.system(),
            new SecureRandom());
    return Session.of(world, new Output(world, false), CommandLines.table());
  }

  /** Starts one at a node. */
  static Process start(Path home, Path log) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
    command.addAll(
        List.of(
            System.getProperty("java.class.path"),
            SessionProcess.class.getName(),
            home.toString()));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  public static void main(String[] arguments) throws InterruptedException {
    Session session = session(Path.of(arguments[0]));
    try (Ledger ledger = session.ledger(session.node())) {
      HeldTokens.revokeLeft(ledger);
      try (LentLedger.Lending _ = session.lend(ledger);
          TurnRunner runner = new TurnRunner(session, ledger, new Mailing())) {
        for (List<MessageQueue.Due> due = TurnWorkers.due(ledger);
            !due.isEmpty();
            due = TurnWorkers.due(ledger)) {
          for (MessageQueue.Due one : due) {
            if (!(runner.next(one.session(), TurnListener.NONE, new Cancellation())
                instanceof TurnOutcome.Ended)) {
              Thread.onSpinWait();
            }
          }
        }
      }
    }
  }

  /** A model that mails the last word of a message once, and has a small context. */
  static final class Mailing implements ChatBackend {
    private static final int CONTEXT_TOKENS = 4_096;

    @Override
    public String name() {
      return "mailing";
    }

    @Override
    public String description() {
      return "mails";
    }

    @Override
    public Settings settings() {
      return Settings.none();
    }

    @Override
    public boolean metered() {
      return false;
    }

    @Override
    public boolean runsTools() {
      return false;
    }

    @Override
    public OptionalInt contextTokens(Config settings) {
      return OptionalInt.of(CONTEXT_TOKENS);
    }

    @Override
    public Readiness readiness(LlmRequest.Context context) {
      return Readiness.ready(description());
    }

    @Override
    public ChatReply reply(ChatRequest request, ChatListener listener, Cancellation cancel) {
      if (request.messages().getLast() instanceof ChatMessage.User(String text)) {
        JsonObject mail =
            JsonObject.builder()
                .put("address", "owner")
                .put("text", text.substring(text.lastIndexOf(' ') + 1))
                .build();
        return new ChatReply(
            "",
            List.of(new ChatCall("one", "mail_send", mail)),
            LlmUsage.unknown(),
            ChatReply.Stop.TOOLS,
            name());
      }
      return new ChatReply("done", List.of(), LlmUsage.unknown(), ChatReply.Stop.END, name());
    }
  }
}
