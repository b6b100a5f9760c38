package org.sovereignbook.sbp.frontend.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.model.chat.ChatListener;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.Readiness;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.InputState;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.QueueMode;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnThread;
import org.sovereignbook.sbp.testing.CrashPoint;
import org.sovereignbook.sbp.testing.SimulatedCrash;

/**
 * A simulated day: many principals write by four channels, also while turns run, and processes die
 * at random commits. Nothing is lost or answered twice, effects happen at most once, and nobody
 * gets what only the owner may cause.
 */
class SimulatedDayTest {
  /** Property with the number of messages of the whole day, such as 2000; a few without it. */
  private static final String MESSAGES = "sbp.session.day";

  private static final int PRINCIPALS = 30;
  private static final int MESSAGES_OF_A_KILL = 50;
  private static final int MESSAGES_BETWEEN = 10;
  private static final int COMMITS_OF_A_LIFE = 150;
  private static final List<SessionInput.Source> CHANNELS =
      List.of(
          SessionInput.Source.HUMAN,
          SessionInput.Source.PEER,
          SessionInput.Source.HOOK,
          SessionInput.Source.WEBHOOK);

  @TempDir Path folder;
  private final Random random = new Random(2_000);
  private final Map<String, SessionInput> sent = new TreeMap<>();
  private int left;

  @Test
  void nothingIsLostOrDoneTwiceAndNoRightIsCrossed() throws Exception {
    left = Integer.getInteger(MESSAGES, 40);
    int kills = Math.max(3, left / MESSAGES_OF_A_KILL);
    try (Talking talking = Talking.in(folder)) {
      int died = 0;
      while (left > 0 || died < kills) {
        for (int i = 0; i < MESSAGES_BETWEEN; i++) {
          say(talking);
        }
        died += life(talking, CrashPoint.at(random.nextInt(COMMITS_OF_A_LIFE))) ? 1 : 0;
        talking.clock().advance(Duration.ofMinutes(3));
      }
      assertThat(life(talking, CrashPoint.never())).isFalse();
      check(talking);
      assertThat(sent).hasSizeGreaterThanOrEqualTo(died * 2);
    }
  }

  private void say(Talking talking) {
    left--;
    int principal = random.nextInt(4) == 0 ? 0 : random.nextInt(PRINCIPALS);
    SessionInput.Source source = CHANNELS.get(random.nextInt(CHANNELS.size()));
    String label =
        switch (source) {
          case PEER -> "peer" + principal;
          case HUMAN -> principal == 0 ? "main" : "people";
          case HOOK, TIMER, WEBHOOK, AGENT -> source.toString();
        };
    Optional<QueueMode> mode =
        random.nextBoolean()
            ? Optional.empty()
            : Optional.of(List.of(QueueMode.values()).get(random.nextInt(4)));
    String text = "please mail mark-" + (principal == 0 ? "own-" : "other-") + sent.size();
    SessionInput input =
        talking
            .ledger()
            .write(
                tx ->
                    new MessageQueue(tx)
                        .add(
                            new MessageQueue.Posted(
                                Sessions.key("main", label),
                                source,
                                text,
                                mode,
                                Optional.empty(),
                                source.toString(),
                                "",
                                principal == 0
                                    ? Access.decide(tx, Principal.OWNER, "command").authority()
                                    : Authority.of(
                                        Principal.webhook("shop" + principal), "webhook"))));
    sent.put(input.id(), input);
  }

  /** A process that answers until nothing waits. Returns whether it died before. */
  private boolean life(Talking talking, CrashPoint point) throws Exception {
    try (Ledger ledger = talking.through(point);
        LentLedger.Lending _ = talking.session().lend(ledger)) {
      TurnRunner runner = new TurnRunner(talking.session(), ledger, new Writing(talking));
      for (List<MessageQueue.Due> due = TurnWorkers.due(ledger);
          !due.isEmpty();
          due = TurnWorkers.due(ledger)) {
        for (MessageQueue.Due one : due) {
          TurnOutcome _ = runner.next(one.session(), TurnListener.NONE, new Cancellation());
        }
        // What is collected is complete then, and what the dead began is silent.
        talking.clock().advance(Duration.ofSeconds(1));
      }
      runner.close();
      return false;
    } catch (SimulatedCrash e) {
      return true;
    }
  }

  private void check(Talking talking) {
    Map<String, Integer> answered = new TreeMap<>();
    for (SessionInput before : sent.values()) {
      SessionInput input = talking.now(before);
      assertThat(input.state().isEnd()).as("%s", input).isTrue();
      assertThat(input.state()).isNotEqualTo(InputState.EXPIRED);
      if (input.state() == InputState.ANSWERED) {
        answered.merge(input.taken().turn().orElseThrow(), 1, Integer::sum);
      }
    }
    assertThat(answered.values()).isNotEmpty().allMatch(count -> count == 1);
    List<String> mails =
        talking
            .ledger()
            .read(
                tx ->
                    tx.texts(
                        "SELECT c.text FROM mail m JOIN content c ON c.id = m.body_id WHERE c.text"
                            + " LIKE 'mark-%'"));
    assertThat(mails).isNotEmpty().doesNotHaveDuplicates();
    assertThat(mails).as("effects that only the owner may cause").allMatch(m -> m.contains("own"));
    List<String> labels =
        talking.ledger().read(tx -> tx.texts("SELECT label FROM agent_session WHERE head <> ''"));
    for (String label : labels) {
      List<AgentTurn> thread =
          talking
              .ledger()
              .read(
                  tx -> new TurnThread(tx).newest(new Sessions(tx).require(label).head(), 10_000));
      assertThat(
              talking.ledger().<Optional<AgentTurn>>read(tx -> new TurnThread(tx).changed(thread)))
          .isEmpty();
      thread.stream()
          .filter(turn -> turn.type() == AgentTurn.Type.NORMAL)
          .forEach(turn -> assertThat(answered.remove(turn.id())).as(turn.id()).isEqualTo(1));
    }
    assertThat(answered).as("answers in no thread").isEmpty();
  }

  /** A model that mails, while others go on writing. */
  private final class Writing implements ChatBackend {
    private final SessionProcess.Mailing mailing = new SessionProcess.Mailing();
    private final Talking talking;

    Writing(Talking talking) {
      this.talking = talking;
    }

    @Override
    public ChatReply reply(ChatRequest request, ChatListener listener, Cancellation cancel) {
      if (left > 0 && random.nextInt(4) == 0) {
        say(talking);
      }
      return mailing.reply(request, listener, cancel);
    }

    @Override
    public String name() {
      return mailing.name();
    }

    @Override
    public String description() {
      return mailing.description();
    }

    @Override
    public Settings settings() {
      return mailing.settings();
    }

    @Override
    public boolean metered() {
      return mailing.metered();
    }

    @Override
    public boolean runsTools() {
      return mailing.runsTools();
    }

    @Override
    public OptionalInt contextTokens(Config settings) {
      return mailing.contextTokens(settings);
    }

    @Override
    public Readiness readiness(LlmRequest.Context context) {
      return mailing.readiness(context);
    }
  }
}
