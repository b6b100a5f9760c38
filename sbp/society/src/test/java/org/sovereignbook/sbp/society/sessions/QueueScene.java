package org.sovereignbook.sbp.society.sessions;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.testing.TestSociety;

/** The queue of one session, with three senders, and turns that are taken by hand. */
abstract class QueueScene {
  static final String LABEL = "agent:main:main";
  static final Authority OWNER = Authority.of(Principal.OWNER, "command");
  static final Authority WEB = Authority.of(Principal.webhook("shop"), "webhook");
  static final Authority STRANGER = Authority.of(Principal.UNKNOWN, "sbp");

  @TempDir Path folder;
  TestSociety society;
  private int tokens;

  @BeforeEach
  void begin() {
    society = TestSociety.in(folder);
    society.usual("main", AgentType.AUTONOMOUS);
  }

  SessionInput add(Authority by, QueueMode mode, String text) {
    return add(by, mode, SessionInput.Source.HUMAN, text);
  }

  SessionInput add(Authority by, QueueMode mode, SessionInput.Source source, String text) {
    return society
        .ledger()
        .write(
            tx ->
                new MessageQueue(tx)
                    .add(
                        new MessageQueue.Posted(
                            LABEL,
                            source,
                            text,
                            Optional.of(mode),
                            Optional.empty(),
                            "chat",
                            "",
                            by)));
  }

  MessageQueue.Taking take() {
    String token = "token" + tokens++;
    return society.ledger().write(tx -> new MessageQueue(tx).take(LABEL, token));
  }

  AgentTurn started() {
    return ((MessageQueue.Taking.Started) take()).begun().turn();
  }

  void complete(AgentTurn turn) {
    AgentTurn _ =
        society.ledger().write(tx -> new TurnLog(tx).complete(turn, "yes", LlmUsage.tokens(1, 1)));
  }

  SessionInput now(SessionInput input) {
    return society.ledger().read(tx -> new MessageQueue(tx).find(input.id()).orElseThrow());
  }

  void later(Duration by) {
    society.clock().advance(by);
  }

  /** Returns the agent of a turn as the caller of its tools. */
  static Caller caller(Transaction tx, AgentTurn turn) {
    Agent agent = Agents.named(tx, new Sessions(tx).require(turn.session()).agent());
    return new Caller(
        agent.principal(),
        Authority.of(agent.principal(), "session"),
        Optional.of(agent),
        Capabilities.ALL,
        AgentReach.NODE,
        turn.run().token(),
        Optional.empty(),
        new TurnLog(tx).context(turn));
  }
}
