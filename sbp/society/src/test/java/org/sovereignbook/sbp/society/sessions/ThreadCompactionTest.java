package org.sovereignbook.sbp.society.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.testing.TestSociety;

final class ThreadCompactionTest {
  private static final Authority OWNER = Authority.of(Principal.OWNER, "command");
  private static final int HISTORIES = 12;
  private static final int STEPS = 60;

  @TempDir Path folder;

  /** The seed's own walk loses turns that one compaction keeps and the next one drops. */
  @Test
  void eachTurnIsShownAsItIsOrCoveredByExactlyOneSummary() {
    try (TestSociety society = TestSociety.in(folder)) {
      society.usual("main", AgentType.AUTONOMOUS);
      for (int seed = 0; seed < HISTORIES; seed++) {
        new History(society, new Random(seed), seed).run();
      }
    }
  }

  @Test
  void aSummaryHasTheCausesOfAllThatItReplaces() {
    try (TestSociety society = TestSociety.in(folder)) {
      society.usual("main", AgentType.AUTONOMOUS);
      Authority stranger = Authority.of(Principal.UNKNOWN, "sbp");
      History history = new History(society, new Random(1), 99);
      history.turn(history.label, stranger, "long ".repeat(200));
      history.turn(history.label, OWNER, "long ".repeat(200));
      history.compact(history.label, 0);
      history.turn(history.label, OWNER, "long ".repeat(200));
      history.compact(history.label, 0);
      List<Authority> causes =
          society
              .ledger()
              .read(
                  tx -> {
                    TurnThread.Effective shown =
                        new TurnThread(tx).effective(new Sessions(tx).require(history.label));
                    return Stream.concat(shown.summary().stream(), shown.turns().stream())
                        .flatMap(turn -> new TurnLog(tx).causes(turn).stream())
                        .toList();
                  });
      assertThat(causes).contains(stranger, OWNER);
    }
  }

  /** A random history of one session and its forks. */
  private static final class History {
    private final TestSociety society;
    private final Random random;
    private final String label;
    private final List<String> labels = new ArrayList<>();
    private int tokens;

    History(TestSociety society, Random random, int seed) {
      this.society = society;
      this.random = random;
      this.label = "agent:main:history" + seed;
      labels.add(label);
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        String at = labels.get(random.nextInt(labels.size()));
        switch (random.nextInt(10)) {
          case 0, 1, 2, 3 -> turn(at, OWNER, "word ".repeat(random.nextInt(60) + 1));
          case 4 -> fail(at);
          case 5 -> fork(at);
          default -> compact(at, random.nextInt(300));
        }
        labels.forEach(this::check);
      }
    }

    private MessageQueue.Begun begin(String at, Authority by, String text) {
      String token = "token" + tokens++;
      return society
          .ledger()
          .write(
              tx -> {
                MessageQueue queue = new MessageQueue(tx);
                SessionInput _ =
                    queue.add(
                        new MessageQueue.Posted(
                            at,
                            SessionInput.Source.HUMAN,
                            text,
                            Optional.of(QueueMode.FOLLOWUP),
                            Optional.empty(),
                            "chat",
                            "",
                            by));
                return ((MessageQueue.Taking.Started) queue.take(at, token)).begun();
              });
    }

    void turn(String at, Authority by, String text) {
      MessageQueue.Begun begun = begin(at, by, text);
      AgentTurn _ =
          society
              .ledger()
              .write(
                  tx ->
                      new TurnLog(tx)
                          .complete(begun.turn(), "yes: " + text, LlmUsage.tokens(10, 10)));
    }

    private void fail(String at) {
      MessageQueue.Begun begun = begin(at, OWNER, "fails");
      society
          .ledger()
          .run(tx -> new TurnLog(tx).fail(begun.turn(), TurnState.FAILED, "on purpose"));
    }

    private void fork(String at) {
      if (labels.size() < 5
          && society.ledger().<Boolean>read(tx -> new Sessions(tx).find(at).isPresent())) {
        labels.add(
            society
                .ledger()
                .write(
                    tx -> {
                      AgentSession from = new Sessions(tx).require(at);
                      List<AgentTurn> thread = new TurnThread(tx).newest(from.head(), 100);
                      Optional<String> turn =
                          thread.isEmpty()
                              ? Optional.empty()
                              : Optional.of(thread.get(random.nextInt(thread.size())).id());
                      return new Sessions(tx).fork(from, turn, OWNER).label();
                    }));
      }
    }

    /** The summary names the turns that it covers: those of the earlier one, and the replaced. */
    void compact(String at, int keep) {
      if (society.ledger().<Boolean>read(tx -> new Sessions(tx).find(at).isEmpty())) {
        return;
      }
      society
          .ledger()
          .run(
              tx -> {
                Optional<ThreadCompaction.Replacing> plan =
                    new ThreadCompaction(tx)
                        .plan(new Sessions(tx).require(at), Optional.empty(), keep);
                if (plan.isPresent()) {
                  Set<String> covered = new LinkedHashSet<>();
                  plan.get()
                      .summary()
                      .ifPresent(turn -> covered.addAll(covered(new TurnThread(tx), turn)));
                  for (AgentTurn turn : plan.get().replaced()) {
                    assertThat(covered.add(turn.id())).isTrue();
                  }
                  assertThat(
                          new ThreadCompaction(tx)
                              .store(
                                  at,
                                  plan.get(),
                                  String.join(" ", covered),
                                  Optional.empty(),
                                  LlmUsage.unknown()))
                      .isPresent();
                }
              });
    }

    private static Set<String> covered(TurnThread thread, AgentTurn compaction) {
      return Set.of(thread.messages(compaction.id()).getFirst().words().split(" ", -1));
    }

    private void check(String at) {
      society
          .ledger()
          .run(
              tx -> {
                Optional<AgentSession> session = new Sessions(tx).find(at);
                if (session.isEmpty()) {
                  return;
                }
                TurnThread thread = new TurnThread(tx);
                List<AgentTurn> whole = thread.newest(session.get().head(), 10_000);
                List<AgentTurn> all = new ArrayList<>(thread.withUnfinished(whole));
                all.addAll(thread.unfinishedBehind(session.get()));
                List<String> said =
                    all.stream().filter(turn -> !turn.isCompaction()).map(AgentTurn::id).toList();
                TurnThread.Effective shown = thread.effective(session.get());
                List<String> raw = shown.turns().stream().map(AgentTurn::id).toList();
                Set<String> covered =
                    shown.summary().map(turn -> covered(thread, turn)).orElse(Set.of());
                assertThat(raw).doesNotHaveDuplicates().noneMatch(covered::contains);
                Set<String> both = new HashSet<>(raw);
                both.addAll(covered);
                assertThat(both).isEqualTo(said.stream().collect(Collectors.toSet()));
                assertThat(said.subList(said.size() - raw.size(), said.size())).isEqualTo(raw);
                assertThat(whole).allMatch(turn -> turn.state() == TurnState.COMPLETED);
                assertThat(thread.changed(whole)).isEmpty();
              });
    }
  }
}
