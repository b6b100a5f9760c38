import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.QueueMode;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.ThreadCompaction;
import org.sovereignbook.sbp.society.sessions.ThreadMessages;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import org.sovereignbook.sbp.society.sessions.TurnThread;

/**
 * Sessions of 100 and 1,000 turns whose contexts are equal, because all but the last turns are
 * compacted: what it takes to assemble the messages of the next prompt, and the growth of the
 * database by its first and second 500 turns.
 */
class SessionsBench {
  private static final int SHORT = 100;
  private static final int LONG = 1_000;
  private static final int RUNS = 300;
  private static final int BETWEEN_COMPACTIONS = 25;
  private static final int KEPT_TOKENS = 1_500;
  private static final String TEXT = "word ".repeat(40);
  private static final Authority OWNER = Authority.of(Principal.OWNER, "command");

  private static final double MOST_RATIO = 2;
  private static final double MOST_GROWTH = 1.1;
  private static final int MOST_BYTES = 1_024;

  public static void main(String[] arguments) throws Exception {
    Path home = Files.createTempDirectory("sbp-bench").resolve("node");
    int _ =
        new ProcessBuilder(System.getenv("SBP_BENCH_LAUNCHER"), "init", home.toString(), "--local")
            .inheritIO()
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
    Node node = Node.at(home);
    long begin;
    long half;
    long end;
    try (Ledger ledger = open(node)) {
      Agents.ensureOfTheNode(ledger, List.of("main"));
      turns(ledger, "agent:main:short", SHORT);
    }
    begin = bytes(node);
    try (Ledger ledger = open(node)) {
      turns(ledger, "agent:main:long", LONG / 2);
    }
    half = bytes(node);
    try (Ledger ledger = open(node)) {
      turns(ledger, "agent:main:long", LONG / 2);
    }
    end = bytes(node);
    double first = half - begin;
    double second = end - half;
    double beside = (end - begin) / (double) LONG - 2 * TEXT.length();
    System.out.printf(
        "disk: turns 501-1,000 take %.2f x turns 1-500 (limit %.1f), %.0f bytes a turn beside its"
            + " text (limit %d)%n",
        second / first, MOST_GROWTH, beside, MOST_BYTES);
    double ratio;
    try (Ledger ledger = open(node)) {
      long small = median(ledger, "agent:main:short");
      long large = median(ledger, "agent:main:long");
      ratio = (double) large / small;
      System.out.printf(
          "assembly: from %d turns %d us, from %d turns %d us: %.2f x (limit %.0f)%n",
          SHORT, small / 1_000, LONG, large / 1_000, ratio, MOST_RATIO);
    }
    if (ratio > MOST_RATIO || second / first > MOST_GROWTH || beside > MOST_BYTES) {
      System.exit(1);
    }
  }

  private static Ledger open(Node node) {
    return Ledger.open(node, new SqliteLedgerProvider().open(node));
  }

  /** Returns the size of the closed database. */
  private static long bytes(Node node) throws Exception {
    return Files.size(node.home().society());
  }

  private static void turns(Ledger ledger, String label, int many) {
    for (int i = 0; i < many; i++) {
      ledger.run(
          tx -> {
            MessageQueue queue = new MessageQueue(tx);
            SessionInput _ =
                queue.add(
                    new MessageQueue.Posted(
                        label,
                        SessionInput.Source.HUMAN,
                        TEXT,
                        Optional.of(QueueMode.FOLLOWUP),
                        Optional.empty(),
                        "chat",
                        "",
                        OWNER));
            MessageQueue.Begun begun =
                ((MessageQueue.Taking.Started) queue.take(label, "bench")).begun();
            AgentTurn _ = new TurnLog(tx).complete(begun.turn(), TEXT, LlmUsage.tokens(100, 100));
          });
      if ((i + 1) % BETWEEN_COMPACTIONS == 0) {
        compact(ledger, label);
      }
    }
  }

  private static void compact(Ledger ledger, String label) {
    ledger.run(
        tx -> {
          ThreadCompaction compaction = new ThreadCompaction(tx);
          ThreadCompaction.Replacing plan =
              compaction
                  .plan(new Sessions(tx).require(label), Optional.empty(), KEPT_TOKENS)
                  .orElseThrow();
          String _ =
              compaction
                  .store(label, plan, "a summary", Optional.empty(), LlmUsage.unknown())
                  .orElseThrow()
                  .toString();
        });
  }

  private static long median(Ledger ledger, String label) {
    long[] took = new long[RUNS];
    int size = -1;
    for (int i = -RUNS; i < RUNS; i++) {
      long from = System.nanoTime();
      List<ChatMessage> messages =
          ledger.snapshot(
              tx -> {
                TurnThread thread = new TurnThread(tx);
                return ThreadMessages.of(
                    thread, thread.effective(new Sessions(tx).require(label)), Optional.empty());
              });
      if (i >= 0) {
        took[i] = System.nanoTime() - from;
      }
      size = messages.size();
    }
    System.out.printf("%s: a context of %d messages%n", label, size);
    Arrays.sort(took);
    return took[RUNS / 2];
  }
}
